"""Symmetric positive definite equations whose matrix has six bands under its diagonal.

They arise where three coordinates of successive frames are coupled over two frames.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel

BANDS = 6


@lean_inner_kernel
def factorise(matrix: np.ndarray) -> None:
    """Replace ``matrix`` (N, 7) by its Cholesky factor; element [i, d] is row i, column i - d."""
    for i in range(len(matrix)):
        for d in range(min(i, BANDS), -1, -1):
            j = i - d
            total = matrix[i, d]
            for e in range(d + 1, min(i, BANDS) + 1):
                if e - d <= BANDS:
                    total -= matrix[i, e] * matrix[j, e - d]
            matrix[i, d] = np.sqrt(total) if d == 0 else total / matrix[j, 0]


@lean_inner_kernel
def solve(factor: np.ndarray, values: np.ndarray) -> None:
    """Replace ``values`` (N,) by the solution."""
    count = len(values)
    for i in range(count):
        for d in range(1, min(i, BANDS) + 1):
            values[i] -= factor[i, d] * values[i - d]
        values[i] /= factor[i, 0]
    for i in range(count - 1, -1, -1):
        for d in range(1, min(count - 1 - i, BANDS) + 1):
            values[i] -= factor[i + d, d] * values[i + d]
        values[i] /= factor[i, 0]


@lean_inner_kernel
def inverse_diagonal(factor: np.ndarray, index: int, scratch: np.ndarray) -> float:
    """Return one element of the diagonal of the inverse; ``scratch`` is (N,)."""
    total = 0.0
    for i in range(index, len(factor)):
        value = 1.0 if i == index else 0.0
        for d in range(1, min(i - index, BANDS) + 1):
            value -= factor[i, d] * scratch[i - d]
        scratch[i] = value / factor[i, 0]
        total += scratch[i] ** 2
    return total
