"""Falls: whether a simulated robot that was to stand still does."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe
from understudy.motion import Metric, Rollout
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TILT = np.radians(30.0)
"""How much further [rad] than wanted a root leans that has fallen."""

HEIGHT = 0.7
"""Share of the wanted height under which a root is that has fallen."""


def falls_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``falls/tilt`` [rad] and ``falls/fallen``, none for a robot that is held, or that lies.

    A robot has fallen from the first frame on in which its root leans 30° further than wanted, or is lower
    than 70 % of its wanted height; ``first`` is that frame, NaN where there is none.
    """
    if rollout.base != "free" or rollout.mode != "dynamic" or not rollout.has_free_base:
        return ()
    up = rot.rotate(rot.conjugate(robot.home[3:ROOT_SIZE]), np.array([0.0, 0.0, 1.0]))
    ups = [
        rot.rotate(q[:, 3:ROOT_SIZE], np.broadcast_to(up, (rollout.frame_count, 3)))
        for q in (rollout.q, rollout.reference)
    ]
    tilt = np.arccos(np.clip(np.sum(ups[0] * ups[1], axis=1), -1.0, 1.0))
    low = rollout.q[:, 2] < HEIGHT * rollout.reference[:, 2]
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
