"""The built-in methods: the name, options and summary of each, and the function that it runs.

Each function is imported when it runs: solvers take seconds to load, and help has to appear at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from understudy.errors import OptionError
from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.compose.options import ComposeOptions
from understudy.retarget.method import Method
from understudy.retarget.method_options import (
    ClosedFormOptions,
    GeometricOptions,
    LimitOptions,
    RangeOptions,
    TrackOptions,
    TwoStepOptions,
)
from understudy.retarget.simultaneous.options import SimultaneousOptions

if TYPE_CHECKING:
    import numpy as np

    from understudy.motion import HumanMotion, Recording, RobotMotion
    from understudy.retarget.method import Progress, Say
    from understudy.robots import Robot

Solved = TypeVar("Solved", LimitOptions, ComposeOptions)
Closed = TypeVar("Closed", bound=ClosedFormOptions)


def _track(
    human: HumanMotion, robot: Robot, options: TrackOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    from understudy.retarget.track import track

    return track(human, robot, options, say)


def _two_step(
    human: HumanMotion, robot: Robot, options: TwoStepOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    from understudy.retarget.two_step import two_step

    return two_step(human, robot, options, say)


def _geometric(
    human: HumanMotion, robot: Robot, options: GeometricOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    from understudy.retarget.geometric import geometric

    return geometric(human, robot, options, say)


def _wanted_by_geometric(human: HumanMotion, robot: Robot, options: GeometricOptions) -> np.ndarray:
    from understudy.retarget.geometric import wanted_joints

    return wanted_joints(human, robot, options)


def _ranges(
    human: HumanMotion, robot: Robot, options: RangeOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    from understudy.retarget.ranges import ranges

    return ranges(human, robot, options, say)


def _wanted_by_ranges(human: HumanMotion, robot: Robot, options: RangeOptions) -> np.ndarray:
    from understudy.retarget.ranges import wanted_by_ranges

    return wanted_by_ranges(human, robot, options)


def _simultaneous(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions,
    *,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    from understudy.retarget.simultaneous.method import simultaneous

    return simultaneous(human, robot, options, recording, say, progress)


def _compose(
    human: HumanMotion,
    robot: Robot,
    options: ComposeOptions,
    *,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    from understudy.retarget.compose.composing import rebuilt
    from understudy.retarget.option_settings import set_options

    other = METHODS[options.of]
    try:
        own = set_options(other.Options(), [str(each) for each in options.of_set])
    except OptionError as error:
        raise OptionError(f"of_set, of method '{other.name}': {str(error).removeprefix('--set: ')}") from None
    return rebuilt(other.retarget(human, robot, own, recording, say, progress), robot, options, say)


def _lifted(options: Solved) -> Solved:
    """Return options that leave a robot's joint limits alone, as comparisons of poses do."""
    # Parts that push each other away would make joints without limits turn on and on.
    return replace(
        options, limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0
    )


def _positions_lifted(options: Closed) -> Closed:
    """Return options with which no limit of position holds."""
    return replace(options, limits=False, self_collision=0.0)


TRACK = Method(
    "track",
    TrackOptions,
    _track,
    "directions of limbs, feet and limits by bounded least squares, one frame after the other",
    lift_limits=_lifted,
    prepare=start_helper,
    uses_recording=False,
)
GEOMETRIC = Method(
    "geometric",
    GeometricOptions,
    _geometric,
    "anatomical angles in closed form, sent to the joints that play them",
    lift_limits=_positions_lifted,
    wanted=_wanted_by_geometric,
    uses_recording=False,
)
SIMULTANEOUS = Method(
    "simultaneous",
    SimultaneousOptions,
    _simultaneous,
    "human fit, morphing and robot motion within physical limits as one problem, over the whole clip",
    prepare=start_helper,
)
TWO_STEP = Method(
    "two-step",
    TwoStepOptions,
    _two_step,
    "joint angles first, then hands and feet to their places in the robot's size",
    lift_limits=_lifted,
    prepare=start_helper,
    uses_recording=False,
)
RANGE = Method(
    "range",
    RangeOptions,
    _ranges,
    "human ranges onto robot ranges, joint by joint",
    lift_limits=_positions_lifted,
    wanted=_wanted_by_ranges,
    prepare=start_helper,
    uses_recording=False,
)
COMPOSE = Method(
    "compose",
    ComposeOptions,
    _compose,
    "any other method's result, rebuilt from optimally weighted motion primitives",
    lift_limits=_lifted,
    prepare=start_helper,
)

METHODS = {method.name: method for method in (TRACK, GEOMETRIC, SIMULTANEOUS, TWO_STEP, RANGE, COMPOSE)}
"""The built-in methods; the first is the default."""
