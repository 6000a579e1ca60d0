"""Whether a free robot is where its person is: on the floor, and not carried away.

Directions of limbs say nothing about that: a robot may rise into the air with every limb as it should be.
Where the person jumps or climbs, so may the robot, by as much as it is larger or smaller.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe_frames
from understudy.evaluate.survey import Survey
from understudy.motion import HumanMotion, Metric
from understudy.motion.ranks import medians
from understudy.robots.robot import Robot
from understudy.robots.source import robot_sizes

HIPS = "mid_hips"
_ROOT = 1
_SIZES = ("leg", "trunk", "shoulder_line")


def whereabouts_metrics(human: HumanMotion, robot: Robot, surveyed: Survey) -> tuple[Metric, ...]:
    """Return ``base/off_floor`` and ``base/strayed`` [m]; none on a fixed base, which does not move.

    ``off_floor`` is how much higher the lowest point of the robot is than the lowest landmark of the person,
    in the robot's size, 0 where it is not. ``strayed`` is how far, over the floor, its hips or root are from
    where the person's hips are in the robot's size, without the way that most frames share.
    """
    if not robot.has_free_base:
        return ()
    scale = _scale(human, robot)
    metrics = [_off_floor(human, surveyed.lowest, scale)]
    hips, known = human.landmark(HIPS)
    if known.any():
        own = robot.middles.get(HIPS)
        place = surveyed.poses.origin(_ROOT) if own is None else surveyed.poses.point(own)
        way = (place - scale * hips)[:, :2]
        strayed = np.where(known, np.linalg.norm(way - medians(way[known].T), axis=1), np.nan)
        metrics.append(_metric("base/strayed", strayed))
    return tuple(metrics)


def _scale(human: HumanMotion, robot: Robot) -> float:
    """Return how large the robot is beside the person; 1 where they share no part to compare."""
    own = robot_sizes(robot)
    shared = [size for size in _SIZES if own.get(size, 0.0) > 0.0 and human.sizes.get(size, 0.0) > 0.0]
    return own[shared[0]] / human.sizes[shared[0]] if shared else 1.0


def _off_floor(human: HumanMotion, lowest: np.ndarray, scale: float) -> Metric:
    seen = np.where(np.isnan(human.landmarks[:, :, 2]), np.inf, human.landmarks[:, :, 2])
    person = seen.min(axis=1, initial=np.inf)
    above = lowest - scale * np.maximum(person, 0.0)
    return _metric("base/off_floor", np.where(np.isfinite(person), np.maximum(above, 0.0), np.nan))


def _metric(name: str, values: np.ndarray) -> Metric:
    return Metric(name, "m", describe_frames(values), values)
