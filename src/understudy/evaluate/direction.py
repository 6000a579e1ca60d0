"""Direction error: the angle between a segment in the capture and on the robot, Fiala (5.3)-(5.5).

Directions of limbs are taken in the torso's frame (see ``torso``), between joint centres: on the robot
these are the functional centres of its card, not origins of links. The trunk is compared in the world
frame, and only for a robot with a free base, since a fixed one cannot lean. For hands, feet and head see
``orientation``.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import describe_frames
from understudy.evaluate.torso import Torso, robot_vector
from understudy.motion import HumanMotion, Metric
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot


def direction_metrics(human: HumanMotion, robot: Robot, poses: Poses, torso: Torso) -> tuple[Metric, ...]:
    """Return one metric ``direction/<segment>`` [rad] for every segment that both bodies have.

    The thesis's median angle error is the summary's ``median``.
    """
    trunk = {"trunk": None} if robot.has_free_base else {}
    frames = dict.fromkeys(LIMB_SEGMENTS, torso) | trunk
    metrics = [_metric(segment, human, robot, poses, frame) for segment, frame in frames.items()]
    return tuple(metric for metric in metrics if metric is not None)


def _metric(
    segment: str, human: HumanMotion, robot: Robot, poses: Poses, torso: Torso | None
) -> Metric | None:
    """Return the error of a segment in the torso's frame, or in the world's where ``torso`` is None."""
    robot_w = robot_vector(robot, poses, segment)
    human_w, known = human.direction(segment)
    if robot_w is None or not known.any():
        return None
    if torso is None:
        angle = rot.angle_between(human_w, robot_w)
    else:
        known = known & torso.known
        angle = rot.angle_between(_local(torso.human, human_w), _local(torso.robot, robot_w))
    error = np.where(known, angle, np.nan)
    return Metric(f"direction/{segment}", "rad", describe_frames(error), error)


def _local(axes: np.ndarray, vectors_w: np.ndarray) -> np.ndarray:
    """Return world vectors (T, 3) in the frames whose axes are the columns of (T, 3, 3)."""
    return np.einsum("tji,tj->ti", axes, vectors_w)
