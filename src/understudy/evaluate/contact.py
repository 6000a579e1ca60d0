"""Contact: how hard the ground and its own parts press on a simulated robot, and how deep they go."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe, shares_over, worst_frame
from understudy.motion import Metric, Rollout
from understudy.robots.robot import Robot

DEEP = 0.005
"""Depth [m] to which contacts of a sound simulation do not come."""


def contact_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return ``contact/force`` [N], also in body weights, and ``contact/depth`` [m]."""
    weight = float(robot.model.body_mass.sum() * np.linalg.norm(robot.model.opt.gravity))
    force, depth = rollout.contact_force, rollout.depth
    loads = describe(force) | {"weights": float(force.mean()) / weight if weight else float("nan")}
    depths = describe(depth) | shares_over(depth, (DEEP,)) | {"frame": worst_frame(depth)}
    return (
        Metric("contact/force", "N", loads | {"frame": worst_frame(force)}, force),
        Metric("contact/depth", "m", depths, depth),
    )
