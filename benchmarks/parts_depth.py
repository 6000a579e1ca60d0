"""How deep a limb is in the parts it hangs from, and by how much that changes within a box of postures.

Depths are MuJoCo's, of the pairs of bodies that ``evaluate.penetration`` counts. Of these, pairs are looked
at whose bodies are moved by the limb's hinges alone, or, one of them, by no limb's joint at all: trunk, head,
pelvis. Pairs that are judged by their meshes are left out, which only grants the limb more.

A geom's depth in another is the least way by which it has to be moved to be out of it, so that it changes by
no more than the geom's points move against the other. From the middle of a box to any posture in it, hinges
are turned one after the other, the outermost one first. What a hinge turns by δ moves by δ r at most, r being
the largest distance of the geom's points (of the corners of a box around it) from the hinge's axis, in the
box's middle, and by how far they were moved before at most.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from itertools import product

import mujoco
import numpy as np
from limb_chain import Chain, Hinges, limb_dofs, moving_dofs, seen_from, trunk_dofs, turn_about
from numba import njit

from understudy.evaluate.limbs import carrier
from understudy.robots import Robot
from understudy.robots.colliding_bodies import colliding_bodies
from understudy.robots.hollow_joints import hollow_joints
from understudy.robots.self_collision import SelfCollision

INEXACT = 0.0002
"""Depth [m] by which MuJoCo's may be off: it ends its search after some steps. 0.08 mm was seen."""

_CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))


@dataclass(frozen=True, eq=False)
class Touches:
    """C contacts in postures.

    Attributes:
        rows: (C,) in which posture.
        geoms: (C, 2) of which the second one is moved by more of the limb's hinges.
        depth: (C,) [m].
    """

    rows: np.ndarray
    geoms: np.ndarray
    depth: np.ndarray

    def deeper_than(self, depth: float) -> Touches:
        """Return those that are deeper than so much [m]."""
        kept = self.depth > depth
        return Touches(self.rows[kept], self.geoms[kept], self.depth[kept])

    def deepest(self, count: int) -> np.ndarray:
        """Return the depth (N,) [m] of the deepest contact in each of so many postures, 0 without any."""
        depth = np.zeros(count)
        np.maximum.at(depth, self.rows, self.depth)
        return depth


