"""Variables of single frames, solved for others, of which they leave less: in every frame of a clip at once.

With the factor C of their matrix H = C Cᵀ and sides B, what they leave is less by Bᵀ H⁻¹ B, the square of
C⁻¹ B. Where they go as others have gone, −H⁻¹ B x, takes one side more through the other half of the factor.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.blas_functions import (
    NORMAL,
    TRANSPOSED,
    Arguments,
    divide_by_lower,
    factor_lower,
    multiply_add,
)

_NUMBER = 8
"""Bytes of a number."""


@fused_kernel
def eliminate_frames(arguments: Arguments, matrices: np.ndarray, sides: np.ndarray, less: np.ndarray) -> bool:
    """Factorise frames' matrices; False where one is not positive definite.

    Args:
        arguments: Room for BLAS.
        matrices: (T, L, L) H, symmetric; C is written over the lower triangle, column after column.
        sides: (T, S, L) Bᵀ; (C⁻¹ B)ᵀ is written over it.
        less: (T, S, S) receives Bᵀ H⁻¹ B.
    """
    frames, count, size = sides.shape
    for t in range(frames):
        matrix = matrices.ctypes.data + _NUMBER * t * size * size
        side = sides.ctypes.data + _NUMBER * t * count * size
        if not factor_lower(arguments, size, matrix):
            return False
        divide_by_lower(arguments, size, matrix, count, side)
        multiply_add(
            arguments, (TRANSPOSED, NORMAL), (count, count, size), 1.0, side, size, side, size, 0.0,
            less.ctypes.data + _NUMBER * t * count * count,
        )  # fmt: skip
    return True


@fused_kernel
def divide_by_upper(factors: np.ndarray, values: np.ndarray) -> None:
    """Write C⁻ᵀ times values (T, L) over them, C as :func:`eliminate_frames` leaves it in ``factors``."""
    for t in range(values.shape[0]):
        for j in range(values.shape[1] - 1, -1, -1):
            left = values[t, j]
            for i in range(j + 1, values.shape[1]):
                left -= factors[t, j, i] * values[t, i]
            values[t, j] = left / factors[t, j, j]
