"""One right-hand side through a banded factor: calls of BLAS for every block take longer than the blocks."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_kernel


@fused_kernel
def substitute_ahead(room: np.ndarray, side: np.ndarray) -> None:
    """Write L⁻¹ times a side (T, D) over it, L being a clip's factor.

    Args:
        room: (3, T, D, D) the factor's columns of blocks, own (inverted), next and second, see
            ``clip_system``; each block column after column: its row i of column j is [j, i].
        side: (T, D).
    """
    frames, size = side.shape
    for t in range(frames):
        for apart in range(1, min(t, 2) + 1):
            for j in range(size):
                known = side[t - apart, j]
                for i in range(size):
                    side[t, i] -= room[apart, t - apart, j, i] * known
        for j in range(size - 1, -1, -1):
            known = side[t, j]
            side[t, j] = room[0, t, j, j] * known
            for i in range(j + 1, size):
                side[t, i] += room[0, t, j, i] * known


@fused_kernel
def substitute_back(room: np.ndarray, side: np.ndarray) -> None:
    """Write L⁻ᵀ times a side (T, D) over it, see :func:`substitute_ahead`."""
    frames, size = side.shape
    for t in range(frames - 1, -1, -1):
        for apart in range(1, min(frames - 1 - t, 2) + 1):
            for j in range(size):
                total = 0.0
                for i in range(size):
                    total += room[apart, t, j, i] * side[t + apart, i]
                side[t, j] -= total
        for j in range(size):
            total = 0.0
            for i in range(j, size):
                total += room[0, t, j, i] * side[t, i]
            side[t, j] = total
