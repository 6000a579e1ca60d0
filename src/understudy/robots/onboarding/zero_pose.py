"""A model in any pose, and points that move from the zero pose to it with their bodies."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.onboarding.links import LinkTree


class Posed:
    """A model bent into a pose, its root where the model has it.

    Attributes:
        data: Forward kinematics of the pose.
    """

    def __init__(self, tree: LinkTree, angles: Mapping[int, float]) -> None:
        """Bend the joints (by index) to angles [rad or m]; the others stay where the model has them."""
        self.tree = tree
        self.data = mujoco.MjData(tree.model)
        self.bend(angles)

    def bend(self, angles: Mapping[int, float]) -> None:
        """Take another pose."""
        model = self.tree.model
        self.data.qpos[:] = model.qpos0
        for joint, angle in angles.items():
            self.data.qpos[int(model.jnt_qposadr[joint])] = angle
        mujoco.mj_kinematics(model, self.data)

    def moved(self, body: int, points_w: np.ndarray) -> np.ndarray:
        """Return where points (..., 3) of the zero pose's world are when fixed to a body [m]."""
        zero = self.tree.data
        local = (points_w - zero.xpos[body]) @ zero.xmat[body].reshape(3, 3)
        return self.data.xpos[body] + local @ self.data.xmat[body].reshape(3, 3).T

    def turned(self, body: int, vectors_w: np.ndarray) -> np.ndarray:
        """Return directions (..., 3) of the zero pose's world after turning with a body."""
        local = vectors_w @ self.tree.data.xmat[body].reshape(3, 3)
        return local @ self.data.xmat[body].reshape(3, 3).T

    def local(self, body: int, points_w: np.ndarray) -> np.ndarray:
        """Return points (..., 3) of this pose's world in a body's frame [m]."""
        return (points_w - self.data.xpos[body]) @ self.data.xmat[body].reshape(3, 3)
