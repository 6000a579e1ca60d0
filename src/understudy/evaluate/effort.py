"""Effort: what the motors of a simulated robot give, and how near that is to all they have."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import joint_groups
from understudy.evaluate.statistics import describe, root_mean_square, worst_frame
from understudy.evaluate.tracking import FULL
from understudy.motion import Metric, Rollout
from understudy.robots.robot import Robot

_UNITS = {"rad": "N m", "m": "N"}


def effort_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``effort/torque_use``, ``effort/by_joint``, ``effort/power`` [W] and ``effort/energy`` [J].

    ``torque_use`` is the largest share of its largest torque that any joint gives in a frame; ``saturated``
    in its summary is the share of frames in which a joint gives all. Energy is the work that motors do and
    absorb, |τ q̇| over time, of which none is won back.
    """
    use = np.abs(rollout.torques) / robot.gains.torque
    per_frame = use.max(axis=1, initial=0.0)
    frame = worst_frame(per_frame)
    summary = describe(per_frame) | {
        "frame": frame,
        "joint": float(use[int(frame)].argmax()) if use.shape[1] else float("nan"),
        "saturated": float((per_frame >= FULL).mean()),
    }
    by_joint = [
        Metric(
            f"effort/by_joint{group.suffix}",
            _UNITS[group.unit],
            {robot.joints[column]: root_mean_square(rollout.torques[:, column]) for column in group.columns},
        )
        for group in joint_groups(robot)
    ]
    power = rollout.energy * rollout.fps
    return (
        Metric("effort/torque_use", "1", summary, per_frame),
        *by_joint,
        Metric("effort/power", "W", describe(power), power),
        Metric("effort/energy", "J", {"total": float(rollout.energy.sum())}),
    )
