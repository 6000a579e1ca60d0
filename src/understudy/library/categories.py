"""The tree of motion descriptions: ``locomotion/bipedal/walk/forward``, ``speed/slow``; anybody's to extend.

A motion is entered under each of its descriptions and under all nodes above them, so that a whole subtree is
one look into an index.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.database import insert_new
from understudy.library.entries import Category
from understudy.library.texts import ancestors, category_path, text_of
from understudy.library.viewer import Viewer
from understudy.library.visibility import visible

FIRST = (
    *("locomotion/bipedal/walk/forward", "locomotion/bipedal/walk/backward", "locomotion/bipedal/run"),
    *("locomotion/bipedal/jump", "locomotion/stairs", "locomotion/crawl", "manipulation/reach"),
    *("manipulation/lift", "manipulation/throw", "gesture/wave", "posture/stand", "posture/sit"),
    *("posture/squat", "posture/lie", "dance", "sport", "exercise", "infant"),
    *("direction/forward", "direction/backward", "direction/left", "direction/right"),
    *("direction/upwards", "direction/downwards", "speed/slow", "speed/normal", "speed/fast"),
)
"""Nodes that a new library has."""


def category_ids(connection: sa.Connection, paths: Iterable[str]) -> dict[str, int]:
    """Return path → number of nodes and of all above them, which are made where they are new."""
    table = schema.categories
    # Sorted, a node comes after those above it.
    wanted = sorted({node for path in paths for node in ancestors(path)})
    asked = sa.select(table.c.path, table.c.id)
    found = {row.path: int(row.id) for row in connection.execute(asked.where(table.c.path.in_(wanted)))}
    for node in wanted:
        if node not in found:
            parent = found.get(node.rpartition("/")[0])
            insert_new(connection, table, {"path": node, "parent_id": parent})
            found[node] = int(connection.execute(asked.where(table.c.path == node)).one().id)
    return found


def category_id(connection: sa.Connection, path: str) -> int:
    """Return the number of a node, which is made with those above it where it is new."""
    return category_ids(connection, (path,))[path]


def add_category(connection: sa.Connection, path: str, description: str = "") -> str:
    """Extend the tree; return the path as it is kept."""
    path = category_path(path)
    own = category_id(connection, path)
    if description:
        table = schema.categories
        text = text_of("description", description)
        connection.execute(sa.update(table).where(table.c.id == own).values(description=text))
    return path


def set_categories(connection: sa.Connection, motion_id: int, paths: Iterable[str]) -> None:
    """Enter a motion under descriptions and all nodes above them, in the place of those it had."""
    table = schema.motion_categories
    connection.execute(sa.delete(table).where(table.c.motion_id == motion_id))
    own = set(paths)
    rows = [
        {"category_id": number, "motion_id": motion_id, "own": node in own}
        for node, number in category_ids(connection, own).items()
    ]
    if rows:
        connection.execute(sa.insert(table), rows)


def tree(connection: sa.Connection, viewer: Viewer, below: str = "") -> list[Category]:
    """Return nodes by path, each with the count of motions in its subtree that whoever asks may see."""
    table, entered, motions = schema.categories, schema.motion_categories, schema.motions
    node = entered.c.category_id
    counted = sa.select(node, sa.func.count().label("motions")).group_by(node)
    counts = _counts(connection, counted)
    if not viewer.may("keeper"):
        # Few are hidden as a rule: counting them apart spares looking at every motion.
        hidden = sa.select(motions.c.id).where(sa.not_(visible(viewer)))
        for own, count in _counts(connection, counted.where(entered.c.motion_id.in_(hidden))).items():
            counts[own] -= count
    rows = connection.execute(sa.select(table.c.id, table.c.path, table.c.description).order_by(table.c.path))
    nodes = [Category(row.path, row.description, counts.get(row.id, 0)) for row in rows]
    if not below:
        return nodes
    root = category_path(below)
    return [each for each in nodes if each.path == root or each.path.startswith(f"{root}/")]


def _counts(connection: sa.Connection, asked: sa.Executable) -> dict[int, int]:
    return {int(row.category_id): int(row.motions) for row in connection.execute(asked)}
