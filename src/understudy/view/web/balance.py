"""What keeps a robot upright: its centre of mass, the ZMP, and the polygon of what stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.robots.balance import Balance
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

_CENTRE, _INSIDE, _OUTSIDE, _POLYGON = (110, 64, 170), (34, 150, 83), (214, 39, 40), (34, 150, 83)
_BALL = 0.022
_LIFT = 0.006


class BalanceNode:
    """Draws a balance beside the centre of mass, frame by frame."""

    def __init__(self, server: ViserServer, name: str, balance: Balance | None) -> None:
        """Add the balls and the polygon.

        Args:
            server: viser's.
            name: Of the node under which they are.
            balance: The ZMP and what stands, or None to show the centre of mass alone.
        """
        self._wire, self._balance = Wire(server), balance
        self._name = name
        scene = server.scene
        self._root = scene.add_frame(name, show_axes=False)
        scene.add_icosphere(f"{name}/centre", radius=1.6 * _BALL, color=_CENTRE)
        scene.add_line_segments(
            f"{name}/plumb", np.zeros((1, 2, 3)), colors=_CENTRE, thickness=2.0, thickness_units="screen"
        )
        if balance is not None:
            self._inside = scene.add_icosphere(f"{name}/zmp", radius=_BALL, color=_INSIDE)
            self._outside = scene.add_icosphere(f"{name}/zmp_outside", radius=1.3 * _BALL, color=_OUTSIDE)
            scene.add_line_segments(
                f"{name}/polygon",
                np.zeros((8, 2, 3)),
                colors=_POLYGON,
                thickness=4.0,
                thickness_units="screen",
            )

    def show(self, frame: int, data: mujoco.MjData) -> None:
        """Move all to where they are at a frame and in a pose whose kinematics are computed."""
        x, y, z = data.subtree_com[0].tolist()
        floor = 0.0 if self._balance is None else float(self._balance.floor[frame])
        wire, name = self._wire, self._name
        wire.move(f"{name}/centre", (x, y, z))
        wire.set(f"{name}/plumb", points=np.array([[[x, y, z], [x, y, floor + _LIFT]]], dtype=np.float32))
        if self._balance is None:
            return
        balance, stands = self._balance, bool(self._balance.polygons.stands[frame])
        ring = np.column_stack([balance.polygons.corners[frame], np.full(8, floor + _LIFT)])
        if not stands:
            ring = np.tile([x, y, floor - 1.0], (8, 1))
        wire.set(
            f"{name}/polygon", points=np.stack([ring, np.roll(ring, -1, axis=0)], axis=1).astype(np.float32)
        )
        zmp_x, zmp_y = balance.zmp[frame].tolist()
        holds, hidden = bool(balance.holds[frame]), (x, y, floor - 5.0)
        place = (zmp_x, zmp_y, floor + _LIFT)
        wire.move(f"{name}/zmp", place if stands and holds else hidden)
        wire.move(f"{name}/zmp_outside", place if stands and not holds else hidden)

    def remove(self) -> None:
        """Take all away."""
        self._root.remove()
