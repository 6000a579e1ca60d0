"""Which geoms of a robot make up the parts that may touch each other, and how far apart parts are.

An arm begins after the shoulder and ends at the wrist, a leg after the hip and at the ankle, the head after
the neck; the rest is trunk. Where wrist or ankle are rigid, hand or foot are what of their body lies beyond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.motion.landmarks import SIDES
from understudy.motion.touches import HEAD, PAIRS, TRUNK, Pair
from understudy.robots.body_geoms import body_geoms
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot

TOUCHING, CLEAR = 0.04, 0.075
"""Distances within which surfaces touch, and beyond which they are clearly apart, in limb lengths."""

_CHAINS = (("arm", "shoulder", "elbow", "wrist", "hand"), ("leg", "hip", "knee", "ankle", "foot"))
_BEYOND = {"wrist": ("knuckle", "fingertip"), "ankle": ("toe", "heel")}


@dataclass(frozen=True, eq=False)
class PartDistance:
    """How far apart two parts are in one pose.

    Attributes:
        distance: [m], negative where they overlap.
        points: (2, 3) [m] the nearest points of either's surface, in the world.
    """

    distance: float
    points: np.ndarray


@dataclass(frozen=True, eq=False)
class PartPlace:
    """A place on a part.

    Attributes:
        body: The body that it is on.
        inner: (3,) [m] the middle of the part there, in the body's frame.
        outward: (3,) from there to the surface, a unit vector.
        thickness: How far [m] that is.
    """

    body: int
    inner: np.ndarray
    outward: np.ndarray
    thickness: float

    def outside(self, by: float) -> BodyPoint:
        """Return the point so far [m] out of the surface; negative ones are inside."""
        return BodyPoint(self.body, self.inner + (self.thickness + by) * self.outward)


class PartDistances:
    """Measures how far apart the parts of a robot are, by MuJoCo's distances of its real geoms.

    Geoms that collide stand for their body, else those that are seen. Two geoms that touch in the home pose
    already are left out, since no motion is to blame for them.
    """

    def __init__(self, robot: Robot) -> None:
        """Find the parts of a robot."""
        self.robot = robot
        self.geoms = part_geoms(robot)
        self.data = mujoco.MjData(robot.model)
        self._overlapping = robot.overlapping
        self.pairs: tuple[Pair, ...] = tuple(
            pair for pair in PAIRS if all(part in self.geoms for part in pair)
        )

    def pose(self, q: np.ndarray) -> None:
        """Take a pose (nq,)."""
        self.data.qpos[:] = q
        mujoco.mj_kinematics(self.robot.model, self.data)

    def between(self, pair: Pair, most: float) -> PartDistance | None:
        """Return how far apart two parts are in the pose, None where that is more than so far [m]."""
        model, data = self.robot.model, self.data
        one, other = (self.geoms[part] for part in pair)
        middles = data.geom_xpos
        apart = np.linalg.norm(middles[one][:, None] - middles[other][None], axis=2)
        bounds = apart - model.geom_rbound[one][:, None] - model.geom_rbound[other][None]
        best, ends, found = most, np.zeros(6), None
        for flat in np.argsort(bounds, axis=None):
            first, second = np.unravel_index(flat, bounds.shape)
            if bounds[first, second] > best:
                break
            ids = int(one[first]), int(other[second])
            bodies = sorted(int(model.geom_bodyid[geom]) for geom in ids)
            if (bodies[0], bodies[1]) in self._overlapping:
                continue
            distance = mujoco.mj_geomDistance(model, data, *ids, best, ends)
            if distance < best:
                best, found = float(distance), ends.reshape(2, 3).copy()
        return None if found is None else PartDistance(best, found)

    def place(self, part: str, origin: np.ndarray, axis: np.ndarray, direction: np.ndarray) -> PartPlace:
        """Return the place of a part that is in a direction from a point on its axis.

        A robot's shapes need not lie around that axis, which may run along the sole of a foot: so the ray
        begins in the middle of the nearest shape, across the axis, and where the point is beyond its end,
        there as well. The outermost surface counts.

        Args:
            part: The part.
            origin: (3,) [m] the point.
            axis: (3,) along the axis, a unit vector.
            direction: (3,) a unit vector.
        """
        model, data, geoms = self.robot.model, self.data, self.geoms[part]
        apart = np.linalg.norm(data.geom_xpos[geoms] - origin, axis=1)
        far = float(apart.max()) + float(model.geom_rbound[geoms].max())
        nearest = int(geoms[apart.argmin()])
        middle = data.geom_xpos[nearest]
        begin = middle + (origin - middle) @ axis * axis
        hits = self._hits(geoms, begin + far * direction, -direction)
        if not hits:
            begin, hits = middle, self._hits(geoms, middle + far * direction, -direction)
        depth, geom = min(hits, default=(far, nearest))
        body = int(model.geom_bodyid[geom])
        to_body = data.xmat[body].reshape(3, 3).T
        return PartPlace(body, to_body @ (begin - data.xpos[body]), to_body @ direction, far - depth)

    def _hits(self, geoms: np.ndarray, start: np.ndarray, direction: np.ndarray) -> list[tuple[float, int]]:
        """Return how far [m] along a ray geoms are, and which, those that it hits."""
        found = [(self._hit(int(geom), start, direction), int(geom)) for geom in geoms]
        return [hit for hit in found if hit[0] >= 0.0]

    def _hit(self, geom: int, start: np.ndarray, direction: np.ndarray) -> float:
        """Return how far [m] along a ray a geom is, -1 where the ray misses it."""
        model, data = self.robot.model, self.data
        if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
            return float(mujoco.mj_rayMesh(model, data, geom, start, direction))
        place, turn, size = data.geom_xpos[geom], data.geom_xmat[geom], model.geom_size[geom]
        kind = int(model.geom_type[geom])
        return float(mujoco.mju_rayGeom(place, turn, size, start, direction, kind))


@dataclass(frozen=True, eq=False)
class BodyParts:
    """Which part of a robot its bodies belong to.

    Attributes:
        of_body: Body → part.
        beyond: Body that also carries the part beyond a rigid wrist or ankle → that part, and where it
            begins: a point (3,) [m] and the way out (3,), in the body's frame.
    """

    of_body: Mapping[int, str]
    beyond: Mapping[int, tuple[str, np.ndarray, np.ndarray]]

    def at(self, body: int, point: np.ndarray) -> str:
        """Return the part that a point (3,) [m] in a body's frame belongs to."""
        if body in self.beyond:
            outer, place, outward = self.beyond[body]
            if (point - place) @ outward > 0.0:
                return outer
        return self.of_body[body]


