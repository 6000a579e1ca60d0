"""A trunk that turns no faster than the legs under it can follow.

Lines of hips and shoulders are short, so that a marker that trembles by millimetres turns them by degrees
from frame to frame, and a trunk is held far more firmly than legs are. What the joints of the legs cannot
follow then throws the root aside by a centimetre within a frame, at four times the person's accelerations.
So directions of the trunk are brought within what these joints can do, neither late nor early; all else
stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.retarget.goals import Goals
from understudy.retarget.legs_at_home import leg_joints
from understudy.robots.robot import Robot

TRUNK = ("trunk", "hip_line", "shoulder_line")
"""Segments that turn with the trunk."""

SHARE = 0.2
"""Share of what the slowest joint of the legs can do; the rest is left for what legs do themselves."""


def steady_trunk(looks: Goals, robot: Robot, fps: float) -> Goals:
    """Return goals whose trunk turns no faster than a robot's legs follow.

    Args:
        looks: What the robot should look like.
        robot: The robot.
        fps: Frames a second [1/s].
    """
    largest = SHARE * slowest_leg_joint(robot) / fps**2
    own = [looks.segments.index(name) for name in TRUNK if name in looks.segments]
    if not own or not np.isfinite(largest):
        return looks
    known = looks.direction_weights[:, own] > 0.0
    wish = looks.directions[:, own]
    if not known.all():
        wish = np.stack(
            [_between_known(*pair) for pair in zip(wish.transpose(1, 0, 2), known.T, strict=True)], axis=1
        )
    paths = wish.reshape(len(wish), -1)
    nowhere = np.full(paths.shape[1], np.inf)
    kept = limited(paths, Bounds(-nowhere, nowhere, nowhere, np.full(paths.shape[1], largest)))
    changed = (kept != paths).reshape(wish.shape).any(axis=2) & known
    if not changed.any():
        return looks
    kept = kept.reshape(wish.shape)
    directions = looks.directions.copy()
    directions[:, own] = np.where(
        changed[..., None], kept / np.linalg.norm(kept, axis=2, keepdims=True), directions[:, own]
    )
    return replace(looks, directions=directions)


@lru_cache(maxsize=64)
def slowest_leg_joint(robot: Robot) -> float:
    """Return the acceleration limit [rad/s²] of the slowest joint of a robot's legs; infinite without any."""
    columns = [robot.joints.index(name) for name in leg_joints(robot)]
    return float(robot.acceleration[columns].min(initial=np.inf))


def _between_known(directions: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return directions (T, 3) as they are where they are known (T,), and led on straight in between."""
    if known.all() or not known.any():
        return directions
    frames = np.arange(len(known))
    return np.stack([np.interp(frames, frames[known], column[known]) for column in directions.T], axis=1)
