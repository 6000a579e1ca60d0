"""Whether a free robot is where its person is: on the floor, and not carried away.

Directions of limbs say nothing about that: a robot may rise into the air with every limb as it should be.
Where the person jumps or climbs, so may the robot, by as much as it is larger or smaller.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import describe, worst_frame
from understudy.motion import HumanMotion, Metric
from understudy.robots.robot import Robot
from understudy.robots.source import robot_sizes

HIPS = "mid_hips"
_SIZES = ("leg", "trunk", "shoulder_line")


def whereabouts_metrics(human: HumanMotion, robot: Robot, poses: Poses) -> tuple[Metric, ...]:
    """Return ``base/off_floor`` and ``base/strayed`` [m]; none on a fixed base, which does not move.

    ``off_floor`` is how much higher the lowest point of the robot is than the lowest landmark of the person,
    in the robot's size, 0 where it is not. ``strayed`` is how far, over the floor, its hips or root are from
    where the person's hips are in the robot's size, without the way that most frames share.
    """
    if not robot.has_free_base:
        return ()
    scale = _scale(human, robot)
    metrics = [_off_floor(human, robot, poses, scale)]
    hips, known = human.landmark(HIPS)
    if known.any():
        own = robot.middles.get(HIPS)
        place = poses.positions[:, 1] if own is None else poses.point(own)
        way = (place - scale * hips)[:, :2]
        strayed = np.where(known, np.linalg.norm(way - np.nanmedian(way[known], axis=0), axis=1), np.nan)
        metrics.append(_metric("base/strayed", strayed))
    return tuple(metrics)


def _scale(human: HumanMotion, robot: Robot) -> float:
    """Return how large the robot is beside the person; 1 where they share no part to compare."""
    own = robot_sizes(robot)
    shared = [size for size in _SIZES if own.get(size, 0.0) > 0.0 and human.sizes.get(size, 0.0) > 0.0]
    return own[shared[0]] / human.sizes[shared[0]] if shared else 1.0


def _off_floor(human: HumanMotion, robot: Robot, poses: Poses, scale: float) -> Metric:
    seen = np.where(np.isnan(human.landmarks[:, :, 2]), np.inf, human.landmarks[:, :, 2])
    person = seen.min(axis=1, initial=np.inf)
    lowest = np.concatenate([_lowest(robot, block) for _, block in poses.blocks()])
    above = lowest - scale * np.maximum(person, 0.0)
    return _metric("base/off_floor", np.where(np.isfinite(person), np.maximum(above, 0.0), np.nan))


def _lowest(robot: Robot, poses: Poses) -> np.ndarray:
    """Return the height (T,) [m] of the lowest point of a robot: shapes, and what its card knows of its feet.

    Robots without meshes end in their ankles as far as shapes tell.
    """
    lowest = poses.positions[:, 1:, 2].min(axis=1)
    for sole in robot.soles.values():
        lowest = np.minimum(lowest, poses.heights(sole.body, sole.points).min(axis=1))
    for landmark in robot.landmarks.values():
        lowest = np.minimum(lowest, poses.heights(landmark.body, landmark.point[None])[:, 0])
    for shape in robot.surface:
        # Most shapes are far above the feet: a ball around each tells the frames in which it counts.
        middle = shape.centres.mean(axis=0)
        reach = float((np.linalg.norm(shape.centres - middle, axis=1) + shape.radii).max())
        low = np.flatnonzero(poses.heights(shape.body, middle[None])[:, 0] - reach < lowest)
        heights = poses.positions[low, shape.body, 2, None] + (
            poses.orientations[low, shape.body, 2] @ shape.centres.T
        )
        lowest[low] = np.minimum(lowest[low], (heights - shape.radii).min(axis=1, initial=np.inf))
    return lowest


def _metric(name: str, values: np.ndarray) -> Metric:
    return Metric(name, "m", describe(values) | {"frame": worst_frame(values)}, values)
