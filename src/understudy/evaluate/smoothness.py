"""Smoothness: RMS of joint velocity, acceleration and jerk; the largest of them; how the root is shaken."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joint_rates import ACCELERATION, JERK, STEP, VELOCITY, JointRates, joint_rates
from understudy.evaluate.joints import JointGroup, joint_groups, rate
from understudy.evaluate.statistics import describe_frames, root_mean_square, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

_RATES = {"velocity": (VELOCITY, "/s"), "acceleration": (ACCELERATION, "/s²"), "jerk": (JERK, "/s³")}


def smoothness_metrics(robot: Robot, motion: RobotMotion) -> tuple[Metric, ...]:
    """Return velocity, acceleration and jerk (RMS over frames and joints) and the largest of their kind.

    ``largest_speed`` and ``largest_acceleration`` also name the limit of the joint that has it. Of robots on
    a free base ``root_acceleration`` is that of the root's place, which no motor limits.
    """
    metrics: list[Metric] = []
    for group in joint_groups(robot):
        rates = joint_rates(motion.joint_positions[:, group.columns], motion.fps)
        for name, (row, per) in _RATES.items():
            summary, unit = {"rms": float(rates.whole[row])}, f"{group.unit}{per}"
            metrics.append(Metric(f"smoothness/{name}{group.suffix}", unit, summary, rates.rms[row]))
        metrics += [
            _largest("step", group, "", (rates, STEP)),
            _largest("speed", group, "/s", (rates, VELOCITY), robot.velocity),
            _largest("acceleration", group, "/s²", (rates, ACCELERATION), robot.acceleration),
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
    what: str, group: JointGroup, per: str, rates: tuple[JointRates, int], limits: np.ndarray | None = None
) -> Metric:
    """Return the largest size of any joint's rate of a kind, with its frame, joint index and limit."""
    found, kind = rates
    per_frame = found.largest[kind]
    frame = worst_frame(per_frame)
    largest = joint = limit = float("nan")
    if not np.isnan(frame):
        largest, joint = float(per_frame[int(frame)]), float(group.columns[found.joint[kind, int(frame)]])
        limit = float("nan") if limits is None else float(limits[int(joint)])
    summary = {"max": largest, "frame": frame, "joint": joint}
    summary |= {} if limits is None else {"limit": limit}
    return Metric(f"smoothness/largest_{what}{group.suffix}", f"{group.unit}{per}", summary, per_frame)
