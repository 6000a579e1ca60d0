"""Columns of a table that are the coordinates of points, told by their titles: ``hip_l_x``, ``RHip.Y``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.text.quoting import shown_list
from understudy.plain_text import trimmed

AXES = "xyz"

LENGTH_UNITS: dict[str, float] = {
    "mm": 0.001,
    "cm": 0.01,
    "m": 1.0,
    "in": 0.0254,
    "millimeters": 0.001,
    "millimetres": 0.001,
    "centimeters": 0.01,
    "centimetres": 0.01,
    "meters": 1.0,
    "metres": 1.0,
    "inch": 0.0254,
    "inches": 0.0254,
}
"""Metres per unit of length, by what files call it."""

LONGEST_TITLE = 200
"""Characters of a column's title; in a longer one a name could be sought without end."""

_TITLE = re.compile(
    r"(?P<point>.+?)(?:[\s_.:/-]+(?:[tp]|pos_?)?|(?<=[a-z0-9]{2}))[\[(]?(?P<axis>[xyz])[\])]?", re.IGNORECASE
)
"""A point's name and an axis, perhaps with the letter t or p that marks a translation or a position.

An axis right behind a name, as in ``footX``, follows at least two letters: ``hip_vx`` is a velocity.
"""

_COUNTED = re.compile(r"(?P<axis>[xyz])[_ .]*(?P<point>[0-9]{1,3})", re.IGNORECASE)
"""An axis and the number of a point."""


@dataclass(frozen=True, eq=False)
class PointColumns:
    """Which columns of a table are points.

    Attributes:
        names: K point names in the order of their first columns.
        columns: (K, 3) the columns of x, y and z.
        others: The columns that are no coordinate of a point.
    """

    names: tuple[str, ...]
    columns: np.ndarray
    others: tuple[int, ...]


def find_point_columns(titles: Sequence[str]) -> PointColumns:
    """Return the points whose three coordinates all have a column; of equal titles the first counts."""
    found = _coordinates(titles, (_TITLE,))
    points = {name: places for name, places in found.items() if len(places) == len(AXES)}
    columns = np.array([[places[axis] for axis in AXES] for places in points.values()], dtype=np.int64)
    taken = {int(column) for column in columns.reshape(-1)}
    others = tuple(column for column in range(len(titles)) if column not in taken)
    return PointColumns(tuple(points), columns.reshape(-1, len(AXES)), others)


def find_flat_points(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the points that have columns for x and y, and none for z; nobody where any point has one."""
    found = _coordinates(titles, (_TITLE, _COUNTED))
    if any("z" in places for places in found.values()):
        return ()
    return tuple(name for name, places in found.items() if set(places) == {"x", "y"})


def _coordinates(titles: Sequence[str], patterns: Sequence[re.Pattern[str]]) -> dict[str, dict[str, int]]:
    """Return point → axis → column."""
    found: dict[str, dict[str, int]] = {}
    for column, title in enumerate(titles):
        if len(title) <= LONGEST_TITLE:
            match = next(filter(None, (pattern.fullmatch(trimmed(title)) for pattern in patterns)), None)
            if match is not None:
                found.setdefault(match["point"], {}).setdefault(match["axis"].lower(), column)
    return found


def about_others(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the sentence that says which columns were left out."""
    return (f"Columns left out: {shown_list(titles)}.",) if titles else ()
