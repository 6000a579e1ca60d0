"""Points of a robot's surface on which hands, forearms, knees, pelvis, chest and head may carry.

Which points of a part touch the floor depends on how it lies there. So each part has points outermost in all
directions, of which those below count.
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
from understudy.robots.surface import DIRECTIONS, geom_in_body_frame
from understudy.robots.touching_parts import body_parts

_SPACING = 0.01
"""Distance [m] below which two outermost points of a part are one."""

_KNEE = (-0.2, 0.3)
"""From where to where a knee reaches, in lengths of the shin along it; below 0 along the thigh."""

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
    data = home_data(robot.model, robot.home)
    regions: dict[str, list[tuple[int, np.ndarray, float]]] = {}
    for body, point, radius, part in _surface(robot, data):
        regions.setdefault(part, []).append((body, point, radius))
    bodies: list[int] = []
    places: list[np.ndarray] = []
    parts: list[str] = []
    for part in PART_CONTACTS:
        for body, place in _outermost(data, regions.get(part, [])):
            bodies.append(body)
            places.append(place)
            parts.append(part)
    found = PartPoints(np.array(bodies, dtype=np.int64), np.array(places).reshape(-1, 3), tuple(parts))
    found.bodies.setflags(write=False)
    found.places.setflags(write=False)
    return found


def _surface(robot: Robot, data: mujoco.MjData) -> Iterator[tuple[int, np.ndarray, float, str]]:
    """Yield balls of the surface: body, middle (3,) [m] in its frame, radius [m], and the part it is of."""
    model, sort = robot.model, _Sorting(robot, data)
    for body, geom in _shapes(model):
        points, radius = geom_in_body_frame(model, geom)
        for point, part in zip(points, sort.parts(body, points), strict=True):
            if part:
                yield body, point, radius, part


def _shapes(model: mujoco.MjModel) -> Iterator[tuple[int, int]]:
    """Yield body and geom of every shape of a robot's own that can touch anything."""
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        if body > 0 and not is_drawn_only(model, geom):
            yield body, geom


def _outermost(
    data: mujoco.MjData, balls: list[tuple[int, np.ndarray, float]]
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield body and place (3,) [m] in its frame of the points that are outermost in some direction."""
    if not balls:
        return
    bodies = np.array([body for body, _, _ in balls])
    turns = data.xmat[bodies].reshape(-1, 3, 3)
    middles = data.xpos[bodies] + np.einsum("nij,nj->ni", turns, np.array([point for _, point, _ in balls]))
    radii = np.array([radius for _, _, radius in balls])
    best = (middles @ DIRECTIONS.T + radii[:, None]).argmax(axis=0)
    taken: list[np.ndarray] = []
    for index, direction in zip(best.tolist(), DIRECTIONS, strict=True):
        place = middles[index] + radii[index] * direction
        if all(np.linalg.norm(place - other) > _SPACING for other in taken):
            taken.append(place)
            yield int(bodies[index]), turns[index].T @ (place - data.xpos[bodies[index]])


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
            return [f"knee_{side}" if s < _KNEE[1] else "" for s in self._along(side, "shin", body, points)]
        if stretch == "thigh":
            shares = self._along(side, "thigh", body, points)
            knee = 1.0 + _KNEE[0]
            return [f"knee_{side}" if s > knee else "pelvis" if s < _SEAT else "" for s in shares]
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
