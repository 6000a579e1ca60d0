"""Which joints of the reference human move: all, or a part of them.

The bodies of Ayusawa and Yoshida (2017) are counted without the pose of the root, as the 31 of HRP-4 show
(legs 12, waist 3, neck 2, arms 14). Their 51 are 17 ball joints: waist, thoracic spine, neck, and on either
side sternoclavicular, shoulder, elbow, wrist, hip, knee and ankle joint. Their 31 follow as section IV-B5
says: sternoclavicular joints and thoracic spine are fixed, elbows and knees are hinges; ankles and neck then
have the two axes that the robot has. Axes that MMM does not have get ranges of our own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from understudy.anthropometry.hand import hand_freedoms
from understudy.anthropometry.reference_joints import FREEDOMS, Freedom, freedom
from understudy.motion.landmarks import SIDES

_Freedoms = Mapping[str, tuple[Freedom, ...]]


@dataclass(frozen=True)
class Subset:
    """A choice of joints.

    Attributes:
        name: How it is asked for.
        freedoms: Point of the body → the degrees of freedom that turn it, in their order.
        has_fingers: Whether fingers are segments of their own, or part of a stiff hand.
    """

    name: str
    freedoms: _Freedoms
    has_fingers: bool = False


_ADDED: dict[str, tuple[float, float]] = {
    "SCx": (-20.0, 20.0),
    "Ey": (-15.0, 15.0),
    "Wz": (-90.0, 90.0),
    "Kz": (-30.0, 30.0),
    "Ky": (-15.0, 15.0),
}
"""Ranges [degrees] of axes that MMM's joints do not have."""

_NECK = {"x": (-65.0, 45.0), "z": (-35.0, 35.0), "y": (-35.0, 35.0)}
"""Ranges [degrees] of a neck with one joint: those of MMM's two together."""


def _chosen(point: str, axes: str) -> tuple[Freedom, ...]:
    """Return the degrees of freedom of a point about axes, in the order of the axes."""
    known = {each.axis: each for each in FREEDOMS[point]}
    if point == "BLN":
        return tuple(freedom(point, axis, axis, *_NECK[axis]) for axis in axes)
    return tuple(known.get(axis) or freedom(point, axis, axis, *_ADDED[point[1:] + axis]) for axis in axes)


def _morphing(midline: dict[str, str], limbs: dict[str, str]) -> _Freedoms:
    paired = {side.upper() + point: axes for side in SIDES for point, axes in limbs.items()}
    return MappingProxyType({point: _chosen(point, axes) for point, axes in (midline | paired).items()})


def _all_with_hands() -> _Freedoms:
    hands = {point: those for side in SIDES for point, those in hand_freedoms(side).items()}
    return MappingProxyType({**FREEDOMS, **hands})


def _upper_body() -> _Freedoms:
    legs = {side.upper() + point for side in SIDES for point in "HKAMF"}
    return MappingProxyType({point: those for point, those in FREEDOMS.items() if point not in legs})


@cache
def subsets() -> Mapping[str, Subset]:
    """Return name → subset."""
    ball = "xzy"
    spine = {point: ball for point in ("BP", "BT", "BLN")}
    all_balls = {point: ball for point in ("SC", "S", "E", "W", "H", "K", "A")}
    hinged = {"S": ball, "E": "x", "W": ball, "H": ball, "K": "x", "A": "xy"}
    found = (
        Subset("full", _all_with_hands(), has_fingers=True),
        Subset("no_hands", FREEDOMS),
        Subset("upper_body", _upper_body()),
        Subset("morphing_51", _morphing(spine, all_balls)),
        Subset("morphing_31", _morphing({"BP": ball, "BLN": "xz"}, hinged)),
    )
    return MappingProxyType({subset.name: subset for subset in found})
