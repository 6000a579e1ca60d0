"""A motion performed as fast as the robot can, and no faster: slowed down where limits forbid its pace.

Any method may be asked to: it performs the person without limits of motion first, which tells where they
forbid the pace (``time_scaling_demands``); the smallest slow-down is found (``time_scaling_profile``); and
the method performs the slowed person within its limits, which then have next to nothing left to change. So
feet, contacts and frame rate stay those of one motion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from understudy.dynamics.derivatives import DEGREE
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.pace import Pace, slowed
from understudy.retarget.method_options import LimitOptions
from understudy.retarget.time_scaling_demands import find_demands
from understudy.retarget.time_scaling_profile import Demands, local_profile, moments_of, uniform_profile
from understudy.robots.robot import Robot

Options = TypeVar("Options", bound=LimitOptions)
Say = Callable[[str], None]

_NOTICEABLE = 1.0 + 1e-6
"""A slow-down by less is none."""


def at_feasible_pace(
    perform: Callable[[HumanMotion, Options], RobotMotion],
    human: HumanMotion,
    robot: Robot,
    options: Options,
    say: Say | None = None,
) -> RobotMotion:
    """Perform a person, slowed down as options ask for; the history says by how much.

    Args:
        perform: The method: performs a person with options.
        human: The person.
        robot: The robot.
        options: The method's options.
        say: Told in a sentence by how much the person was slowed down, and what that cannot help.
    """
    # An acceleration takes a few frames, and a pace has to lead from one to another.
    if options.slow_down == "none" or human.frame_count <= DEGREE:
        return perform(human, options)
    free = perform(human, replace(options, velocity_limits=False, acceleration_limits=False, balance=False))
    asked = find_demands(
        free,
        robot,
        options.velocity_limits,
        options.acceleration_limits,
        options.slow_down_torque,
        options.balance,
    )
    pace = feasible_pace(asked, human.frame_count, human.fps, options.slow_down, options.slow_down_most)
    if say is not None:
        _tell(asked, pace, options, say)
    if pace is None:
        return perform(human, options)
    tasks = tuple(
        replace(task, start=pace.when(task.start), end=pace.when(task.end)) for task in options.tasks
    )
    facts = {"mode": options.slow_down, "too_fast": asked.too_fast(), "not_helped": asked.hopeless}
    return perform(slowed(human, pace, **facts), replace(options, tasks=tasks))


def feasible_pace(demands: Demands, frames: int, fps: float, mode: str, most: float) -> Pace | None:
    """Return the fastest pace that keeps demands, None where that is the original one.

    Args:
        demands: What limits ask for, see ``find_demands``.
        frames: T of the motion.
        fps: Its frames a second [1/s].
        mode: ``uniform`` or ``local``.
        most: How many times as slow any moment may become.
    """
    if mode == "uniform":
        profile = np.full(frames, uniform_profile(demands, most))
    else:
        profile = local_profile(demands, frames, fps, most)
    if profile.min() ** -0.5 < _NOTICEABLE:
        return None
    return Pace(moments_of(profile, fps), fps)


def _tell(demands: Demands, pace: Pace | None, options: LimitOptions, say: Say) -> None:
    if pace is not None:
        limits = ", ".join(f"{kind} in {count} frames" for kind, count in demands.too_fast().items())
        least = f", {pace.largest:.2f} times as slow at the most" if options.slow_down == "local" else ""
        say(f"slowed down: takes {pace.factor:.2f} times as long{least}; too fast were: {limits}")
    if demands.pace.max(initial=0.0) > options.slow_down_most**2:
        say(
            f"slowed down: {demands.pace.max() ** 0.5:.1f} times as slow would keep all limits, "
            f"which is more than slow_down_most={options.slow_down_most:g} allows"
        )
    for kind, count in demands.hopeless.items():
        say(f"slowing down does not help: {kind} is over its limit even at rest in {count} frames")
