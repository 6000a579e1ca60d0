"""What keeps a robot upright: its centre of mass, the ZMP, and the polygon of what stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.dynamics.body_dynamics import body_dynamics
from understudy.dynamics.derivatives import DEGREE, smooth_motion
from understudy.dynamics.sole_points import load_shares
from understudy.dynamics.support import Support, support
from understudy.dynamics.zmp import zero_moment_point
from understudy.motion.robot_motion import RobotMotion
from understudy.robots import Robot
from understudy.robots.standing import CORNERS, body_weight, robot_sole_points, standing_height
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

CUTOFF = 10.0
"""Frequency [Hz] up to which movements count for forces."""

_CENTRE, _INSIDE, _OUTSIDE, _POLYGON = (110, 64, 170), (34, 150, 83), (214, 39, 40), (34, 150, 83)
_BALL = 0.022
_LIFT = 0.006


@dataclass(frozen=True, eq=False)
class Balance:
    """Where the floor would have to push.

    Attributes:
        zmp: (T, 2) [m].
        floor: (T,) [m] height of what is stood on.
        polygons: What stands.
        holds: (T,) whether the ZMP is in its polygon.
    """

    zmp: np.ndarray
    floor: np.ndarray
    polygons: Support
    holds: np.ndarray


def find_balance(robot: Robot, motion: RobotMotion) -> Balance | None:
    """Return a motion's ZMP and support polygons; None without soles, a free base, or enough frames."""
    if not (robot.has_free_base and robot.soles) or motion.frame_count <= DEGREE:
        return None
    contacts, soles = motion.contact_mask, robot_sole_points(robot)
    smooth = smooth_motion(motion.q, motion.fps, CUTOFF)
    shares = load_shares(contacts, motion.fps)
    found = body_dynamics(robot.model, soles, smooth, shares, standing_height(robot), terrain=motion.terrain)
    points_w = found.ground.points_w
    carries = contacts[:, soles.contacts]
    floor = np.sum(points_w[:, :, 2] * carries, axis=1) / np.maximum(carries.sum(axis=1), 1)
    zmp = zero_moment_point(found.wrench, body_weight(robot), floor)
    corners_w = points_w.reshape(len(zmp), -1, CORNERS, 3)
    polygons = support(corners_w, tuple(robot.soles), contacts)
    return Balance(zmp, floor, polygons, polygons.holds(zmp))


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
