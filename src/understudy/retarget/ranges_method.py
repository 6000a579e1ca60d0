"""``range`` as a method: human ranges onto robot ranges, joint by joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.closed_form_options import lifted
from understudy.retarget.method import Method
from understudy.retarget.ranges_options import RangeOptions

if TYPE_CHECKING:
    import numpy as np

    from understudy.motion import HumanMotion, RobotMotion
    from understudy.retarget.method import Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion, robot: Robot, options: RangeOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    # Imported when it is used: help is not kept waiting for it.
    from understudy.retarget.ranges import ranges

    return ranges(human, robot, options, say)


def _wanted(human: HumanMotion, robot: Robot, options: RangeOptions) -> np.ndarray:
    from understudy.retarget.ranges import wanted_by_ranges

    return wanted_by_ranges(human, robot, options)


RANGE = Method(
    "range",
    RangeOptions,
    _run,
    "human ranges onto robot ranges, joint by joint",
    lift_limits=lifted,
    wanted=_wanted,
    prepare=start_helper,
    uses_recording=False,
)