@lru_cache(maxsize=32)
def body_parts(robot: Robot) -> BodyParts:
    """Return which part of a robot its bodies belong to."""
    model = robot.model
    starts, rigid = _part_starts(robot)
    parts = {0: ""}
    for body in range(1, model.nbody):
        parts[body] = starts.get(body, parts[int(model.body_parentid[body])] or TRUNK)
    data, beyond = home_data(model, robot.home), {}
    for body, (outer, before, end) in rigid.items():
        way = point_in_world(data, end) - point_in_world(data, before)
        beyond[body] = outer, end.point, data.xmat[body].reshape(3, 3).T @ way
    return BodyParts(parts, beyond)


@lru_cache(maxsize=32)
def part_geoms(robot: Robot) -> Mapping[str, np.ndarray]:
    """Return part → its geoms; parts that a robot lacks are left out."""
    model, parts = robot.model, body_parts(robot)
    found: dict[str, list[int]] = {}
    for geom in body_geoms(model).tolist():
        found.setdefault(parts.at(int(model.geom_bodyid[geom]), model.geom_pos[geom]), []).append(geom)
    return {part: np.array(geoms) for part, geoms in found.items()}


def _part_starts(
    robot: Robot,
) -> tuple[dict[int, str], dict[int, tuple[str, Attachment, Attachment]]]:
    """Return the body at which each part begins, and bodies that carry the part beyond a rigid joint, too."""
    model, marks = robot.model, robot.landmarks
    starts: dict[int, str] = {}
    rigid: dict[int, tuple[str, Attachment, Attachment]] = {}
    heads = [robot.frames["head"].body] if "head" in robot.frames else []
    heads += [marks[name].body for name in ("head_top", "nose") if name in marks]
    if "neck" in marks and heads:
        starts[_first_on_way(model, marks["neck"].body, heads[0])] = HEAD
    for side in SIDES:
        for inner, first, middle, last, outer in _CHAINS:
            names = [f"{name}_{side}" for name in (first, middle, last)]
            if not all(name in marks for name in names):
                continue
            base, bend, end = (marks[name] for name in names)
            starts[_first_on_way(model, base.body, bend.body)] = f"{inner}_{side}"
            beyond = [f"{name}_{side}" for name in _BEYOND[last] if f"{name}_{side}" in marks]
            if any(marks[name].body == end.body for name in beyond):
                rigid[end.body] = f"{outer}_{side}", bend, end
            for child in range(end.body + 1, model.nbody):
                if int(model.body_parentid[child]) == end.body:
                    starts[child] = f"{outer}_{side}"
    return starts, rigid


def _first_on_way(model: mujoco.MjModel, inner: int, outer: int) -> int:
    """Return the first body after one on the way out to another; the other itself where none leads there."""
    body = outer
    while body > 0 and int(model.body_parentid[body]) != inner:
        body = int(model.body_parentid[body])
    return body or outer
