"""``geometric`` as a method: anatomical angles in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.retarget.closed_form_options import lifted
from understudy.retarget.geometric_options import GeometricOptions
from understudy.retarget.method import Method

if TYPE_CHECKING:
    import numpy as np

    from understudy.motion import HumanMotion, RobotMotion
    from understudy.retarget.method import Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion, robot: Robot, options: GeometricOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    # Imported when it is used: help is not kept waiting for it.
    from understudy.retarget.geometric import geometric

    return geometric(human, robot, options, say)


def _wanted(human: HumanMotion, robot: Robot, options: GeometricOptions) -> np.ndarray:
    from understudy.retarget.geometric import wanted_joints

    return wanted_joints(human, robot, options)


GEOMETRIC = Method(
    "geometric",
    GeometricOptions,
    _run,
    "anatomical angles in closed form, sent to the joints that play them",
    lift_limits=lifted,
    wanted=_wanted,
    uses_recording=False,
)
