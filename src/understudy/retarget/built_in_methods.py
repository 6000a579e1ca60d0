"""The built-in methods: the name, options and summary of each, and the function that it runs.

Each function is imported when it runs: solvers take seconds to load, and help has to appear at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

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
    from understudy.motion import HumanMotion, RobotMotion
    from understudy.retarget.method import Run, Say
    from understudy.robots import Robot

Solved = TypeVar("Solved", LimitOptions, ComposeOptions)
Closed = TypeVar("Closed", bound=ClosedFormOptions)


def _when_called(module: str, name: str) -> Callable[..., Any]:
    """Return a function of this folder that is imported when it is called."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(f"understudy.retarget.{module}"), name)(*given, **named)

    return call


def _without_recording(module: str, name: str) -> Run:
    """Return a method that looks at neither the capture nor the clock."""
    method = _when_called(module, name)

    def run(human: HumanMotion, robot: Robot, options: Any, *, say: Say | None, **_: object) -> RobotMotion:
        return method(human, robot, options, say)

    return run


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
    _without_recording("track", "track"),
    "directions of limbs, feet and limits by bounded least squares, one frame after the other",
    lift_limits=_lifted,
    prepare=start_helper,
    uses_recording=False,
)
GEOMETRIC = Method(
    "geometric",
    GeometricOptions,
    _without_recording("geometric", "geometric"),
    "anatomical angles in closed form, sent to the joints that play them",
    lift_limits=_positions_lifted,
    wanted=_when_called("geometric", "wanted_joints"),
    uses_recording=False,
)
SIMULTANEOUS = Method(
    "simultaneous",
    SimultaneousOptions,
    _when_called("simultaneous.method", "simultaneous"),
    "human fit, morphing and robot motion within physical limits as one problem, over the whole clip",
    prepare=start_helper,
)
TWO_STEP = Method(
    "two-step",
    TwoStepOptions,
    _without_recording("two_step", "two_step"),
    "joint angles first, then hands and feet to their places in the robot's size",
    lift_limits=_lifted,
    prepare=start_helper,
    uses_recording=False,
)
RANGE = Method(
    "range",
    RangeOptions,
    _without_recording("ranges", "ranges"),
    "human ranges onto robot ranges, joint by joint",
    lift_limits=_positions_lifted,
    wanted=_when_called("ranges", "wanted_by_ranges"),
    prepare=start_helper,
    uses_recording=False,
)
COMPOSE = Method(
    "compose",
    ComposeOptions,
    _when_called("compose.composing", "rebuilt_by"),
    "any other method's result, rebuilt from optimally weighted motion primitives",
    lift_limits=_lifted,
    prepare=start_helper,
)

METHODS = {method.name: method for method in (TRACK, GEOMETRIC, SIMULTANEOUS, TWO_STEP, RANGE, COMPOSE)}
"""The built-in methods; the first is the default."""
