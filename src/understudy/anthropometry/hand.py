"""The hand: lengths as functions of hand length and breadth, and its 23 degrees of freedom.

Lengths of the fingers' segments, places of the knuckles from the wrist, and the place of the thumb's root are
the coefficients of Buchholz, Armstrong and Goldstein (1992, Ergonomics 35(3):261-273): along the hand by hand
length, across it by hand breadth. They leave 1 % of hand length for the pulp of the middle finger's tip.
Not in there, and ours: the row of the ring's and little finger's CMC joints, 0.118 of hand length from the
wrist; the way a resting thumb points; and the ranges of motion, which are those that clinics take for normal.

A hanging hand looks to the body with its palm and forward with its thumb. Positive angles bend towards the
palm (``y``) and spread towards the thumb's side (``x``), on both hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np

from understudy.anthropometry.reference_body import BodyPoint
from understudy.anthropometry.reference_joints import Freedom, freedom

BREADTH_SHARE = 0.44
"""Breadth over the knuckles as a share of hand length (between men's and women's in ANSUR II)."""

PULP = 0.010
"""From the end of the last bone to the fingertip as a share of hand length."""

_CMC_ROW = 0.118
_THUMB_ROOT = (0.196, 0.073)


@dataclass(frozen=True)
class Finger:
    """One of the four fingers, all in shares of hand length but for ``across``, a share of hand breadth.

    Attributes:
        name: Such as ``Index``.
        across: Knuckle towards the thumb's side from the long axis of the hand.
        along: Knuckle from the wrist.
        segments: Lengths of the three phalanges from the knuckle on.
        cup: Range [degrees] of the CMC joint that cups the palm, 0 where there is none.
    """

    name: str
    across: float
    along: float
    segments: tuple[float, float, float]
    cup: float = 0.0


FINGERS = (
    Finger("Index", 0.251, 0.447, (0.245, 0.143, 0.097)),
    Finger("Middle", 0.000, 0.446, (0.266, 0.170, 0.108)),
    Finger("Ring", -0.206, 0.409, (0.244, 0.165, 0.107), cup=15.0),
    Finger("Little", -0.402, 0.368, (0.204, 0.117, 0.093), cup=25.0),
)
THUMB_SEGMENTS = (0.251, 0.196, 0.158)
"""Metacarpal and both phalanges as shares of hand length."""

_KNUCKLE = (("x", -20.0, 20.0), ("y", -20.0, 90.0))
_MIDDLE_JOINT = (("y", 0.0, 100.0),)
_LAST_JOINT = (("y", -10.0, 80.0),)
_THUMB_JOINTS = {
    "CMC": (("x", -15.0, 50.0), ("y", -20.0, 45.0)),
    "MCP": (("x", -15.0, 15.0), ("y", -10.0, 60.0)),
    "IP": (("y", -15.0, 80.0),),
}

_Rows = tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, eq=False)
class HandFreedom(Freedom):
    """A degree of freedom in a hand, about an axis of its own.

    Attributes:
        direction_w: (3,) unit axis in our world, when nothing is turned.
    """

    direction_w: np.ndarray

    @property
    def axis_w(self) -> np.ndarray:
        """(3,) the axis in our world, when nothing is turned."""
        return self.direction_w


def palm_direction(side: str) -> np.ndarray:
    """Return where the palm of a hanging hand looks (3,): to the body's middle."""
    return np.array([0.0, -1.0 if side == "l" else 1.0, 0.0])


def thumb_direction(side: str) -> np.ndarray:
    """Return where a resting thumb points (3,): along the hand, to its side and a little to the palm."""
    towards = np.array([0.62, 0.0, -0.72]) + 0.32 * palm_direction(side)
    return towards / np.linalg.norm(towards)


