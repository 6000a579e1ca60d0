"""The factor of a clip's banded matrix, block after block in one kernel; see ``clip_system``.

Blocks stand column after column, as BLAS has them: row i of column j of a block is its [j, i].
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.blas_functions import (
    NORMAL,
    TRANSPOSED,
    Arguments,
    factor_lower,
    invert_lower,
    multiply_add,
)

_NUMBER = 8
"""Bytes of a number."""


@fused_kernel
def add_squares(
    arguments: Arguments, by: np.ndarray, stiffness: np.ndarray, pushed: np.ndarray, room: np.ndarray
) -> None:
    """Add what figures of three frames in a row make of a matrix.

    Args:
        arguments: Room for BLAS.
        by: (T, 3, F, D), see ``clip_system.Squares``.
        stiffness: (R, F, F) symmetric.
        pushed: (3, F, D) a buffer.
        room: (3, T, D, D) columns of own, next and second blocks.
    """
    frames, count, size = by.shape[0], by.shape[2], by.shape[3]
    figures = _NUMBER * count * size
    block, push = _NUMBER * size * size, pushed.ctypes.data
    for t in range(frames):
        for a in range(3):
            row, at = t - a, push + a * figures
            if row < 0 or row >= stiffness.shape[0]:
                for f in range(count):
                    for d in range(size):
                        pushed[a, f, d] = 0.0
                continue
            firm = stiffness.ctypes.data + _NUMBER * row * count * count
            multiply_add(
                arguments, (NORMAL, NORMAL), (size, count, count), 1.0,
                by.ctypes.data + (3 * t + a) * figures, size, firm, count, 0.0, at,
            )  # fmt: skip
        # Figures of three frames meet a frame as their a-th and the later one as their (a + apart)-th.
        for apart in range(min(3, frames - t)):
            multiply_add(
                arguments, (NORMAL, TRANSPOSED), (size, size, (3 - apart) * count), 1.0,
                by.ctypes.data + (3 * (t + apart) + apart) * figures, size, push, size, 1.0,
                room.ctypes.data + (apart * frames + t) * block,
            )  # fmt: skip


@fused_kernel
def factorise_band(
    arguments: Arguments, second: np.ndarray, is_diagonal: bool, spare: np.ndarray, room: np.ndarray
) -> bool:
    """Write a matrix's factor over it; False where the matrix is not positive definite.

    Args:
        arguments: Room for BLAS.
        second: (T, D) what ties frames that are two apart where nothing but a diagonal does.
        is_diagonal: Whether that is so.
        spare: (D, D) a buffer.
        room: (3, T, D, D) columns of own, next and second blocks of the matrix; own ones of the factor are
            inverted triangles.
    """
    frames, size = room.shape[1], room.shape[2]
    block, shape = _NUMBER * size * size, (size, size, size)
    kept, across = spare.ctypes.data, (NORMAL, TRANSPOSED)
    for t in range(frames):
        own = room.ctypes.data + t * block
        near, far = own + frames * block, own + 2 * frames * block
        if not factor_lower(arguments, size, own):
            return False
        for j in range(size):
            for i in range(j):
                room[0, t, j, i] = 0.0
        invert_lower(arguments, size, own)
        if t + 1 < frames:
            for j in range(size):
                for i in range(size):
                    spare[j, i] = room[1, t, j, i]
            multiply_add(arguments, across, shape, 1.0, kept, size, own, size, 0.0, near)
            # Twice as much as the half that is needed, and still faster than what works out that half.
            multiply_add(arguments, across, shape, -1.0, near, size, near, size, 1.0, own + block)
        if t + 2 < frames:
            if is_diagonal:
                for j in range(size):
                    for i in range(size):
                        room[2, t, j, i] = second[t, i] * room[0, t, i, j]
            else:
                for j in range(size):
                    for i in range(size):
                        spare[j, i] = room[2, t, j, i]
                multiply_add(arguments, across, shape, 1.0, kept, size, own, size, 0.0, far)
            multiply_add(arguments, across, shape, -1.0, far, size, near, size, 1.0, near + block)
            multiply_add(arguments, across, shape, -1.0, far, size, far, size, 1.0, own + 2 * block)
    return True


@fused_kernel
def halve_border(
    arguments: Arguments, room: np.ndarray, spare: np.ndarray, sides: np.ndarray, square: np.ndarray
) -> None:
    """Write Y = L⁻¹ B over sides B with the factor L, and add YᵀY.

    Args:
        arguments: Room for BLAS.
        room: (3, T, D, D) the factor.
        spare: (K, D) a buffer.
        sides: (T, K, D).
        square: (K, K) receives the square.
    """
    frames, count, size = sides.shape
    block, side = _NUMBER * size * size, _NUMBER * count * size
    shape, kept, plain = (size, count, size), spare.ctypes.data, (NORMAL, NORMAL)
    for t in range(frames):
        own, now = room.ctypes.data + t * block, sides.ctypes.data + t * side
        for apart in range(1, min(t, 2) + 1):
            link = own + (apart * frames - apart) * block
            multiply_add(arguments, plain, shape, -1.0, link, size, now - apart * side, size, 1.0, now)
        for k in range(count):
            for i in range(size):
                spare[k, i] = sides[t, k, i]
        multiply_add(arguments, plain, shape, 1.0, own, size, kept, size, 0.0, now)
        multiply_add(
            arguments, (TRANSPOSED, NORMAL), (count, count, size), 1.0, now, size, now, size, 1.0,
            square.ctypes.data,
        )  # fmt: skip
