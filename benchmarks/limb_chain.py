"""A limb as a chain of hinges, wherever their axes are, for those who prove what no posture can do.

``limb_speed_bound.py`` has limbs as products of turns, whose segments have one length in all postures. That
is none where a shoulder's axes do not meet in a point, as G1's do not. Here points are moved by one hinge
after the other (Brockett's product of exponentials), all in the frame of the body that the limb hangs from:

    p(q) = T₁(q₁) … T_k(q_k) p(0)

By how much directions of segments differ from MuJoCo's, ε, is measured in random postures; it is more than
rounding only where a joint was left out that turns no segment by half a degree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

import mujoco
import numpy as np
from limb_speed_bound import MORE, MOST_JOINTS, POSTURES, TURNS, _directions
from numba import njit

from understudy.evaluate.limbs import LIMBS, carrier
from understudy.evaluate.reach_problem import limb_columns
from understudy.kinematics.tree import compile_tree
from understudy.robots import Robot
from understudy.spatial import rotations as rot

_STEP = 1e-5
"""Turn [rad] over which directions are differentiated."""


@dataclass(frozen=True, eq=False)
class Hinges:
    """Hinges one on the other, in the frame of the body that a limb hangs from.

    Attributes:
        columns: (J,) their coordinates in a pose, from the body outwards.
        low, high: (J,) [rad] ranges.
        axes: (J, 3) unit vectors with all hinges at 0, and
        anchors: (J, 3) [m] points on them.
        bodies: Body → by how many of the hinges, the first ones, it is moved, at least one; of bodies that
            nothing else moves.
    """

    columns: np.ndarray
    low: np.ndarray
    high: np.ndarray
    axes: np.ndarray
    anchors: np.ndarray
    bodies: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Chain(Hinges):
    """A limb's hinges, and the ends of its segments.

    Attributes:
        ends: (4, 3) [m] start and end of the upper, then of the lower segment with all hinges at 0.
        moved: (4,) by how many of the hinges, the first ones, each of these is moved.
        lever: L, by how many times what all hinges turn by the limb's error changes at most.
        loose: ε [rad].
    """

    ends: np.ndarray
    moved: np.ndarray
    lever: float = np.inf
    loose: float = np.inf

    def directions(self, postures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the unit directions (N, 3) of both segments in postures (N, J) [rad]."""
        vectors = _segments(np.ascontiguousarray(postures), self.axes, self.anchors, self.ends, self.moved)
        return vectors[:, 0], vectors[:, 1]

    def errors(self, postures: np.ndarray, wanted: list[np.ndarray]) -> np.ndarray:
        """Return the errors E (N,) [rad] of postures (N, J) [rad] from directions (3,) of both segments."""
        upper, lower = self.directions(postures)
        return np.hypot(rot.angle_between(upper, wanted[0]), rot.angle_between(lower, wanted[1]))

    def slack(self, sides: np.ndarray) -> float:
        """Return by how much [rad] a posture's error may be less than in the middle of its box.

        Args:
            sides: (J,) [rad] of the box.
        """
        return float(0.5 * sides.max() * self.lever + np.sqrt(2.0) * self.loose)


def find_chain(robot: Robot, limb: str) -> Chain | None:
    """Return a limb as a chain of hinges; None where it has other joints, coupled ones, or too many."""
    columns, moving = limb_columns(robot, limb), moving_dofs(robot)
    dofs = np.flatnonzero(np.isin(compile_tree(robot.model).dof_q, columns))
    if not _are_plain(robot, dofs) or moving[carrier(robot, limb)] & set(dofs.tolist()):
        return None
    low, high = _ranges(robot, columns)
    random = np.tile(robot.home, (POSTURES, 1))
    random[:, columns] = np.random.default_rng(0).uniform(low, high, (POSTURES, len(columns)))
    kept = np.array([_turns(robot, limb, random, *each) for each in zip(columns, low, high, strict=True)])
    if not 1 <= kept.sum() <= MOST_JOINTS:
        return None
    hinges, data = _hinges(robot, limb, dofs[kept])
    ends = [end for name in LIMBS[limb] for end in robot.segment(name) or ()]
    places = [data.xpos[end.body] + data.xmat[end.body].reshape(3, 3) @ end.point for end in ends]
    moved = np.array([len(moving[end.body] & set(dofs[kept].tolist())) for end in ends])
    own = Chain(**vars(hinges), ends=seen_from(data, carrier(robot, limb), np.array(places)), moved=moved)
    postures = random[:, own.columns]
    pairs = zip(own.directions(postures), _directions(robot, limb, random), strict=True)
    loose = max(float(rot.angle_between(*pair).max()) for pair in pairs)
    return replace(own, lever=find_lever(own, postures), loose=loose)


def find_neck(robot: Robot, limb: str, most: int) -> Hinges:
    """Return hinges that move no limb: those of the neck, so many of the first ones at most.

    Args:
        robot: The robot.
        limb: The limb in whose carrier's frame they are.
        most: How many.
    """
    necks = [moving - trunk_dofs(robot) for moving in moving_dofs(robot) if not moving & limb_dofs(robot)]
    dofs = np.array(sorted(max(necks, key=len)), dtype=np.int64)[:most]
    return _hinges(robot, limb, dofs if _are_plain(robot, dofs) else dofs[:0])[0]


def limb_dofs(robot: Robot) -> set[int]:
    """Return the degrees of freedom of all limbs of a robot."""
    columns = np.concatenate([limb_columns(robot, limb) for limb in _limbs(robot)])
    return set(np.flatnonzero(np.isin(compile_tree(robot.model).dof_q, columns)).tolist())


