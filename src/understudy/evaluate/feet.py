"""Feet: do soles slide while the person's foot stands, float above the ground, or point elsewhere.

Stance is the person's (``HumanMotion.contacts``), so a method cannot improve by declaring less of it.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.evaluate.ground import heights_over
from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import describe, describe_frames, share, shares_over
from understudy.kernels.compilation import lean_kernel
from understudy.motion import HumanMotion, Metric
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.terrain import LEVEL, Terrain
from understudy.robots.parts import Attachment, Sole
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

SLIDING_THRESHOLDS = (0.01, 0.1, 0.3)
"""Speeds [m/s]; peers differ in which one they use, so all are given."""

FLOATING_THRESHOLD = 0.02
"""Height [m] up to which a sole counts as standing."""


def feet_metrics(
    human: HumanMotion, robot: Robot, poses: Poses, ground: Terrain = LEVEL
) -> tuple[Metric, ...]:
    """Return sliding [m/s], floating [m] and heading [rad]; none for a robot without feet to stand on."""
    if not (robot.soles and robot.has_free_base):
        return ()
    lowest = {side: _lowest(poses, sole, ground) for side, sole in robot.soles.items()}
    standing = {side: stance(human, side) for side in lowest}
    heights = np.stack([np.where(standing[side], lowest[side], np.nan) for side in lowest])
    return (
        _sliding(human, robot, poses),
        _height("feet/floating", np.fmin.reduce(heights)),
        _height("feet/floating_worst", np.fmax.reduce(heights)),
        *(Metric(f"feet/height_{side}", "m", describe(values), values) for side, values in lowest.items()),
        *heading_metrics(human, robot, poses),
    )


def _lowest(poses: Poses, sole: Sole, ground: Terrain) -> np.ndarray:
    """Return the height (T,) [m] of a sole's lowest corner over the ground."""
    if ground.is_level:
        return poses.heights(sole.body, sole.points).min(axis=1)
    return heights_over(ground, poses.points(sole.body, sole.points)).min(axis=1)


def stance(human: HumanMotion, side: str) -> np.ndarray:
    """Return (T,) whether the person's heel or toe of a side carries weight."""
    columns = [index for index, name in enumerate(CONTACTS) if name.endswith(f"_{side}")]
    return np.logical_or.reduce(human.contact_mask[:, columns], axis=1)


def heading_metrics(human: HumanMotion, robot: Robot, poses: Poses) -> tuple[Metric, ...]:
    """Return ``feet/heading_<side>`` [rad] for every foot whose orientation both bodies have.

    The signed angle over the floor from the person's foot to the robot's, positive where the robot's toes
    point farther outward, in frames in which the person stands on heel and toe of that foot. The summary
    is of its size, beside the median with its sign (``outward``).
    """
    metrics = []
    for side in SIDES:
        part = f"foot_{side}"
        if part not in robot.frames or part not in human.frames:
            continue
        heel, toe = (human.contact_mask[:, CONTACTS.index(f"{end}_{side}")] for end in ("heel", "toe"))
        own, theirs = poses.frame(robot.frames[part])[:, :, 0], rot.as_matrix(human.frames[part])[:, :, 0]
        turned = np.arctan2(own[:, 1], own[:, 0]) - np.arctan2(theirs[:, 1], theirs[:, 0])
        outward = np.angle(np.exp(1j * turned)) * (1.0 if side == "l" else -1.0)
        flat = heel & toe
        values = np.where(flat, outward, np.nan)
        summary = describe_frames(np.abs(values)) | {"outward": describe_frames(values)["median"]}
        count = float(np.count_nonzero(flat & (outward == outward)))
        metrics.append(Metric(f"feet/heading_{side}", "rad", summary | {"frames": count}, values))
    return tuple(metrics)


def _sliding(human: HumanMotion, robot: Robot, poses: Poses) -> Metric:
    """Return the horizontal speed of the fastest sole point that stood in this frame and the one before.

    Points are the middles of the sole's rear and front edge, each judged by the person's own heel or
    toe. A frame without such a point is NaN.
    """
    fastest = np.full(poses.frame_count, np.nan)
    for index, name in enumerate(CONTACTS):
        part, side = name.rsplit("_", 1)
        if side in robot.soles:
            sole = robot.soles[side]
            point = poses.point(Attachment(sole.body, getattr(sole, part)))
            _raise_to_speed(point, np.array(human.contact_mask[:, index]), float(human.fps), fastest)
    more = shares_over(fastest, SLIDING_THRESHOLDS) | {"frames": float((~np.isnan(fastest)).sum())}
    return Metric("feet/sliding", "m/s", describe_frames(fastest, more), fastest)


@lean_kernel
def _raise_to_speed(point: np.ndarray, stands: np.ndarray, fps: float, fastest: np.ndarray) -> None:
    """Raise (T,) [m/s] to the speed over the floor of a point (T, 3) [m] that stands (T,) and has stood."""
    for frame in range(1, len(fastest)):
        if stands[frame] and stands[frame - 1]:
            x = (point[frame, 0] - point[frame - 1, 0]) * fps
            y = (point[frame, 1] - point[frame - 1, 1]) * fps
            speed = math.sqrt(x * x + y * y)
            if not fastest[frame] >= speed:
                fastest[frame] = speed


def _height(name: str, height: np.ndarray) -> Metric:
    """Return the height of a sole's lowest corner over frames in which the person stands.

    ``feet/floating`` takes the lower of two standing feet, as the field does; ``feet/floating_worst``
    the higher, which also finds one foot in the air. Under the floor the height is below zero.
    """
    within = {f"share_within_{FLOATING_THRESHOLD:g}": share(height <= FLOATING_THRESHOLD, height)}
    count = {"frames": float((~np.isnan(height)).sum())}
    return Metric(name, "m", describe_frames(height, within | count), height)
