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

_SHORT_LIST = 5000
"""Motions up to which a list of them is short."""

_COMPARISONS = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}


def find(connection: sa.Connection, viewer: Viewer, query: Query) -> Found:
    """Return a page of the motions that a query asks for and whoever asks may see."""
    motions = schema.motions
    asked = sa.select(motions.c.id).where(wanted_by(connection, viewer, query))
    ordered = asked.order_by(motions.c.id.desc())
    if query.before is None:
        # The first page and the count are one question, whose numbers alone are read.
        numbers = list(connection.scalars(ordered.limit(max(COUNTED, query.limit + 1))))
        count = min(len(numbers), COUNTED)
    else:
        page = ordered.where(motions.c.id < query.before).limit(query.limit + 1)
        numbers = list(connection.scalars(page))
        counted = asked.limit(COUNTED).subquery()
        count = connection.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
    shown = numbers[: query.limit]
    found = load_motions(connection, shown)
    return Found(tuple(found), count, shown[-1] if len(numbers) > query.limit else None)


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
        yield _among(connection, entered.c.motion_id, entered.c.category_id == own)
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
        yield _among(connection, entered.c.motion_id, entered.c.object_id == own)
    if query.tag:
        tags = schema.motion_tags
        yield _among(connection, tags.c.motion_id, tags.c.tag == query.tag.casefold())
    if query.kind:
        yield motions.c.kind == query.kind
    if query.shortest is not None:
        yield motions.c.seconds >= query.shortest
    if query.longest is not None:
        yield motions.c.seconds <= query.longest
    if query.robot or query.figures:
        yield motions.c.id.in_(_performances(query))


def _among(
    connection: sa.Connection, number: sa.Column[int], chosen: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    """Return the condition that a motion is one of those that another table lists.

    A short list is read first, and its motions are looked at. Reading a long one would take longer than
    looking for each motion in it, the newest first, until a page is full.
    """
    members = sa.select(number).where(chosen)
    beyond = connection.execute(members.offset(_SHORT_LIST).limit(1)).first()
    if beyond is None:
        return schema.motions.c.id.in_(members)
    return sa.exists().where(number == schema.motions.c.id, chosen)


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
