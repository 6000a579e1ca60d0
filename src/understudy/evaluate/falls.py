"""Falls: whether a simulated robot that was to stand still does."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.evaluate.statistics import describe
from understudy.motion import Metric, Rollout
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TILT = np.radians(30.0)
"""How much further [rad] than wanted a root leans that has fallen."""

DROP = 0.3
"""How much lower than wanted a root is that has fallen, as a share of the height of the robot's middle."""


def falls_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``falls/tilt`` [rad] and ``falls/fallen``, none for a robot that is held, or that lies.

    A robot has fallen from the first frame on in which its root leans 30° further than wanted, or is lower
    by 30 % of the height of the robot's centre of mass at home; ``first`` is that frame, NaN where there is
    none.
    """
    if rollout.base != "free" or rollout.mode != "dynamic" or not rollout.has_free_base:
        return ()
    up = rot.rotate(rot.conjugate(robot.home[3:ROOT_SIZE]), np.array([0.0, 0.0, 1.0]))
    ups = [
        rot.rotate(q[:, 3:ROOT_SIZE], np.broadcast_to(up, (rollout.frame_count, 3)))
        for q in (rollout.q, rollout.reference)
    ]
    tilt = np.arccos(np.clip(np.sum(ups[0] * ups[1], axis=1), -1.0, 1.0))
    low = rollout.reference[:, 2] - rollout.q[:, 2] > DROP * _middle(robot)
    fallen = np.maximum.accumulate((tilt > TILT) | low)
    summary = {
        "frames": float(fallen.sum()),
        "share": float(fallen.mean()),
        "first": float(fallen.argmax()) if fallen.any() else float("nan"),
    }
    return (
        Metric("falls/tilt", "rad", describe(tilt), tilt),
        Metric("falls/fallen", "1", summary, fallen.astype(np.float64)),
    )


def _middle(robot: Robot) -> float:
    """Return how high [m] a robot's centre of mass is over the floor in its home pose."""
    data = home_data(robot.model, robot.home)
    mujoco.mj_comPos(robot.model, data)
    return float(data.subtree_com[0, 2])
