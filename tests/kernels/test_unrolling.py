"""Loops of unknown length are written out once, and add in the order in which they are written."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import exact_kernel

VALUES = np.array([0.5, -2.0, 3.0])


def test_loops_of_unknown_length_are_written_out_once() -> None:
    # What is made here is compiled here, and not found in a cache.
    begin = 0.0

    def added(values: np.ndarray) -> float:
        total = begin
        for index in range(values.shape[0]):
            total += values[index]
        return total

    kernel = exact_kernel(added)
    assert kernel(VALUES) == added(VALUES)
    (code,) = kernel.dispatcher.inspect_llvm().values()
    assert code.count("fadd") == 1
