"""Joints of the Master Motor Map's reference model: names, axes, their order and limits.

Terlemez et al. (2014), Table I. Every joint's frame has x to the right, y forward and z up when nothing is
turned, which is a person who stands with hanging arms. A joint of several degrees of freedom turns about x
first, then z, then y. Names are those of MMM's files.

The table's columns and the files differ in three places, and there the axis is the one that makes sense of
real motions: files call the wrist's second angle ``Wy`` (the table has it under z, but a hanging hand bends
about y); ``Mrot`` turns the forefoot about y, which lays it flat on the floor in a real walk (under z in the
table); and the eyes' second angle, under y in the table, looks left and right, which is a turn about z.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from understudy.motion.landmarks import SIDES

AXES: Mapping[str, np.ndarray] = MappingProxyType(
    {"x": np.array([0.0, -1.0, 0.0]), "y": np.array([1.0, 0.0, 0.0]), "z": np.array([0.0, 0.0, 1.0])}
)
"""The model's axes in our world, where x is forward and y left."""


@dataclass(frozen=True)
class Freedom:
    """One degree of freedom.

    Attributes:
        joint: Its name, such as ``LSx_joint``.
        axis: ``x``, ``y`` or ``z`` of the model.
        lower, upper: Limits [rad].
    """

    joint: str
    axis: str
    lower: float
    upper: float

    @property
    def axis_w(self) -> np.ndarray:
        """(3,) the axis in our world, when nothing is turned."""
        return AXES[self.axis]


_Row = tuple[str, str, float, float]
"""Name behind the point's own, axis, limits [degrees]."""

_MIDLINE: dict[str, tuple[_Row, ...]] = {
    "BP": (("x", "x", -50, 35), ("z", "z", -45, 45), ("y", "y", -20, 20)),
    "BT": (("x", "x", -35, 27), ("z", "z", -36, 36), ("y", "y", -20, 20)),
    "BLN": (("x", "x", -45, 15), ("z", "z", -15, 15), ("y", "y", -20, 20)),
    "BUN": (("x", "x", -20, 30), ("z", "z", -20, 20), ("y", "y", -15, 15)),
}
_LEFT: dict[str, tuple[_Row, ...]] = {
    "EY": (("x", "x", -60, 60), ("y", "z", -60, 60)),
    "SC": (("z", "z", -20, 20), ("y", "y", -20, 20)),
    "S": (("x", "x", -70, 190), ("z", "z", -70, 60), ("y", "y", 0, 160)),
    "E": (("x", "x", 0, 160), ("z", "z", -90, 90)),
    "W": (("x", "x", -30, 20), ("y", "y", -70, 50)),
    "H": (("x", "x", -50, 95), ("z", "z", -45, 45), ("y", "y", -20, 65)),
    "K": (("x", "x", -130, 0),),
    "A": (("x", "x", -40, 30), ("z", "z", -30, 30), ("y", "y", -20, 20)),
    "M": (("rot", "y", -30, 45),),
    "F": (("x", "x", -30, 45),),
}
_RIGHT: dict[str, tuple[_Row, ...]] = _LEFT | {
    "S": (("x", "x", -70, 190), ("z", "z", -60, 70), ("y", "y", -160, 0)),
    "W": (("x", "x", -30, 20), ("y", "y", -50, 70)),
    "H": (("x", "x", -50, 95), ("z", "z", -45, 45), ("y", "y", -65, 20)),
}


def freedom(point: str, name: str, axis: str, lower: float, upper: float) -> Freedom:
    """Return a degree of freedom of a point; limits in degrees."""
    return Freedom(f"{point}{name}_joint", axis, math.radians(lower), math.radians(upper))


def _freedoms() -> dict[str, tuple[Freedom, ...]]:
    rows = dict(_MIDLINE)
    for side, limbs in zip(SIDES, (_LEFT, _RIGHT), strict=True):
        rows |= {side.upper() + point: those for point, those in limbs.items()}
    return {point: tuple(freedom(point, *row) for row in those) for point, those in rows.items()}


FREEDOMS: Mapping[str, tuple[Freedom, ...]] = MappingProxyType(_freedoms())
"""Point of the body → the degrees of freedom that turn it, in their order: 52 without the hands."""
