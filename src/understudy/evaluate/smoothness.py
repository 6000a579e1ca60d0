"""Smoothness: RMS of joint velocity, acceleration and jerk; the largest of them; how the root is shaken."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import JointGroup, joint_groups, rate
from understudy.evaluate.statistics import describe_frames, root_mean_square, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

_RATES = {"velocity": (1, "/s"), "acceleration": (2, "/s²"), "jerk": (3, "/s³")}


def smoothness_metrics(robot: Robot, motion: RobotMotion) -> tuple[Metric, ...]:
    """Return velocity, acceleration and jerk (RMS over frames and joints) and the largest of their kind.

    ``largest_speed`` and ``largest_acceleration`` also name the limit of the joint that has it. Of robots on
    a free base ``root_acceleration`` is that of the root's place, which no motor limits.
    """
    metrics: list[Metric] = []
    for group in joint_groups(robot):
        positions = motion.joint_positions[:, group.columns]
        rates = {name: rate(positions, motion.fps, order) for name, (order, _) in _RATES.items()}
        for name, (_, per) in _RATES.items():
            values = rates[name]
            per_frame = np.sqrt(np.mean(values**2, axis=1))
            summary = {"rms": root_mean_square(values)}
            metrics.append(
                Metric(f"smoothness/{name}{group.suffix}", f"{group.unit}{per}", summary, per_frame)
            )
        metrics += [
            _largest("step", group, "", rate(positions, 1.0, 1)),
            _largest("speed", group, "/s", rates["velocity"], robot.velocity),
            _largest("acceleration", group, "/s²", rates["acceleration"], robot.acceleration),
        ]
    if robot.has_free_base:
        metrics.append(_root_acceleration(motion))
    return tuple(metrics)


def _root_acceleration(motion: RobotMotion) -> Metric:
    """Return the size of the acceleration of the root's place."""
    per_frame = np.linalg.norm(rate(motion.q[:, :3], motion.fps, 2), axis=1)
    summary = {"rms": root_mean_square(per_frame), **describe_frames(per_frame)}
    return Metric("smoothness/root_acceleration", "m/s²", summary, per_frame)


def _largest(
    what: str, group: JointGroup, per: str, values: np.ndarray, limits: np.ndarray | None = None
) -> Metric:
    """Return the largest size of any joint's value (T, N), with its frame, joint index and limit."""
    sizes = np.abs(values)
    per_frame = sizes.max(axis=1)
    frame = worst_frame(per_frame)
    largest = joint = limit = float("nan")
    if not np.isnan(frame):
        row = sizes[int(frame)]
        largest, joint = float(row.max()), float(group.columns[row.argmax()])
        limit = float("nan") if limits is None else float(limits[int(joint)])
    summary = {"max": largest, "frame": frame, "joint": joint}
    summary |= {} if limits is None else {"limit": limit}
    return Metric(f"smoothness/largest_{what}{group.suffix}", f"{group.unit}{per}", summary, per_frame)
