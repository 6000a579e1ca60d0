"""A method of retargeting: the robot stays in its home pose, raised as much as asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import Method, MethodOptions, option
from understudy.robots import Robot


@dataclass(frozen=True)
class StillOptions(MethodOptions):
    """The method's options, which the command line shows and checks."""

    raised: float = option(0.0, "m", "how far over its home the robot stands")


def run(human: HumanMotion, robot: Robot, options: StillOptions, **_: Any) -> RobotMotion:
    """Return the home pose in every frame."""
    q = np.tile(robot.home, (human.frame_count, 1))
    if robot.card.base == "free":
        q[:, 2] += options.raised
    return RobotMotion(robot.name, "stand-still", robot.joints, q, human.fps, np.zeros(human.frame_count))


STAND_STILL = Method("stand-still", StillOptions, run, "stays in its home pose", uses_recording=False)