class LimbParts:
    """A limb's geoms and those that may be in its way.

    Attributes:
        chain: The limb.
        neck: Hinges of the neck that are granted any posture, too; what others of the neck move is left out.
            None where the neck is as it is in a pose.
    """

    def __init__(self, robot: Robot, limb: str, chain: Chain, neck: Hinges | None = None) -> None:
        """Look which geoms are moved by what."""
        self.chain, self.neck = chain, neck
        self._columns = chain.columns if neck is None else np.append(chain.columns, neck.columns)
        still = still_bodies(robot, neck is not None)
        aside = {} if neck is None else neck.bodies
        self._model = _alone(SelfCollision(robot.model).model, [*still, *aside, *chain.bodies])
        self._data = mujoco.MjData(self._model)
        by_limb = np.full(self._model.nbody, -1)
        by_limb[[*still, *aside]] = 0
        by_limb[list(chain.bodies)] = list(chain.bodies.values())
        by_neck = np.zeros(self._model.nbody, dtype=np.int64)
        by_neck[list(aside)] = list(aside.values())
        self._by_limb, self._by_neck = by_limb[self._model.geom_bodyid], by_neck[self._model.geom_bodyid]
        self._counted = np.zeros((self._model.nbody, self._model.nbody), dtype=bool)
        ignored = robot.overlapping | hollow_joints(robot).pairs
        for one, other in colliding_bodies(robot.model):
            counts = min(by_limb[one], by_limb[other]) >= 0 and by_limb[one] != by_limb[other]
            self._counted[one, other] = self._counted[other, one] = counts and (one, other) not in ignored
        self._corners = self._find_corners(robot, carrier(robot, limb))

    def touches(self, q: np.ndarray, postures: np.ndarray) -> Touches:
        """Return the contacts of a pose (Q,) in which limb and neck have one posture after the other.

        Args:
            q: The pose.
            postures: (N, J) [rad] of the limb, then of the neck.
        """
        model, data = self._model, self._data
        data.qpos[:] = q
        rows, geoms, depths = [np.zeros(0, dtype=np.int64)], [np.zeros((0, 2), dtype=np.int64)], [np.zeros(0)]
        for row, posture in enumerate(postures):
            data.qpos[self._columns] = posture
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            if data.ncon:
                rows.append(np.full(data.ncon, row))
                geoms.append(np.array(data.contact.geom, dtype=np.int64))
                depths.append(-data.contact.dist)
        row, pair, depth = np.concatenate(rows), np.concatenate(geoms), np.concatenate(depths)
        bodies = model.geom_bodyid[pair]
        counts = (depth > 0.0) & self._counted[bodies[:, 0], bodies[:, 1]]
        row, pair, depth = row[counts], pair[counts], depth[counts]
        swapped = self._by_limb[pair[:, 0]] > self._by_limb[pair[:, 1]]
        return Touches(row, np.where(swapped[:, None], pair[:, ::-1], pair), depth)

    def moves(self, geoms: np.ndarray, postures: np.ndarray, sides: np.ndarray) -> np.ndarray:
        """Return how far (C,) [m] geoms move against each other at most, from the middles of boxes to within.

        Args:
            geoms: (C, 2) of which the second one is moved by more of the limb's hinges.
            postures: (C, J) [rad] the middles, of the limb's hinges, then of the neck's.
            sides: (J,) [rad] of the boxes.
        """
        count, halves, (one, other) = len(self.chain.columns), 0.5 * sides, geoms.T
        between = np.stack([self._by_limb[one], self._by_limb[other]], axis=1)
        found = _moves(
            self._corners[other], between, postures[:, :count], halves[:count], *_lines(self.chain)
        )
        if self.neck is not None:
            between = np.stack([np.zeros_like(one), self._by_neck[one]], axis=1)
            own = postures[:, count:], halves[count:]
            found += _moves(self._corners[one], between, *own, *_lines(self.neck))
        return found

    def _find_corners(self, robot: Robot, hung: int) -> np.ndarray:
        """Return (G, 8, 3) [m] corners of boxes around geoms with all hinges at 0, seen from the carrier."""
        model, data = self._model, self._data
        data.qpos[:] = robot.home
        data.qpos[self._columns] = 0.0
        mujoco.mj_kinematics(model, data)
        local = model.geom_aabb[:, None, :3] + _CORNERS * model.geom_aabb[:, None, 3:]
        places = data.geom_xpos[:, None] + local @ data.geom_xmat.reshape(-1, 3, 3).transpose(0, 2, 1)
        return seen_from(data, hung, places)


def still_bodies(robot: Robot, has_free_neck: bool) -> list[int]:
    """Return the bodies that no joint of any limb moves, nor one of the neck where that is free."""
    others, trunk = limb_dofs(robot), trunk_dofs(robot)
    return [
        body
        for body, moving in enumerate(moving_dofs(robot))
        if not moving & others and not (has_free_neck and moving - trunk)
    ]


def _alone(model: mujoco.MjModel, bodies: list[int]) -> mujoco.MjModel:
    """Return a copy in which only geoms of some bodies collide, which saves time."""
    model = copy.copy(model)
    others = ~np.isin(model.geom_bodyid, bodies)
    model.geom_contype[others] = model.geom_conaffinity[others] = 0
    return model


def _lines(hinges: Hinges) -> tuple[np.ndarray, np.ndarray]:
    return hinges.axes, hinges.anchors


@njit
def _moves(
    corners: np.ndarray,
    between: np.ndarray,
    postures: np.ndarray,
    halves: np.ndarray,
    axes: np.ndarray,
    anchors: np.ndarray,
) -> np.ndarray:
    """Return how far (C,) geoms with corners (C, 8, 3) move by the hinges between two numbers (C, 2)."""
    found = np.zeros(len(corners))
    for row in range(len(corners)):
        places = corners[row].copy()
        for joint in range(between[row, 1] - 1, between[row, 0] - 1, -1):
            farthest = 0.0
            for place in places:
                farthest = max(farthest, _distance(place, axes[joint], anchors[joint]))
                turn_about(place, axes[joint], anchors[joint], postures[row, joint])
            found[row] += halves[joint] * (farthest + found[row])
    return found


@njit
def _distance(point: np.ndarray, axis: np.ndarray, anchor: np.ndarray) -> float:
    """Return how far [m] a point (3,) is from an axis (3,) through another point (3,)."""
    x, y, z = point[0] - anchor[0], point[1] - anchor[1], point[2] - anchor[2]
    off = (axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x)
    return np.sqrt(off[0] ** 2 + off[1] ** 2 + off[2] ** 2)
