"""Solvers compiled side by side: a second process compiles half of them while the first reads the capture.

All problems have the same kinds of arguments, so that a small one stands for all. What either process has
compiled the other finds in the cache; where no second process can be had, the first compiles everything when
it needs it.

The loop over frames takes in all of the rest and takes longest, in one piece. So the second process first
compiles what it is made of, while the first makes the robot's capsules and compiles what is called before,
and the clip solver's factor if it has to wait; then the first compiles the loop, and the second what is
called after it. It begins with what is called last: where the first is done earlier, it begins at the other
end, and they meet.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, NamedTuple

from understudy.cache import load, save
from understudy.kernels.compilation import Kernel
from understudy.kernels.sources import sources_digest
from understudy.kinematics.later_kernels import AFTER, listed
from understudy.own_python import python_command

KIND = "compiled"
"""Which entries of the cache say that everything was compiled on this machine."""

_LONGEST = 120.0
"""Time [s] after which the other process is not waited for any more."""

_LOOKS_EVERY = 0.05
"""Time [s] between looks at how far the other process is."""

_MOST_BYTES = 1 << 16

_SMALL_MODEL = """
<mujoco><worldbody><body><freejoint/><geom size="0.1" mass="1"/>
<body pos="0 0 1"><joint/><geom size="0.1" mass="1"/></body></body></worldbody></mujoco>
"""

_helper: subprocess.Popen[bytes] | None = None


def start_helper() -> None:
    """Start a second process that compiles half, where this machine has not compiled the solver yet."""
    global _helper
    if _helper is not None or (os.cpu_count() or 1) < 2 or not sys.executable:
        return
    if load(KIND, _stamp("solver")) is not None:
        return
    with suppress(OSError):
        _helper = subprocess.Popen(
            python_command(f"from {__name__} import compile_share; compile_share()"),
            # Nothing is drawn there, so that nothing to draw with need be loaded.
            env={**os.environ, "MUJOCO_GL": "disable"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(_stop, _helper)


def _stop(helper: subprocess.Popen[bytes]) -> None:
    """End the second process where the first ends without it, such as after bad input."""
    if helper.poll() is None:
        helper.kill()
        helper.wait()


@contextmanager
def compiled_together() -> Iterator[None]:
    """Around the solver's first call: wait for the parts of it that the second process compiles."""
    global _helper
    helper, _helper = _helper, None
    if helper is None:
        yield
        return
    give_up = time.monotonic() + _LONGEST
    if load(KIND, _stamp("parts")) is None:
        _run(shares().waiting)
    while load(KIND, _stamp("parts")) is None and helper.poll() is None:
        if time.monotonic() > give_up:
            _stop(helper)
        time.sleep(_LOOKS_EVERY)
    yield
    save(KIND, _stamp("solver"), b"compiled", _MOST_BYTES)


@cache
def _stamp(part: str) -> str:
    return f"{part}-{sources_digest()}-{sys.version_info.major}.{sys.version_info.minor}"


class Task(NamedTuple):
    """A kernel to be compiled for arguments of these types."""

    kernel: Kernel
    types: tuple[Any, ...]


class Shares(NamedTuple):
    """What the second process compiles, each in its order."""

    parts: list[Task]  # of the loop, which the first process waits for
    after: list[Task]  # while that compiles the loop
    waiting: list[Task]  # the first process itself, while it waits


def _run(share: list[Task]) -> None:
    for task in share:
        task.kernel.compile(task.types)


