"""Tracking: how far a simulated robot was from the motion that it was to perform."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.joints import JointGroup, joint_groups
from understudy.evaluate.statistics import describe, root_mean_square, worst_frame
from understudy.motion import Metric, Rollout
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

FULL = 1.0 - 1e-3
"""Share of its largest torque from which on a motor gives all that it has."""


def tracking_metrics(rollout: Rollout, robot: Robot) -> tuple[Metric, ...]:
    """Return root mean square errors of joints, and where the root went.

    ``tracking/joints`` has one value a frame, the RMS over joints. Its summary has the RMS over frames and
    joints; ``rms_able`` is the same without moments in which a motor gave its largest torque or in which a
    joint was wanted outside its range. ``tracking/root`` and ``root_turn`` are of robots that are not bolted
    down.
    """
    errors, able = rollout.joint_errors, able_moments(rollout, robot)
    metrics: list[Metric] = []
    for group in joint_groups(robot):
        each = {robot.joints[column]: root_mean_square(errors[:, column]) for column in group.columns}
        metrics += [
            _joints(group, errors, able),
            Metric(f"tracking/by_joint{group.suffix}", group.unit, each),
        ]
    if rollout.base != "fixed" and rollout.has_free_base:
        metrics += _root(rollout)
    return tuple(metrics)


def able_moments(rollout: Rollout, robot: Robot) -> np.ndarray:
    """Return where (T, J) a joint could have been where it was wanted, by its range and its motor."""
    wanted = rollout.reference[:, rollout.q.shape[1] - len(robot.joints) :]
    within = (wanted >= robot.lower) & (wanted <= robot.upper)
    return within & (np.abs(rollout.torques) < FULL * robot.gains.torque)


def _joints(group: JointGroup, errors: np.ndarray, able: np.ndarray) -> Metric:
    of_group = errors[:, group.columns]
    per_frame = np.sqrt(np.mean(of_group**2, axis=1))
    frame = worst_frame(np.abs(of_group).max(axis=1))
    summary = {
        "rms": root_mean_square(of_group),
        "rms_able": root_mean_square(np.where(able[:, group.columns], of_group, np.nan)),
        "max": float(np.abs(of_group).max()),
        "frame": frame,
        "joint": float(group.columns[np.abs(of_group[int(frame)]).argmax()]),
    }
    return Metric(f"tracking/joints{group.suffix}", group.unit, summary, per_frame)


def _root(rollout: Rollout) -> list[Metric]:
    moved = np.linalg.norm(rollout.q[:, :3] - rollout.reference[:, :3], axis=1)
    turn = rot.multiply(rot.conjugate(rollout.reference[:, 3:ROOT_SIZE]), rollout.q[:, 3:ROOT_SIZE])
    turned = np.linalg.norm(rot.as_rotation_vector(rot.with_positive_w(turn)), axis=1)
    return [
        Metric("tracking/root", "m", describe(moved), moved),
        Metric("tracking/root_turn", "rad", describe(turned), turned),
    ]
