"""Smoothness: RMS of joint velocity, acceleration and jerk, and the largest joint step between frames."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import JointGroup, joint_groups, rate
from understudy.evaluate.statistics import root_mean_square, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

_RATES = {"velocity": (1, "/s"), "acceleration": (2, "/s²"), "jerk": (3, "/s³")}


def smoothness_metrics(robot: Robot, motion: RobotMotion) -> tuple[Metric, ...]:
    """Return velocity, acceleration and jerk (RMS over frames and joints) and the largest step."""
    metrics: list[Metric] = []
    for group in joint_groups(robot):
        positions = motion.joint_positions[:, group.columns]
        for name, (order, per) in _RATES.items():
            values = rate(positions, motion.fps, order)
            per_frame = np.sqrt(np.mean(values**2, axis=1))
            summary = {"rms": root_mean_square(values)}
            metrics.append(
                Metric(f"smoothness/{name}{group.suffix}", f"{group.unit}{per}", summary, per_frame)
            )
        metrics.append(_largest_step(positions, group))
    return tuple(metrics)


def _largest_step(positions: np.ndarray, group: JointGroup) -> Metric:
    """Return the largest change of any joint from the frame before, with its frame and joint index."""
    steps = np.abs(rate(positions, 1.0, 1))
    per_frame = steps.max(axis=1)
    frame = worst_frame(per_frame)
    largest = joint = float("nan")
    if not np.isnan(frame):
        row = steps[int(frame)]
        largest, joint = float(row.max()), float(group.columns[row.argmax()])
    summary = {"max": largest, "frame": frame, "joint": joint}
    return Metric(f"smoothness/largest_step{group.suffix}", group.unit, summary, per_frame)
