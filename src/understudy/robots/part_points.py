"""Points of a robot's surface on which hands, forearms, knees, pelvis, chest and head may carry.

Which points of a part touch the floor depends on how it lies there. So each part has the points that are
outermost in all directions, for each of its bodies, of which those below count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.motion.landmarks import PART_CONTACTS
from understudy.robots.body_part_names import body_part_names
from understudy.robots.drawn_only import is_drawn_only
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.surface import geom_in_body_frame
from understudy.robots.touching_parts import body_parts

_DIRECTIONS = 500
"""Directions, 9° apart, in which points are outermost."""

_LEFT_OUT = 0.002
"""Length [m] by which what is left out of a part sticks out beyond its points in these directions at most."""

_KNEE, _ANKLE = 0.8, 0.9
"""From where along the thigh a knee reaches, and to where along the shin, on whose front robots kneel."""

_HAND = 0.8
"""From where along its forearm the hand of a robot without hands begins."""

_SEAT, _CHEST, _HEAD = 0.35, 0.5, 1.15
"""How far along the thigh the seat reaches; from where along the trunk a chest without an own body begins,
and from where a head that does not move."""


@dataclass(frozen=True, eq=False)
class PartPoints:
    """P points of a robot's surface, those of each part of ``PART_CONTACTS`` together.

    Attributes:
        bodies: (P,) bodies that carry them.
        places: (P, 3) [m] in their bodies' frames, on the surface.
        parts: (P,) the part of each point; robots may lack parts.
    """

    bodies: np.ndarray
    places: np.ndarray
    parts: tuple[str, ...]

    def of(self, part: str) -> np.ndarray:
        """Return the indices of a part's points."""
        return np.array([index for index, name in enumerate(self.parts) if name == part], dtype=np.int64)

    def in_world(self, position: np.ndarray, turn: np.ndarray) -> np.ndarray:
        """Return where (..., P, 3) [m] points are of bodies at (..., B, 3) [m], turned by (..., B, 3, 3)."""
        turned = np.einsum("...pij,pj->...pi", turn[..., self.bodies, :, :], self.places)
        return position[..., self.bodies, :] + turned


@lru_cache(maxsize=32)
def part_points(robot: Robot) -> PartPoints:
    """Return the points of a robot's surface on which its parts may carry."""
    return _points(robot, PART_CONTACTS)


@lru_cache(maxsize=32)
def other_points(robot: Robot) -> PartPoints:
    """Return the points of what is of no part: feet, upper arms, the rest of the legs and of the trunk."""
    return _points(robot, ("",))


def _points(robot: Robot, parts: tuple[str, ...]) -> PartPoints:
    regions = _regions(robot)
    found = [(body, place, part) for part in parts for body, place in _outermost(regions.get(part, []))]
    bodies = np.array([body for body, _, _ in found], dtype=np.int64)
    places = np.array([place for _, place, _ in found]).reshape(-1, 3)
    for array in (bodies, places):
        array.setflags(write=False)
    return PartPoints(bodies, places, tuple(part for _, _, part in found))


@lru_cache(maxsize=4)
def _regions(robot: Robot) -> dict[str, list[tuple[int, np.ndarray, float]]]:
    """Return part, or nothing → the balls of its surface: body, middle (3,) [m] in its frame, radius [m]."""
    regions: dict[str, list[tuple[int, np.ndarray, float]]] = {}
    for body, point, radius, part in _surface(robot, home_data(robot.model, robot.home)):
        regions.setdefault(part, []).append((body, point, radius))
    return regions


def _surface(robot: Robot, data: mujoco.MjData) -> Iterator[tuple[int, np.ndarray, float, str]]:
    """Yield balls of the surface: body, middle (3,) [m] in its frame, radius [m], and the part it is of."""
    model, sort = robot.model, _Sorting(robot, data)
    for body, geom in _shapes(model):
        points, radius = geom_in_body_frame(model, geom)
        for point, part in zip(points, sort.parts(body, points), strict=True):
            yield body, point, radius, part


