"""``compose`` as a method: another method's result, rebuilt from optimally weighted motion primitives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from understudy.errors import OptionError
from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.compose.options import ComposeOptions
from understudy.retarget.method import Method

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, Recording, RobotMotion
    from understudy.retarget.method import Progress, Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion,
    robot: Robot,
    options: ComposeOptions,
    *,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    # Imported when it is used: help is not kept waiting for the solver, and methods know this one.
    from understudy.retarget.compose.rebuilding import rebuilt
    from understudy.retarget.methods import find_method
    from understudy.retarget.option_settings import set_options

    other = find_method(options.of)
    try:
        own = set_options(other.Options(), [str(each) for each in options.of_set])
    except OptionError as error:
        raise OptionError(f"of_set, of method '{other.name}': {str(error).removeprefix('--set: ')}") from None
    return rebuilt(other.retarget(human, robot, own, recording, say, progress), robot, options, say)


def _lift_limits(options: ComposeOptions) -> ComposeOptions:
    return replace(
        options, limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0
    )


COMPOSE = Method(
    "compose",
    ComposeOptions,
    _run,
    "any other method's result, rebuilt from optimally weighted motion primitives",
    lift_limits=_lift_limits,
    prepare=start_helper,
)
