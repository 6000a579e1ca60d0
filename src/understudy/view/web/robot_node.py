"""A robot in the browser: a tree of frames, one a body, with the body's meshes in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.spatial import rotations as rot
from understudy.view.web.shells import Shell
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

Tint = tuple[int, int, int] | None
"""A colour from 0 to 255 in place of a robot's own, or None."""

_STILL = 1e-6
"""Change of a quaternion or a place [m] that nobody sees."""

_GHOST = 0.35
"""Opacity of a robot that is shown over another."""


class RobotNode:
    """Meshes that were sent once, and bodies that are moved."""

    def __init__(
        self,
        server: ViserServer,
        name: str,
        model: mujoco.MjModel,
        shells: tuple[Shell, ...],
        tint: Tint = None,
        ghost: bool = False,
    ) -> None:
        """Send the meshes.

        Args:
            server: viser's.
            name: Of the node under which all others are, such as ``/stage/g1``.
            model: The robot's.
            shells: What of it is seen.
            tint: A colour in place of its own.
            ghost: Whether one sees through it.
        """
        self._wire = Wire(server)
        bodies = _needed(model, {shell.body for shell in shells})
        self.names = _node_names(model, name, bodies)
        for body in bodies:
            server.scene.add_frame(self.names[body], show_axes=False)
        self.meshes: dict[str, int] = {}
        for number, shell in enumerate(shells):
            mesh = f"{self.names.get(shell.body, name)}/shell_{number}"
            server.scene.add_mesh_simple(
                mesh,
                shell.corners,
                shell.faces,
                color=shell.colour if tint is None else tint,
                opacity=_GHOST if ghost else None,
                receive_shadow=False,
                side="double",
            )
            self.meshes[mesh] = shell.body
        self._bodies = np.array(bodies, dtype=np.int64)
        self._parents = model.body_parentid[self._bodies]
        self._nodes = [self.names[body] for body in bodies]
        self._turns = np.full((len(bodies), 4), np.inf)
        self._places = np.full((len(bodies), 3), np.inf)

    def show(self, data: mujoco.MjData) -> None:
        """Move the bodies to where they are in a pose whose kinematics are computed."""
        outwards = rot.conjugate(data.xquat[self._parents])
        turns = rot.multiply(outwards, data.xquat[self._bodies])
        places = rot.rotate(outwards, data.xpos[self._bodies] - data.xpos[self._parents])
        turned = np.flatnonzero(np.abs(turns - self._turns).max(axis=1) > _STILL)
        moved = np.flatnonzero(np.abs(places - self._places).max(axis=1) > _STILL)
        wire, nodes = self._wire, self._nodes
        for index, (w, x, y, z) in zip(turned.tolist(), turns[turned].tolist(), strict=True):
            wire.turn(nodes[index], (w, x, y, z))
        for index, (x, y, z) in zip(moved.tolist(), places[moved].tolist(), strict=True):
            wire.move(nodes[index], (x, y, z))
        self._turns[turned], self._places[moved] = turns[turned], places[moved]


def _needed(model: mujoco.MjModel, seen: set[int]) -> list[int]:
    """Return the bodies that are seen or carry some that are, each after the one that carries it."""
    needed: set[int] = set()
    for body in seen:
        while body != 0:
            needed.add(body)
            body = int(model.body_parentid[body])
    return sorted(needed)


def _node_names(model: mujoco.MjModel, root: str, bodies: list[int]) -> dict[int, str]:
    """Return the node of each body, under that of the body which carries it; the world is the root."""
    names = {0: root}
    for body in bodies:
        names[body] = f"{names[int(model.body_parentid[body])]}/b{body}"
    return names
