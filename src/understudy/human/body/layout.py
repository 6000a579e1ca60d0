"""Which points of a person are bodies of the model, and where all others are on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.hand import hand_points
from understudy.anthropometry.reference_body import BODY_POINTS, BodyPoint
from understudy.human.body.lengths import of_side, side_of
from understudy.motion.landmarks import SIDES


@dataclass(frozen=True, eq=False)
class Layout:
    """A person's points when nothing is turned; all frames are then parallel to the world's.

    Attributes:
        bodies: Points that become bodies, in the order in which MuJoCo numbers them from 1 on.
        offsets: Body → its origin (3,) [m] from its parent's.
        carriers: Every point, joints of stiff hands and tips too → the body that carries it.
        places: Every point → where it is (3,) [m] in the frame of its carrier.
    """

    bodies: tuple[BodyPoint, ...]
    offsets: Mapping[str, np.ndarray]
    carriers: Mapping[str, str]
    places: Mapping[str, np.ndarray]

    def rest_positions(self) -> dict[str, np.ndarray]:
        """Return body → its origin (3,) [m] from the root's when nothing is turned."""
        positions: dict[str, np.ndarray] = {}
        for point in self.bodies:
            origin = positions[point.parent] if point.parent else np.zeros(3)
            positions[point.name] = origin + self.offsets[point.name]
        return positions


def lay_out(lengths: Mapping[str, float], has_fingers: bool) -> Layout:
    """Return the layout of a body with lengths side by side [m]."""
    points = BODY_POINTS + tuple(point for side in SIDES for point in hand_points(side))
    body_names = {point.name for point in BODY_POINTS if point.is_joint}
    if has_fingers:
        body_names |= {point.name for point in points if point.is_joint}
    by_side = {side: of_side(lengths, side) for side in ("", *SIDES)}
    offsets, carriers, places = {}, {}, {}
    for point in points:
        offset = point.place(by_side[side_of(point.name)])
        if point.name in body_names:
            offsets[point.name] = offset
            carriers[point.name], places[point.name] = point.name, np.zeros(3)
        else:
            carriers[point.name] = carriers[point.parent]
            places[point.name] = places[point.parent] + offset
    bodies = _depth_first("", tuple(point for point in points if point.name in body_names))
    return Layout(tuple(bodies), offsets, carriers, places)


def _depth_first(parent: str, points: tuple[BodyPoint, ...]) -> list[BodyPoint]:
    """Return the points under a parent in the order in which MuJoCo numbers bodies."""
    ordered = []
    for point in points:
        if point.parent == parent:
            ordered += [point, *_depth_first(point.name, points)]
    return ordered
