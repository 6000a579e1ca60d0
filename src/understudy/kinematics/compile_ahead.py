"""The solver compiled side by side: a second process compiles half of it while the first reads the capture.

All problems have the same kinds of arguments, so that a small one stands for all. What either process has
compiled the other finds in the cache; where no second process can be had, the first compiles everything when
it needs it.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from understudy.cache import load, save
from understudy.kinematics.sources import sources_digest

KIND = "compiled"
"""Which entries of the cache say that everything was compiled on this machine."""

_LONGEST = 120.0
"""Time [s] after which the other process is not waited for any more."""

_MOST_BYTES = 1 << 16

_SMALL_MODEL = """
<mujoco><worldbody><body><freejoint/><geom size="0.1" mass="1"/>
<body pos="0 0 1"><joint/><geom size="0.1" mass="1"/></body></body></worldbody></mujoco>
"""

_helper: subprocess.Popen[bytes] | None = None


def start_helper() -> None:
    """Start a second process that compiles the costs, where this machine has not compiled the solver yet."""
    global _helper
    processors = os.cpu_count() or 1
    if _helper is not None or processors < 2 or not sys.executable or load(KIND, _stamp()) is not None:
        return
    with suppress(OSError):
        _helper = subprocess.Popen(
            [sys.executable, "-m", __spec__.name],
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
    """Around the solver's first call: compile what the second process does not, and wait for what it does."""
    global _helper
    helper, _helper = _helper, None
    if helper is None:
        yield
        return
    try:
        for compile_share in shares()[1:]:
            compile_share()
        helper.wait(_LONGEST)
    except subprocess.TimeoutExpired:
        _stop(helper)
    yield
    save(KIND, _stamp(), b"compiled", _MOST_BYTES)


@cache
def _stamp() -> str:
    return f"solver-{sources_digest()}-{sys.version_info.major}.{sys.version_info.minor}"


def shares() -> list[Callable[[], Any]]:
    """Return what compiles the costs, for the second process, and what compiles the rest but for the loop."""
    import mujoco
    import numpy as np
    from numba import typeof

    from understudy.kinematics.box import minimise_in_box
    from understudy.kinematics.costs import add_costs, no_costs
    from understudy.kinematics.forward import new_pose, step
    from understudy.kinematics.tree import compile_tree
    from understudy.kinematics.work import new_asked, new_work

    tree = compile_tree(mujoco.MjModel.from_xml_string(_SMALL_MODEL))
    costs, pose, work = no_costs(tree), new_pose(tree), new_work(tree)
    asked, size = new_asked(tree), len(tree.variable)
    vector, matrix, indices = np.zeros(size), np.zeros((size, size)), np.zeros(size, dtype=np.int64)
    fill = np.zeros((size, size), dtype=np.uint32)

    def compiling(kernel: Any, *arguments: Any) -> Callable[[], Any]:
        types = tuple(typeof(argument) for argument in arguments)
        return lambda: kernel.compile(types)

    return [
        compiling(add_costs, tree, costs, 0, asked, pose, work, vector, True, vector, matrix),
        compiling(
            minimise_in_box, matrix, vector, vector, vector, vector, indices, fill, indices, fill, indices,
            matrix, np.zeros((3, size)), vector, 1,
        ),
        compiling(step, tree, vector, vector, vector),
    ]  # fmt: skip


if __name__ == "__main__":
    shares()[0]()
