"""Looking for motions: a query as one condition, answered from indexes, the newest first."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.motions import load_motions
from understudy.library.query import COUNTED, Found, Query
from understudy.library.text_search import matches
from understudy.library.viewer import Viewer
from understudy.library.visibility import visible

_COMPARISONS = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}


def find(connection: sa.Connection, viewer: Viewer, query: Query) -> Found:
    """Return a page of the motions that a query asks for and whoever asks may see."""
    motions = schema.motions
    wanted = wanted_by(connection, viewer, query)
    asked = sa.select(motions.c.id).where(wanted)
    page = asked if query.before is None else asked.where(motions.c.id < query.before)
    page = page.order_by(motions.c.id.desc()).limit(query.limit + 1)
    numbers = list(connection.scalars(page))
    more = len(numbers) > query.limit
    numbers = numbers[: query.limit]
    if query.before is None and not more:
        count = len(numbers)
    else:
        counted = asked.limit(COUNTED).subquery()
        count = connection.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
    found = load_motions(connection, numbers)
    return Found(tuple(found), count, numbers[-1] if more else None)


def wanted_by(connection: sa.Connection, viewer: Viewer, query: Query) -> sa.ColumnElement[bool]:
    """Return the condition that a motion is one that a query asks for and whoever asks may see."""
    return sa.and_(visible(viewer), *_conditions(connection, query))


def _conditions(connection: sa.Connection, query: Query) -> Iterator[sa.ColumnElement[bool]]:
    motions = schema.motions
    by_text = matches(connection.dialect.name, query.text)
    if by_text is not None:
        yield by_text
    for path in query.categories:
        entered = schema.motion_categories
        own = _id_of(connection, schema.categories, schema.categories.c.path, path)
        yield motions.c.id.in_(sa.select(entered.c.motion_id).where(entered.c.category_id == own))
    if query.project:
        yield motions.c.project_id == _id_of(
            connection, schema.projects, schema.projects.c.name, query.project
        )
    if query.subject:
        yield motions.c.subject_id == _id_of(
            connection, schema.subjects, schema.subjects.c.code, query.subject
        )
    if query.object:
        entered = schema.motion_objects
        own = _id_of(connection, schema.objects, schema.objects.c.name, query.object)
        yield motions.c.id.in_(sa.select(entered.c.motion_id).where(entered.c.object_id == own))
    if query.tag:
        tags = schema.motion_tags
        yield motions.c.id.in_(sa.select(tags.c.motion_id).where(tags.c.tag == query.tag.casefold()))
    if query.kind:
        yield motions.c.kind == query.kind
    if query.shortest is not None:
        yield motions.c.seconds >= query.shortest
    if query.longest is not None:
        yield motions.c.seconds <= query.longest
    if query.robot or query.figures:
        yield motions.c.id.in_(_performances(query))


def _performances(query: Query) -> sa.Select[tuple[int]]:
    """Return the motions that have a file by a robot, whose figures keep to a rule."""
    files, figures = schema.files, schema.figures
    asked = sa.select(files.c.motion_id)
    if query.robot:
        asked = asked.where(files.c.robot == query.robot)
    for condition in query.conditions():
        compare = getattr(figures.c.value, _COMPARISONS[condition.comparison])
        kept = sa.select(figures.c.file_id).where(figures.c.name == condition.name, compare(condition.limit))
        asked = asked.where(files.c.id.in_(kept))
    return asked


def _id_of(connection: sa.Connection, table: sa.Table, column: sa.Column[str], name: str) -> int:
    """Return the number of a named row, and 0, which none has, where there is none."""
    return connection.scalar(sa.select(table.c.id).where(column == name)) or 0
