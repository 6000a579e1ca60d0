"""``two-step`` as a method: joint angles first, end effectors second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.limit_options import lifted
from understudy.retarget.method import Method
from understudy.retarget.two_step_options import TwoStepOptions

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, RobotMotion
    from understudy.retarget.method import Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion, robot: Robot, options: TwoStepOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    # Imported when it is used: help is not kept waiting for the solver.
    from understudy.retarget.two_step import two_step

    return two_step(human, robot, options, say)


TWO_STEP = Method(
    "two-step",
    TwoStepOptions,
    _run,
    "joint angles first, then hands and feet to their places in the robot's size",
    lift_limits=lifted,
    prepare=start_helper,
    uses_recording=False,
)
