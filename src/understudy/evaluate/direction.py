"""Direction error: the angle between a segment in the capture and on the robot, Fiala (5.3)-(5.5).

Directions of limbs are taken in the torso's frame (see ``torso``), between joint centres: on the robot
these are the functional centres of its card, not origins of links. The trunk is compared in the world
frame, and only for a robot with a free base, since a fixed one cannot lean. For hands, feet and head see
``orientation``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.segment_kernels import write_apart
from understudy.evaluate.statistics import describe_frames
from understudy.evaluate.torso import Torso, robot_vectors
from understudy.kinematics.problem import as_kernels_take
from understudy.motion import HumanMotion, Metric
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_TRUNK = "trunk"


def direction_metrics(human: HumanMotion, robot: Robot, poses: Poses, torso: Torso) -> tuple[Metric, ...]:
    """Return one metric ``direction/<segment>`` [rad] for every segment that both bodies have.

    The thesis's median angle error is the summary's ``median``.
    """
    shown = {segment: human.direction(segment) for segment in (*LIMB_SEGMENTS, _TRUNK)}
    found = [name for name, (_, known) in shown.items() if known.any() and robot.segment(name) is not None]
    if not robot.has_free_base and _TRUNK in found:
        found.remove(_TRUNK)
    if not found:
        return ()
    own = robot_vectors(robot, poses, tuple(found))
    angles = _local_angles(torso, [shown[name][0] for name in found], own)
    metrics = []
    for index, name in enumerate(found):
        wanted, known = shown[name]
        if name == _TRUNK:
            error = np.where(known, rot.angle_between(wanted, own[index]), np.nan)
        else:
            error = np.where(known & torso.known, angles[index], np.nan)
        metrics.append(Metric(f"direction/{name}", "rad", describe_frames(error), error))
    return tuple(metrics)


def _local_angles(torso: Torso, wanted_w: Sequence[np.ndarray], own_w: np.ndarray) -> np.ndarray:
    """Return angles (N, T) [rad] between the person's segments (T, 3) and the robot's, each in its torso."""
    apart = np.empty((*own_w.shape[:2], 2))
    axes = as_kernels_take(torso.human), as_kernels_take(torso.robot)
    for wanted, own, out in zip(wanted_w, own_w, apart, strict=True):
        write_apart(*axes, as_kernels_take(wanted), own, out)
    return 2.0 * np.arctan2(apart[..., 0], apart[..., 1])
