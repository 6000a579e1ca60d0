"""What is compiled ahead is what the solver calls: another type would be compiled a second time."""

from __future__ import annotations

import pytest
from numba.core.types import BaseNamedTuple

from understudy.data import built_in_motion
from understudy.kinematics.compile_ahead import Shares, shares
from understudy.kinematics.frame_loop import advance
from understudy.pipeline import perform
from understudy.robots import load_robot
from understudy.takes import read_human


@pytest.fixture(scope="module")
def compiled() -> Shares:
    perform(read_human(built_in_motion("walk")), load_robot("g1"))
    return shares()


def test_what_is_called_after_the_loop_is_compiled_for_just_these_types(compiled: Shares) -> None:
    for task in compiled.after:
        task.kernel.compile(task.types)
        assert len(task.kernel.dispatcher.signatures) == 1, task.kernel.py_func.__name__


def test_parts_of_the_loop_take_what_the_loop_takes(compiled: Shares) -> None:
    known = list(advance.dispatcher.signatures[0])
    for kind in known:
        known += getattr(kind, "types", ())
    for task in [*compiled.own, *compiled.costs]:
        for kind in task.types:
            assert not isinstance(kind, BaseNamedTuple) or kind in known, (task.kernel.py_func.__name__, kind)
