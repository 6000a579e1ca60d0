"""Joint coordinates and their rates of change, hinges apart from slides, since their units differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.robots.robot import Robot


@dataclass(frozen=True, eq=False)
class JointGroup:
    """Joints of one unit.

    Attributes:
        suffix: Added to the names of metrics: empty for hinges, ``_slides`` for slides.
        unit: ``rad`` or ``m``.
        columns: Their indices in ``Robot.joints``.
    """

    suffix: str
    unit: str
    columns: np.ndarray


@lru_cache(maxsize=32)
def joint_groups(robot: Robot) -> tuple[JointGroup, ...]:
    """Return the robot's hinges and slides, leaving out a kind that it has none of."""
    kinds = np.array([int(robot.model.joint(name).type[0]) for name in robot.joints])
    groups = (
        JointGroup("", "rad", np.flatnonzero(kinds == mujoco.mjtJoint.mjJNT_HINGE)),
        JointGroup("_slides", "m", np.flatnonzero(kinds == mujoco.mjtJoint.mjJNT_SLIDE)),
    )
    return tuple(group for group in groups if len(group.columns))


def rate(values: np.ndarray, fps: float, order: int) -> np.ndarray:
    """Return the derivative of an order by backward differences; the first ``order`` frames are NaN.

    Args:
        values: (T, ...) at a constant frame rate.
        fps: Frames a second [1/s].
        order: 1 for velocity, 2 for acceleration, 3 for jerk.
    """
    result = np.full(values.shape, np.nan)
    if len(values) > order:
        result[order:] = np.diff(values, n=order, axis=0) * fps**order
    return result
