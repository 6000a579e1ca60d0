"""What is compiled ahead is what the solver calls: another type would be compiled a second time."""

from __future__ import annotations

import subprocess
import sys

import pytest
from numba.core.types import BaseNamedTuple

from understudy.data import built_in_motion
from understudy.kernels.compilation import Kernel
from understudy.kinematics import compile_ahead
from understudy.kinematics.compile_ahead import Shares, compiled_together, later_tasks, shares
from understudy.kinematics.frame_loop import advance
from understudy.pipeline import perform
from understudy.robots import load_robot
from understudy.takes import read_human

MANY = 20


@pytest.fixture(scope="module")
def compiled() -> Shares:
    perform(read_human(built_in_motion("walk")), load_robot("g1"))
    return shares()


def test_what_is_called_after_the_loop_is_compiled_for_just_these_types(compiled: Shares) -> None:
    for task in (*compiled.after, *compiled.waiting):
        task.kernel.compile(task.types)
        assert len(task.kernel.dispatcher.signatures) == 1, task.kernel.py_func.__name__


@pytest.mark.usefixtures("compiled")
def test_kernels_of_other_packages_are_compiled_for_the_types_that_they_are_called_with() -> None:
    later = later_tasks()
    assert len(later) > MANY
    for task in later:
        # Only a call from Python makes it ready, and all of them are called for any motion.
        assert task.kernel._is_ready, task.kernel.py_func.__name__
        assert task.types in task.kernel.dispatcher.signatures, task.kernel.py_func.__name__


def test_the_first_process_waits_for_the_parts_alone(
    compiled: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(Kernel, "compile", lambda self, types: done.append(self.py_func.__name__))
    monkeypatch.setattr(compile_ahead, "save", lambda *_: done.append("stamp"))
    compile_ahead.compile_share()
    names = [task.kernel.py_func.__name__ for task in (*compiled.parts, *compiled.after, *later_tasks())]
    assert sorted(done) == sorted([*names, "stamp"])
    assert done.index("stamp") == len(compiled.parts)
    assert done[-1] == compiled.after[0].kernel.py_func.__name__, "what is called first comes last"


def test_parts_of_the_loop_take_what_the_loop_takes(compiled: Shares) -> None:
    known = list(advance.dispatcher.signatures[0])
    for kind in known:
        known += getattr(kind, "types", ())
    for task in compiled.parts:
        for kind in task.types:
            assert not isinstance(kind, BaseNamedTuple) or kind in known, (task.kernel.py_func.__name__, kind)


def test_who_waits_for_the_parts_compiles_the_factor(
    compiled: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(Kernel, "compile", lambda self, types: done.append(self.py_func.__name__))
    monkeypatch.setattr(compile_ahead, "load", lambda *_: b"compiled" if done else None)
    monkeypatch.setattr(compile_ahead, "save", lambda *_: None)
    helper = subprocess.Popen([sys.executable, "-c", ""])
    helper.wait()
    monkeypatch.setattr(compile_ahead, "_helper", helper)
    with compiled_together():
        assert done == [task.kernel.py_func.__name__ for task in compiled.waiting]