def shares() -> Shares:
    """Return what there is to compile but for the loop, and for what is called before it."""
    import mujoco
    import numpy as np
    from numba import typeof

    from understudy.kinematics.batch_frames import step_frames, write_frames
    from understudy.kinematics.blocks.near_pairs import write_lists
    from understudy.kinematics.box import minimise_in_box
    from understudy.kinematics.clip.band import new_room as new_factor
    from understudy.kinematics.clip.band import no_blocks, solve_band
    from understudy.kinematics.clip.footholds import add_footholds, no_footholds, place_soles
    from understudy.kinematics.clip.model import quadratic_cost
    from understudy.kinematics.clip.rates import add_rates, rates_of
    from understudy.kinematics.convex_hulls import outline_all
    from understudy.kinematics.costs import add_costs, no_costs
    from understudy.kinematics.forward import new_pose, step
    from understudy.kinematics.joint_motion import follow, nearest_course
    from understudy.kinematics.levenberg_marquardt import look_ahead
    from understudy.kinematics.limits import Bounds, limits_of_frame
    from understudy.kinematics.tree import compile_tree
    from understudy.kinematics.wide_least_squares import new_room, solve_all
    from understudy.kinematics.work import new_asked, new_work

    tree = compile_tree(mujoco.MjModel.from_xml_string(_SMALL_MODEL))
    costs, pose, work = no_costs(tree), new_pose(tree), new_work(tree)
    asked, size = new_asked(tree), len(tree.variable)
    vector, matrix, indices = np.zeros(size), np.zeros((size, size)), np.zeros(size, dtype=np.int64)
    fill = np.zeros((size, size), dtype=np.uint32)
    bounds = Bounds(*(vector for _ in Bounds._fields))
    frames = np.zeros((1, size, size))
    boxes = (frames, matrix, matrix, matrix, matrix)
    rates, footholds = rates_of(tree, bounds, vector, vector, matrix), no_footholds(1)
    factor, stance, is_free = new_factor(1, size, 1, 1), footholds.stance, np.zeros(size, dtype=bool)

    def compiling(kernel: Kernel, *arguments: Any) -> Task:
        return Task(kernel, tuple(typeof(argument) for argument in arguments))

    return Shares(
        parts=[
            compiling(add_costs, tree, costs, 0, asked, pose, work, vector, True, vector, matrix),
            compiling(
                minimise_in_box, matrix, vector, vector, vector, vector, indices, fill, indices, fill,
                indices, matrix, matrix, vector, 1,
            ),
            compiling(step, tree, vector, vector, vector),
            compiling(look_ahead, vector, matrix, True, vector, vector),
            compiling(limits_of_frame, tree.dof_q, bounds, vector, vector, 0, vector, vector),
        ],
        after=[
            compiling(
                write_frames, tree, costs, 0, 1, asked, pose, work, True, matrix, vector, matrix, frames,
            ),
            compiling(
                write_lists, tree, costs.distance, matrix, pose, work.contact, vector, matrix, matrix, matrix,
                0.0, vector,
            ),
            compiling(nearest_course, 0.0, 0.0, 0.0, 0.0, True, True, matrix),
            compiling(follow, matrix, bounds, matrix),
            compiling(solve_all, *boxes, new_room(1, size), matrix),
            compiling(outline_all, frames, np.zeros((size, size), dtype=bool), matrix, matrix, frames),
            compiling(place_soles, footholds, matrix, frames),
            compiling(
                add_footholds, tree, footholds, matrix, 0, 1, indices, matrix, frames, frames, matrix, pose,
                vector, frames, frames, matrix,
            ),
            compiling(add_rates, rates, vector, 0, 1, matrix, matrix, vector, vector, matrix, frames),
            compiling(
                quadratic_cost, frames, matrix, vector, frames, stance, 0, 1, matrix, matrix, vector
            ),
            compiling(step_frames, tree, matrix, matrix, vector, matrix),
        ],
        waiting=[
            compiling(
                solve_band, factor, frames, frames, no_blocks(size), vector, is_free, 0, 1, stance, frames,
                matrix, matrix, vector, matrix, matrix, vector,
            ),
        ],
    )  # fmt: skip


def later_tasks() -> list[Task]:
    """Return what compiles kernels of other packages, called after the solver; they are imported for it."""
    return [Task(kernel, types) for kernel, types in listed(AFTER)]


def compile_share() -> None:
    """Compile what the second process does, in that process."""
    share = shares()
    _run(share.parts)
    save(KIND, _stamp("parts"), b"compiled", _MOST_BYTES)
    _run([*share.after, *later_tasks()][::-1])
