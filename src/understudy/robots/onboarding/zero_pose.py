"""A model in any pose, and points that move from the zero pose to it with their bodies."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.onboarding.links import LinkTree


class Posed:
    """A model bent into a pose; the link that its tree is looked at from stays where it is.

    Attributes:
        places_w: (nbody, 3) positions of the bodies [m].
        turns_w: (nbody, 3, 3) their orientations.
        anchors_w, axes_w: (njnt, 3) points on the joints' axes [m] and the axes.
    """

    def __init__(self, tree: LinkTree, angles: Mapping[int, float]) -> None:
        """Bend the joints (by index) to angles [rad or m]; the others stay where the model has them."""
        self.tree = tree
        self._data = mujoco.MjData(tree.model)
        self._zero_turns = np.array(tree.data.xmat).reshape(-1, 3, 3)
        self.bend(angles)

    def bend(self, angles: Mapping[int, float]) -> None:
        """Take another pose."""
        model, data, root = self.tree.model, self._data, self.tree.root.body
        data.qpos[:] = model.qpos0
        for joint, angle in angles.items():
            data.qpos[int(model.jnt_qposadr[joint])] = angle
        mujoco.mj_kinematics(model, data)
        turns = np.array(data.xmat).reshape(-1, 3, 3)
        back = self._zero_turns[root] @ turns[root].T
        start, zero = data.xpos[root].copy(), self.tree.data.xpos[root]
        self.places_w = (data.xpos - start) @ back.T + zero
        self.turns_w = back @ turns
        self.anchors_w = (data.xanchor.reshape(-1, 3) - start) @ back.T + zero
        self.axes_w = data.xaxis.reshape(-1, 3) @ back.T

    def moved(self, body: int, points_w: np.ndarray) -> np.ndarray:
        """Return where points (..., 3) of the zero pose's world are when fixed to a body [m]."""
        local = (points_w - self.tree.data.xpos[body]) @ self._zero_turns[body]
        return self.places_w[body] + local @ self.turns_w[body].T

    def turned(self, body: int, vectors_w: np.ndarray) -> np.ndarray:
        """Return directions (..., 3) of the zero pose's world after turning with a body."""
        return vectors_w @ self._zero_turns[body] @ self.turns_w[body].T

    def local(self, body: int, points_w: np.ndarray) -> np.ndarray:
        """Return points (..., 3) of this pose's world in a body's frame [m]."""
        return (points_w - self.places_w[body]) @ self.turns_w[body]
