"""Whether a robot that moves is in balance: its ZMP, from full rigid-body dynamics, over what stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.derivatives import DEGREE, smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.support import Support, support
from understudy.dynamics.wrench import root_wrench
from understudy.dynamics.zmp import zero_moment_point
from understudy.motion.landmarks import CONTACTS
from understudy.robots.robot import Robot
from understudy.robots.standing import body_weight

CUTOFF = 10.0
"""Frequency [Hz] up to which a robot's links follow; what shakes faster is its servos' business."""


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

    @property
    def share(self) -> float:
        """Of the frames in which a foot stands, the share with the ZMP over the soles; NaN without any."""
        stands = self.polygons.stands
        return float(self.holds[stands].mean()) if stands.any() else float("nan")


def find_balance(robot: Robot, q: np.ndarray, fps: float, contacts: np.ndarray) -> Balance | None:
    """Return a motion's ZMP and support polygons; None without soles, a free base, or enough frames.

    Args:
        robot: The robot.
        q: (T, nq) its poses.
        fps: Frames a second [1/s].
        contacts: (T, 4) which of ``CONTACTS`` carry weight.
    """
    if not (robot.has_free_base and robot.soles) or len(q) <= DEGREE:
        return None
    smooth, soles = smooth_motion(q, fps, CUTOFF), robot.soles
    found = inverse_forces(robot.model, smooth, [sole.body for sole in soles.values()])
    points = np.stack([sole.points for sole in soles.values()])
    corners_w = found.positions_w[:, :, None] + points @ np.swapaxes(found.turns_w, 2, 3)
    carries = contacts[:, [[CONTACTS.index(f"{end}_{side}") for end in ("heel", "toe")] for side in soles]]
    heights = corners_w[..., 2].reshape(*carries.shape, 2).mean(axis=3)
    floor = (heights * carries).sum(axis=(1, 2)) / np.maximum(carries.sum(axis=(1, 2)), 1)
    zmp = zero_moment_point(root_wrench(smooth, found.forces), body_weight(robot), floor)
    polygons = support(corners_w, tuple(soles), contacts)
    return Balance(zmp, floor, polygons, polygons.holds(zmp))