@cache
def hand_points(side: str) -> tuple[BodyPoint, ...]:
    """Return the points of a hand, joints and tips, each behind its parent."""
    big = side.upper()
    points: list[BodyPoint] = []
    for finger in FINGERS:
        points += _finger_points(finger, big, side)
    root = (("hand_breadth", (_THUMB_ROOT[0], 0.0, 0.0)), ("hand", (0.0, 0.0, -_THUMB_ROOT[1])))
    points.append(BodyPoint(f"{big}ThumbCMC", f"{big}W", root))
    towards = thumb_direction(side)
    ends = (f"{big}ThumbMCP", f"{big}ThumbIP", f"*Thumb_tip_{side}")
    parent = f"{big}ThumbCMC"
    for end, share in zip(ends, THUMB_SEGMENTS, strict=True):
        length = share + (PULP if end.startswith("*") else 0.0)
        x, y, z = (length * towards).tolist()
        points.append(BodyPoint(end, parent, (("hand", (x, y, z)),)))
        parent = end
    return tuple(points)


def _finger_points(finger: Finger, big: str, side: str) -> list[BodyPoint]:
    def between(start: float, end: float) -> tuple[tuple[str, tuple[float, float, float]], ...]:
        part = end - start
        return (
            ("hand_breadth", (part * finger.across, 0.0, 0.0)),
            ("hand", (0.0, 0.0, -part * finger.along)),
        )

    points = []
    parent, start = f"{big}W", 0.0
    if finger.cup:
        start = _CMC_ROW / finger.along
        points.append(BodyPoint(f"{big}{finger.name}CMC", parent, between(0.0, start)))
        parent = f"{big}{finger.name}CMC"
    names = [f"{big}{finger.name}{joint}" for joint in ("MCP", "PIP", "DIP")]
    points.append(BodyPoint(names[0], parent, between(start, 1.0)))
    proximal, middle, distal = finger.segments
    points.append(BodyPoint(names[1], names[0], (("hand", (0.0, 0.0, -proximal)),)))
    points.append(BodyPoint(names[2], names[1], (("hand", (0.0, 0.0, -middle)),)))
    tip = (("hand", (0.0, 0.0, -distal - PULP)),)
    points.append(BodyPoint(f"*{finger.name}_tip_{side}", names[2], tip))
    return points


@cache
def hand_freedoms(side: str) -> Mapping[str, tuple[HandFreedom, ...]]:
    """Return point of the hand → its degrees of freedom in their order: 23."""
    big = side.upper()
    along = np.array([0.0, 0.0, -1.0])
    spread = {"x": np.cross(along, [1.0, 0.0, 0.0]), "y": np.cross(along, palm_direction(side))}
    found: dict[str, tuple[HandFreedom, ...]] = {}
    for finger in FINGERS:
        rows: dict[str, _Rows] = {"MCP": _KNUCKLE, "PIP": _MIDDLE_JOINT, "DIP": _LAST_JOINT}
        if finger.cup:
            rows = {"CMC": (("y", 0.0, finger.cup),)} | rows
        for joint, those in rows.items():
            point = f"{big}{finger.name}{joint}"
            found[point] = tuple(_freedom(point, row, spread) for row in those)
    for joint, those in _THUMB_JOINTS.items():
        point = f"{big}Thumb{joint}"
        found[point] = tuple(_freedom(point, row, _thumb_axes(side)) for row in those)
    return MappingProxyType(found)


def _thumb_axes(side: str) -> dict[str, np.ndarray]:
    """Return axes that carry the thumb away from the index finger (x) and across the palm (y)."""
    towards, palm = thumb_direction(side), palm_direction(side)
    across = np.array([-1.0, 0.0, 0.0]) + palm
    flexion = np.cross(towards, across)
    flexion /= np.linalg.norm(flexion)
    # A turn about a moves the thumb along a × towards; abduction moves it out of the plane of flexion.
    away = np.sign(flexion @ (palm + [1.0, 0.0, 0.0])) * flexion
    return {"x": np.cross(towards, away), "y": flexion}


def _freedom(point: str, row: tuple[str, float, float], axes: Mapping[str, np.ndarray]) -> HandFreedom:
    axis, lower, upper = row
    plain = freedom(point, axis, axis, lower, upper)
    direction = axes[axis]
    direction.setflags(write=False)
    return HandFreedom(plain.joint, plain.axis, plain.lower, plain.upper, direction)
