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


class FallRule:
    """Says of a robot whether it has fallen, frame by frame."""

    def __init__(self, robot: Robot) -> None:
        """Take the robot, whose root is free."""
        self._up = rot.rotate(rot.conjugate(robot.home[3:ROOT_SIZE]), np.array([0.0, 0.0, 1.0]))
        self._drop = DROP * _middle(robot)

    def tilt(self, q: np.ndarray, reference: np.ndarray) -> np.ndarray:
        """Return how much further (T,) [rad] the root leans in coordinates (T, nq) than in those wanted."""
        up = np.broadcast_to(self._up, (len(q), 3))
        ups = [rot.rotate(each[:, 3:ROOT_SIZE], up) for each in (q, reference)]
        return np.arccos(np.clip(np.sum(ups[0] * ups[1], axis=1), -1.0, 1.0))

    def has_fallen(self, q: np.ndarray, reference: np.ndarray) -> np.ndarray:
        """Return in which frames (T,) the root leans too far or is too low."""
        return (self.tilt(q, reference) > TILT) | (reference[:, 2] - q[:, 2] > self._drop)


def falls_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``falls/tilt`` [rad] and ``falls/fallen``, none for a robot that is held, or that lies.

    A robot has fallen from the first frame on in which its root leans 30° further than wanted, or is lower
    by 30 % of the height of the robot's centre of mass at home; ``first`` is that frame, NaN where there is
    none. ``upright`` [s] is the time until then, of the whole rollout where it never falls.
    """
    if rollout.base != "free" or rollout.mode != "dynamic" or not rollout.has_free_base:
        return ()
    rule = FallRule(robot)
    tilt = rule.tilt(rollout.q, rollout.reference)
    fallen = np.maximum.accumulate(rule.has_fallen(rollout.q, rollout.reference))
    summary = {
        "frames": float(fallen.sum()),
        "share": float(fallen.mean()),
        "upright": float(rollout.time[fallen.argmax() if fallen.any() else -1] - rollout.time[0]),
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
