"""A motion performed as fast as the robot can, and no faster: slowed down where limits forbid its pace.

Any method may be asked to: it performs the person without limits of motion first, which tells where they
forbid the pace (``time_scaling_demands``); the smallest slow-down is found; and the method performs the
slowed person within its limits, which then have next to nothing left to change. So feet, contacts and frame
rate stay those of one motion.

With the pace ṡ, every limit is a row, linear in b = ṡ² and a = s̈ = ½ db/ds (Verscheure et al. 2009 plan
robots' fastest motions so). Here b ≤ 1: nothing gets faster than it was. Slowed down alike everywhere, b is
the largest constant that keeps all rows. Locally, b is a curve: as large as may be, no smaller anywhere than
that constant, and bent no more than lets the pace change within ``EASE``. Both are exact, the first in closed
form, the second as a linear programme.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from understudy.dynamics.derivatives import DEGREE
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.pace import Pace, slowed
from understudy.retarget.method import Say
from understudy.retarget.method_options import LimitOptions
from understudy.retarget.time_scaling_demands import EASE, Demands, find_demands
from understudy.robots.robot import Robot

Options = TypeVar("Options", bound=LimitOptions)

BEND = 1.0 / (EASE / 2.0) ** 2
"""[1/s²] by which b may bend: from 0 to 1 with an even bend and its opposite takes ``EASE``."""


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
    free = perform(human, replace(options, velocity_limits=False, acceleration_limits=False, physics="none"))
    asked = find_demands(
        free,
        robot,
        options.velocity_limits,
        options.acceleration_limits,
        options.slow_down_torque,
        options.physics != "none",
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
    least = uniform_profile(demands, most)
    if least >= 1.0:
        return None
    profile = np.full(frames, least) if mode == "uniform" else local_profile(demands, frames, fps, most)
    return Pace(moments_of(profile, fps), fps)


def uniform_profile(demands: Demands, most: float) -> float:
    """Return the largest constant b, 1 at most, that keeps all demands; no slower than ``most`` times."""
    hardest = float(demands.pace.max(initial=0.0))
    return max(min(1.0, 1.0 / hardest if hardest > 0.0 else 1.0), most**-2)


def local_profile(demands: Demands, frames: int, fps: float, most: float) -> np.ndarray:
    """Return b (T,), as large as may be, that keeps all demands; no slower than ``most`` times.

    Args:
        demands: The demands.
        frames: T.
        fps: Frames a second [1/s].
        most: How many times as slow any moment may become.
    """
    least = uniform_profile(demands, most)
    if least >= 1.0 or frames < 3:
        return np.full(frames, least)
    # SciPy's optimisers take longer to import than most clips to be scaled.
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    # A limit that even the slowest pace does not keep is kept as nearly as that pace does.
    ease = np.maximum(1.0, demands.pace * least)
    before, after = np.maximum(demands.frame - 1, 0), np.minimum(demands.frame + 1, frames - 1)
    slope = demands.change * 0.5 * fps / (after - before)
    rows = np.arange(len(demands.frame))
    asked = csr_array(
        (
            np.concatenate([demands.pace, slope, -slope]) / np.tile(ease, 3),
            (np.tile(rows, 3), np.concatenate([demands.frame, after, before])),
        ),
        shape=(len(rows), frames),
    )
    inner = np.arange(frames - 2)
    bend = csr_array(
        (
            np.repeat([1.0, -2.0, 1.0], frames - 2),
            (np.tile(inner, 3), np.concatenate([inner, inner + 1, inner + 2])),
        ),
        shape=(frames - 2, frames),
    )
    room = np.full(frames - 2, BEND / fps**2)
    found = linprog(
        -np.ones(frames),
        A_ub=vstack([asked, bend, -bend]),
        b_ub=np.concatenate([np.ones(len(rows)), room, room]),
        bounds=(least, 1.0),
        method="highs",
    )
    # The constant keeps everything, so that there always is a solution; rounding may leave none.
    return np.clip(found.x, least, 1.0) if found.x is not None else np.full(frames, least)


def moments_of(profile: np.ndarray, fps: float) -> np.ndarray:
    """Return which moments (N,) [s] of a motion frames at the same rate show, at a pace √b given as b (T,).

    The last frame shows the motion's last; for that all of it may become slower by less than a frame.
    """
    speed = np.sqrt(profile)
    steps = 2.0 / (fps * (speed[1:] + speed[:-1]))
    times = np.concatenate([[0.0], np.cumsum(steps)])
    count = int(np.ceil(times[-1] * fps - 1e-6))
    stretch = count / fps / times[-1]
    at = np.arange(count + 1) / fps / stretch
    index = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(steps) - 1)
    gone = at - times[index]
    gain = (speed[index + 1] - speed[index]) / steps[index]
    moments = index / fps + speed[index] * gone + 0.5 * gain * gone**2
    moments[0], moments[-1] = 0.0, (len(profile) - 1) / fps
    return moments


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