def trunk_dofs(robot: Robot) -> set[int]:
    """Return the degrees of freedom that move a body which limbs hang from."""
    moving = moving_dofs(robot)
    return set[int]().union(*(moving[carrier(robot, limb)] for limb in _limbs(robot)))


def moving_dofs(robot: Robot) -> list[set[int]]:
    """Return of every body the degrees of freedom that move it, and those that drive one of them."""
    tree = compile_tree(robot.model)
    own = [row[:count] for row, count in zip(tree.chain, tree.chain_count, strict=True)]
    return [{*dofs.tolist(), *tree.variable[dofs].tolist()} - {-1} for dofs in own]


def seen_from(data: mujoco.MjData, body: int, places: np.ndarray) -> np.ndarray:
    """Return points (..., 3) [m] of the world in the frame of a body."""
    return np.ascontiguousarray((places - data.xpos[body]) @ data.xmat[body].reshape(3, 3))


def find_lever(chain: Chain, postures: np.ndarray) -> float:
    """Return L of a limb: the largest in postures (N, J) [rad], and a fiftieth more."""
    by_joint = []
    for step in _STEP * np.eye(postures.shape[1]):
        after, before = (np.concatenate(chain.directions(postures + way), axis=1) for way in (step, -step))
        by_joint.append((after - before) / (2.0 * _STEP))
    largest = 0.0
    for signs in product((1.0, -1.0), repeat=len(by_joint)):
        total = sum(sign * own for sign, own in zip(signs, by_joint, strict=True))
        largest = max(largest, float(np.linalg.norm(total, axis=1).max()))
    return MORE * largest


def _turns(robot: Robot, limb: str, random: np.ndarray, column: int, low: float, high: float) -> bool:
    """Return whether a joint turns a segment in poses (N, Q) from mid-range to an end so that it counts."""
    ends = []
    for place in (low, 0.5 * (low + high), high):
        q = random[:50].copy()
        q[:, column] = place
        ends.append(_directions(robot, limb, q))
    turned = [rot.angle_between(ends[1][part], ends[end][part]).max() for end in (0, 2) for part in (0, 1)]
    return max(turned) > TURNS


def _limbs(robot: Robot) -> list[str]:
    """Return the limbs whose segments a robot has."""
    return [limb for limb, own in LIMBS.items() if all(robot.segment(name) for name in own)]


def _are_plain(robot: Robot, dofs: np.ndarray) -> bool:
    """Return whether degrees of freedom are hinges that are not coupled to others."""
    tree = compile_tree(robot.model)
    return bool((tree.variable[dofs] == dofs).all() and tree.dof_turns[dofs].all())


def _ranges(robot: Robot, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return from where to where [rad] coordinates (J,) go; a hinge without an end goes round once."""
    indices = columns - (len(robot.home) - len(robot.joints))
    low, high = robot.lower[indices], robot.upper[indices]
    endless = ~np.isfinite(high - low)
    return np.where(endless, -np.pi, low), np.where(endless, np.pi, high)


def _hinges(robot: Robot, limb: str, dofs: np.ndarray) -> tuple[Hinges, mujoco.MjData]:
    """Return hinges in the frame of what a limb hangs from, and where everything is with them at 0."""
    model, data, hung = robot.model, mujoco.MjData(robot.model), carrier(robot, limb)
    columns, moving, order = compile_tree(model).dof_q[dofs], moving_dofs(robot), dofs.tolist()
    data.qpos[:] = robot.home
    data.qpos[columns] = 0.0
    mujoco.mj_kinematics(model, data)
    own = [moved - moving[hung] for moved in moving]
    bodies = {body: len(moved) for body, moved in enumerate(own) if moved and moved == {*order[: len(moved)]}}
    axes = np.ascontiguousarray(data.xaxis[model.dof_jntid[dofs]] @ data.xmat[hung].reshape(3, 3))
    anchors = seen_from(data, hung, data.xanchor[model.dof_jntid[dofs]])
    return Hinges(columns, *_ranges(robot, columns), axes, anchors, bodies), data


@njit
def turn_about(point: np.ndarray, axis: np.ndarray, anchor: np.ndarray, angle: float) -> None:
    """Turn a point (3,) [m] about an axis (3,) through another point (3,) by an angle [rad], in place."""
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y, z = point[0] - anchor[0], point[1] - anchor[1], point[2] - anchor[2]
    along = (1.0 - cosine) * (axis[0] * x + axis[1] * y + axis[2] * z)
    point[0] = anchor[0] + cosine * x + sine * (axis[1] * z - axis[2] * y) + along * axis[0]
    point[1] = anchor[1] + cosine * y + sine * (axis[2] * x - axis[0] * z) + along * axis[1]
    point[2] = anchor[2] + cosine * z + sine * (axis[0] * y - axis[1] * x) + along * axis[2]


@njit
def _segments(
    postures: np.ndarray, axes: np.ndarray, anchors: np.ndarray, ends: np.ndarray, moved: np.ndarray
) -> np.ndarray:
    """Return unit directions (N, 2, 3) of segments in postures (N, J); see :class:`Chain`."""
    found, places = np.empty((len(postures), 2, 3)), np.empty((4, 3))
    # Numba takes seconds to compile sums of whole arrays.
    for row in range(len(postures)):
        for end in range(4):
            for axis in range(3):
                places[end, axis] = ends[end, axis]
            for joint in range(moved[end] - 1, -1, -1):
                turn_about(places[end], axes[joint], anchors[joint], postures[row, joint])
        for part in range(2):
            squared = 0.0
            for axis in range(3):
                found[row, part, axis] = places[2 * part + 1, axis] - places[2 * part, axis]
                squared += found[row, part, axis] ** 2
            for axis in range(3):
                found[row, part, axis] /= np.sqrt(squared)
    return found