def _shapes(model: mujoco.MjModel) -> Iterator[tuple[int, int]]:
    """Yield body and geom of every shape of a robot's own that can touch anything."""
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        if body > 0 and not is_drawn_only(model, geom):
            yield body, geom


def _outermost(balls: list[tuple[int, np.ndarray, float]]) -> Iterator[tuple[int, np.ndarray]]:
    """Yield body and place (3,) [m] in its frame of the fewest points that leave nothing out."""
    directions = _all_round(_DIRECTIONS)
    for body in sorted({body for body, _, _ in balls}):
        middles = np.array([point for own, point, _ in balls if own == body])
        radii = np.array([radius for own, _, radius in balls if own == body])
        reaches = middles @ directions.T + radii[:, None]
        best = reaches.argmax(axis=0)
        left = reaches[best, np.arange(len(directions))]
        reached = np.full(len(directions), -np.inf)
        while (left - reached).max() > _LEFT_OUT:
            worst = int((left - reached).argmax())
            place = middles[best[worst]] + radii[best[worst]] * directions[worst]
            reached = np.maximum(reached, directions @ place)
            yield body, place


@lru_cache(maxsize=1)
def _all_round(count: int) -> np.ndarray:
    """Return unit vectors (count, 3) evenly in all directions, along a spiral from pole to pole."""
    height = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    turn = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(count)
    level = np.sqrt(1.0 - height**2)
    return np.stack([level * np.cos(turn), level * np.sin(turn), height], axis=1)


class _Sorting:
    """Tells the parts of points, in the robot's home pose."""

    def __init__(self, robot: Robot, data: mujoco.MjData) -> None:
        self.robot, self.data = robot, data
        self.names, self.rigid = body_part_names(robot), body_parts(robot)
        self.shaped = {self.names[body] for body, _ in _shapes(robot.model)}

    def parts(self, body: int, points: np.ndarray) -> list[str]:
        """Return the part of each point (N, 3) [m] in a body's frame, empty where it is of none."""
        name = self.names[body]
        stretch, _, side = name.rpartition("_")
        if stretch == "hand":
            return [name] * len(points)
        if stretch == "forearm":
            return self._of_forearm(name, side, body, points)
        if stretch == "shin":
            return [f"knee_{side}" if s < _ANKLE else "" for s in self._along(side, "shin", body, points)]
        if stretch == "thigh":
            shares = self._along(side, "thigh", body, points)
            return [f"knee_{side}" if s > _KNEE else "pelvis" if s < _SEAT else "" for s in shares]
        if stretch == "leg" or name == "pelvis":
            return ["pelvis"] * len(points)
        if name == "head":
            return ["head"] * len(points)
        if name in ("chest", "belly", "trunk"):
            shares = self._along("", "trunk", body, points)
            return ["head" if self._is_head(s) else _of_trunk(name, s) for s in shares]
        return [""] * len(points)

    def _of_forearm(self, name: str, side: str, body: int, points: np.ndarray) -> list[str]:
        """Return which points are of a forearm, and which of the hand that goes on rigidly from it."""
        hand = f"hand_{side}"
        if body in self.rigid.beyond:
            return [hand if self.rigid.at(body, point) == hand else name for point in points]
        if hand in self.shaped:
            return [name] * len(points)
        shares = self._along(side, "forearm", body, points)
        return [hand if share > _HAND else name for share in shares]

    def _is_head(self, share: float) -> bool:
        return "head" not in self.robot.frames and "head_top" in self.robot.landmarks and share > _HEAD

    def _along(self, side: str, segment: str, body: int, points: np.ndarray) -> np.ndarray:
        """Return how far (N,) points are along a segment, 0 at its start, 1 at its end; NaN without."""
        ends = self.robot.segment(f"{segment}_{side}" if side else segment)
        if ends is None:
            return np.full(len(points), np.nan)
        start, end = (point_in_world(self.data, point) for point in ends)
        turn = self.data.xmat[body].reshape(3, 3)
        way = end - start
        return (self.data.xpos[body] + points @ turn.T - start) @ way / (way @ way)


def _of_trunk(name: str, share: float) -> str:
    if name == "chest":
        return "chest"
    return "pelvis" if share < _SEAT else "chest" if share > _CHEST else ""
