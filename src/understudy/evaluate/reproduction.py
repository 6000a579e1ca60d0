"""Reproduction error: how far joints of a simulated robot were from their targets, frame by frame."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import joint_groups
from understudy.motion import Metric, Rollout
from understudy.robots.robot import Robot

CATCHING_UP = 1.0
"""Time [s] after which a robot that started elsewhere should have caught up with its motion."""


def reproduction_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return the mean over joints of wanted minus reached angle, per frame (Quiroga et al. 2022, Eq. 10).

    As printed, errors of opposite signs cancel: that is ``reproduction/signed``. ``reproduction/error`` is
    the mean of their sizes, its summary also without the first second, in which a robot that started
    elsewhere catches up; ``spread`` is the standard deviation over joints, averaged over frames.
    """
    metrics: list[Metric] = []
    later = rollout.time - rollout.time[0] >= CATCHING_UP
    for group in joint_groups(robot):
        off = -rollout.joint_errors[:, group.columns]
        signed, size = off.mean(axis=1), np.abs(off).mean(axis=1)
        metrics += [
            Metric(f"reproduction/error{group.suffix}", group.unit, _summary(size, later, off), size),
            Metric(
                f"reproduction/signed{group.suffix}",
                group.unit,
                {"mean": float(signed.mean()), "after_first_second": _mean(signed[later])},
                signed,
            ),
        ]
    return tuple(metrics)


def _summary(size: np.ndarray, later: np.ndarray, off: np.ndarray) -> dict[str, float]:
    return {
        "mean": float(size.mean()),
        "first": float(size[0]),
        "after_first_second": _mean(size[later]),
        "max_after_first_second": float(size[later].max()) if later.any() else float("nan"),
        "spread": float(np.abs(off).std(axis=1).mean()),
        "max": float(size.max()),
        "frame": float(size.argmax()),
    }


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")
