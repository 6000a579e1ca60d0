"""The reference human that was fitted to a person: its segments as a body, moved frame by frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.view.web.robot_node import RobotNode
from understudy.view.web.shells import model_shells

if TYPE_CHECKING:
    from viser import ViserServer


@dataclass(frozen=True, eq=False)
class PersonBody:
    """A body with a pose at every frame.

    Attributes:
        model: The body's.
        q: (T, Q) its coordinates.
        shown: Bodies that the capture tells of; others only stand as people do, and are not drawn.
    """

    model: mujoco.MjModel
    q: np.ndarray
    shown: frozenset[int]

    def __post_init__(self) -> None:
        """Check that the coordinates are the model's."""
        if np.ndim(self.q) != 2 or np.shape(self.q)[1] != self.model.nq:
            raise InvalidMotionError(
                f"coordinates of shape {np.shape(self.q)}, expected {self.model.nq} a frame"
            )


class PersonBodyNode:
    """Meshes of the segments that were sent once, and are moved."""

    def __init__(self, server: ViserServer, name: str, body: PersonBody, ghost: bool = False) -> None:
        """Send the meshes.

        Args:
            server: viser's.
            name: Of the node under which all others are.
            body: The body.
            ghost: Whether one sees through it.
        """
        server.scene.add_frame(name, show_axes=False)
        shells = tuple(shell for shell in model_shells(body.model) if shell.body in body.shown)
        self._node = RobotNode(server, name, body.model, shells, None, ghost)
        self._body, self._data = body, mujoco.MjData(body.model)

    def show(self, frame: int) -> None:
        """Move all segments to where they are at a frame."""
        self._data.qpos[:] = self._body.q[frame]
        mujoco.mj_kinematics(self._body.model, self._data)
        self._node.show(self._data)
