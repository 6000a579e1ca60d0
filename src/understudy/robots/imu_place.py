"""Where a robot's organ of balance is: in the middle of its head, or else of its trunk."""

from __future__ import annotations

import numpy as np

from understudy.errors import RobotError
from understudy.robots.parts import FrameAttachment
from understudy.robots.robot import Robot

_PLACES = ("head", "chest", "pelvis")
"""Parts in which it may be, the best first."""


def imu_place(robot: Robot) -> tuple[FrameAttachment, np.ndarray]:
    """Return the part that carries it, whose axes it has, and where (3,) [m] it is in the frame of that body.

    Raises:
        RobotError: Where the card names none of these parts.
    """
    part = next((name for name in _PLACES if name in robot.frames), None)
    if part is None:
        raise RobotError(
            f"robot '{robot.name}': the sense 'imu' needs one of {', '.join(_PLACES)} in [frames] of its card"
        )
    frame = robot.frames[part]
    # The middle of a head's mass is between its ears.
    return frame, np.array(robot.model.body_ipos[frame.body])
