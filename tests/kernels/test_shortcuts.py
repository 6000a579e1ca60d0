"""What is left out while kernels are compiled changes neither their results nor whose options they follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.core import errors
from numba.core.types.functions import BaseFunction

from understudy.kernels.call_types import remembered_call_types
from understudy.kernels.compilation import exact_kernel, fused_kernel
from understudy.kernels.shortcuts import PlainTexts, shortcuts

VALUES = np.array([0.5, -2.0, 3.0])


def summing(limit: float) -> Callable[[np.ndarray], float]:
    """Return a function that is compiled whenever it is called: what is made from arguments is not kept."""

    def clipped_sum(values: np.ndarray) -> float:
        total = 0.0
        for index in range(values.shape[0]):
            total = max(total + values[index] * values[index], min(values[index], limit))
        return total

    return clipped_sum


def code_of(kernel: Any) -> str:
    (code,) = kernel.dispatcher.inspect_llvm().values()
    return code


def test_a_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    ask = BaseFunction.get_call_type

    def counting(self: Any, context: Any, args: Any, kws: Any) -> Any:
        asked.append(self)
        return ask(self, context, args, kws)

    monkeypatch.setattr(BaseFunction, "get_call_type", counting)
    exact_kernel(summing(1.0))(VALUES)
    first = len(asked)
    assert exact_kernel(summing(2.0))(VALUES) == summing(2.0)(VALUES)
    assert len(asked) == first


@pytest.mark.parametrize("kinds", [(exact_kernel, fused_kernel), (fused_kernel, exact_kernel)])
def test_answers_are_those_of_the_own_options(kinds: tuple[Any, Any]) -> None:
    for kind in kinds:
        kernel = kind(summing(1.0))
        assert kernel(VALUES) == summing(1.0)(VALUES)
        assert ("contract" in code_of(kernel)) == (kind is fused_kernel)


def test_numba_is_left_as_it_was() -> None:
    ask, texts = BaseFunction.get_call_type, errors._termcolor_inst
    with shortcuts():
        assert BaseFunction.get_call_type is not ask
        assert isinstance(errors._termcolor_inst, PlainTexts)
        inside = BaseFunction.get_call_type
        with remembered_call_types():
            assert BaseFunction.get_call_type is inside
    assert BaseFunction.get_call_type is ask
    assert errors._termcolor_inst is texts


def test_texts_are_as_they_are() -> None:
    plain = PlainTexts()
    assert {plain.code("a"), plain.errmsg("a"), plain.filename("a"), plain.highlight("a")} == {"a"}


def test_loops_of_unknown_length_are_written_out_once() -> None:
    begin = 0.0

    def added(values: np.ndarray) -> float:
        total = begin
        for index in range(values.shape[0]):
            total += values[index]
        return total

    kernel = exact_kernel(added)
    assert kernel(VALUES) == added(VALUES)
    assert code_of(kernel).count("fadd") == 1
