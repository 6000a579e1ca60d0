"""Kernels that only kernels call are part of their callers, also of those compiled by other processes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numba import njit

from understudy import cache
from understudy.kernels import kernel_cache, linked_code
from understudy.kernels.compilation import Kernel, inner_kernel, kernel
from understudy.kernels.linked_code import LinkedLibrary

SCALE = 3.0


@inner_kernel
def innermost(values: np.ndarray, index: int) -> float:
    if index < 0:
        raise ValueError("an index is negative")
    return SCALE * values[index]


@inner_kernel
def inner(values: np.ndarray) -> float:
    total = np.zeros(1)
    for index in range(len(values)):
        total[0] += innermost(values, index)
    return total[0]


def outer(values: np.ndarray) -> float:
    return inner(values)


def other_outer(values: np.ndarray) -> float:
    return 2.0 * inner(values) + innermost(values, 0)


def failing(values: np.ndarray) -> float:
    return innermost(values, -1)


VALUES = np.arange(4.0)
TOTAL = SCALE * 6.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where kernels are kept, on a machine that has compiled nothing yet."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path / kernel_cache.KIND


def afresh(function) -> Kernel:
    """Return a kernel and those inside it as a new process has them."""
    for name in ("innermost", "inner"):
        globals()[name] = inner_kernel(globals()[name].py_func)
    return kernel(function)


def names(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0].rpartition(".")[2] for path in folder.iterdir())


def test_callers_run_what_they_call(folder: Path) -> None:
    assert afresh(outer)(VALUES) == TOTAL
    assert names(folder) == ["inner", "innermost", "outer"]


def test_there_is_no_machine_code_of_an_inner_kernel_alone(folder: Path) -> None:
    afresh(outer)(VALUES)
    (overload,) = inner.dispatcher.overloads.values()
    assert isinstance(overload.library, LinkedLibrary)
    assert overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name) == 0


def test_a_later_process_loads_the_caller_alone(folder: Path) -> None:
    afresh(outer)(VALUES)
    again = afresh(outer)
    assert again(VALUES) == TOTAL
    assert sum(again.stats.cache_hits.values()) == 1
    assert inner.stats.cache_hits == {}


def test_another_caller_links_what_was_kept(folder: Path) -> None:
    afresh(outer)(VALUES)
    other = afresh(other_outer)
    assert other(VALUES) == 2.0 * TOTAL
    assert sum(inner.stats.cache_hits.values()) == 1
    assert sum(other.stats.cache_misses.values()) == 1
    assert afresh(other_outer)(VALUES) == 2.0 * TOTAL


@pytest.mark.parametrize("time", ["compiled", "loaded", "linked from what was kept"])
def test_an_error_inside_comes_out(folder: Path, time: str) -> None:
    if time == "loaded":
        with pytest.raises(ValueError, match="negative"):
            afresh(failing)(VALUES)
    elif time != "compiled":
        afresh(outer)(VALUES)
    with pytest.raises(ValueError, match="an index is negative"):
        afresh(failing)(VALUES)


def test_functions_of_numba_itself_may_call_inner_kernels(folder: Path) -> None:
    afresh(outer)
    assert njit(outer)(VALUES) == TOTAL


def test_python_may_not(folder: Path) -> None:
    with pytest.raises(TypeError, match="inner has no door to Python"):
        inner(VALUES)


def test_another_numba_compiles_inner_kernels_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert linked_code.is_possible()
    monkeypatch.setattr(linked_code, "_NEEDED", ("a method that no library has",))
    assert not linked_code.is_possible()
    own = Kernel(_doubled, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})
    assert own.dispatcher._compiler.pipeline_class is not linked_code.LinkedCompiler


def _doubled(value: float) -> float:
    return 2.0 * value
