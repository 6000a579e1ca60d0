"""Poses of a robot's bodies by MuJoCo, which exports are compared with."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots import Robot


def poses(robot: Robot, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return positions (T, B, 3) [m] and matrices (T, B, 9) of the world and all bodies."""
    data = mujoco.MjData(robot.model)
    places, turns = [], []
    for row in q:
        data.qpos[:] = row
        mujoco.mj_kinematics(robot.model, data)
        places.append(data.xpos.copy())
        turns.append(data.xmat.copy())
    return np.array(places), np.array(turns)
