"""How far a loop of joints gapes, and how its joints have to move to close it."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.spatial import rotations as rot

_CLOSED = 1e-6
"""Gap [m or rad] under which a loop is closed."""

_TRIES = 60
_STEP = 1e-6
"""Step [rad or m] of finite differences."""

_RANK = 1e-4
"""Singular values under this share of the largest leave the joints free to move."""

_LARGEST_STEP = 0.2
_SEED, _SPREAD = 5, 0.05
"""Loops may be stretched out in the reference pose; how they can move is told a little beside it."""


def chain_joints(model: mujoco.MjModel, equality: int) -> tuple[set[int], tuple[int, int]]:
    """Return the joints between the two bodies that an equality joins, and these bodies."""
    first, second = (_body(model, equality, index) for index in (model.eq_obj1id, model.eq_obj2id))
    up_first, up_second = _up(model, first), _up(model, second)
    common = set(up_first) & set(up_second)
    bodies = [body for body in (*up_first, *up_second) if body not in common]
    joints = {
        joint
        for body in bodies
        for joint in range(
            int(model.body_jntadr[body]), int(model.body_jntadr[body]) + int(model.body_jntnum[body])
        )
    }
    return joints, (first, second)


def _body(model: mujoco.MjModel, equality: int, index: np.ndarray) -> int:
    part = int(index[equality])
    is_site = model.eq_objtype[equality] == mujoco.mjtObj.mjOBJ_SITE
    return int(model.site_bodyid[part]) if is_site else max(part, 0)


def _up(model: mujoco.MjModel, body: int) -> list[int]:
    chain = [body]
    while body:
        body = int(model.body_parentid[body])
        chain.append(body)
    return chain


class LoopClosure:
    """Joints that make up one or more loops, and the equalities that close them.

    Attributes:
        size: How many joints there are.
    """

    def __init__(self, model: mujoco.MjModel, joints: list[int], equalities: list[int]) -> None:
        """Remember the loop.

        Args:
            model: The model.
            joints: Scalar joints of the loop.
            equalities: Connections and welds that close it.
        """
        self._model, self._data, self._equalities = model, mujoco.MjData(model), equalities
        self._columns = [int(model.jnt_qposadr[joint]) for joint in joints]
        self.size = len(joints)

    def gap(self, ways: np.ndarray) -> np.ndarray:
        """Return how far the loops gape (R,) [m, and rad for welds].

        Args:
            ways: (J,) joints [rad or m], counted from the reference pose.
        """
        data = self._data
        data.qpos[:] = self._model.qpos0
        data.qpos[self._columns] += ways
        mujoco.mj_kinematics(self._model, data)
        return np.concatenate([self._gap(equality) for equality in self._equalities])

    def mobility(self) -> int:
        """Return in how many independent ways the joints can move with the loops closed."""
        generator = np.random.default_rng(_SEED)
        spread = _SPREAD * generator.uniform(-1.0, 1.0, self.size)
        values = np.linalg.svd(self._jacobian(spread), compute_uv=False)
        return self.size - int((values > _RANK * values.max(initial=1e-12)).sum())

    def share(self, index: int) -> float:
        """Return how much a joint moves where the loops move in their one way."""
        generator = np.random.default_rng(_SEED)
        spread = _SPREAD * generator.uniform(-1.0, 1.0, self.size)
        return abs(float(np.linalg.svd(self._jacobian(spread))[2][-1, index]))

    def closed(self, ways: np.ndarray, lead: int) -> np.ndarray | None:
        """Return ways (J,) nearby that close the loops, the leading joint as it is; None where none do."""
        ways = np.array(ways)
        others = [index for index in range(self.size) if index != lead]
        for _ in range(_TRIES):
            gap = self.gap(ways)
            if np.abs(gap).max() < _CLOSED:
                return ways
            step = np.linalg.lstsq(self._jacobian(ways)[:, others], gap, rcond=1e-8)[0]
            largest = np.abs(step).max(initial=1e-12)
            ways[others] -= step * min(1.0, _LARGEST_STEP / largest)
        return None

    def _jacobian(self, ways: np.ndarray) -> np.ndarray:
        """Return how the gap changes with each joint (R, J), by central differences."""
        columns = []
        for index in range(self.size):
            step = np.zeros(self.size)
            step[index] = _STEP
            columns.append((self.gap(ways + step) - self.gap(ways - step)) / (2.0 * _STEP))
        return np.column_stack(columns)

    def _gap(self, equality: int) -> np.ndarray:
        model, data = self._model, self._data
        first, second = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
        numbers = model.eq_data[equality]
        if model.eq_objtype[equality] == mujoco.mjtObj.mjOBJ_SITE:
            away = data.site_xpos[first] - data.site_xpos[second]
            if model.eq_type[equality] == mujoco.mjtEq.mjEQ_CONNECT:
                return away
            turns = [np.zeros(4), np.zeros(4)]
            for turn, site in zip(turns, (first, second), strict=True):
                mujoco.mju_mat2Quat(turn, data.site_xmat[site])
            return np.concatenate([away, rot.multiply(rot.conjugate(turns[0]), turns[1])[1:]])
        here = data.xpos[first], data.xmat[first].reshape(3, 3)
        there = data.xpos[second], data.xmat[second].reshape(3, 3)
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_CONNECT:
            return here[0] + here[1] @ numbers[:3] - there[0] - there[1] @ numbers[3:6]
        # A weld: a point of the second body, and the second body's pose seen from the first.
        away = here[0] + here[1] @ numbers[3:6] - there[0] - there[1] @ numbers[:3]
        wanted = rot.multiply(np.array(data.xquat[first]), np.array(numbers[6:10]))
        return np.concatenate([away, rot.multiply(rot.conjugate(wanted), np.array(data.xquat[second]))[1:]])
