"""One right-hand side of every frame through the frame's own factor: calls of LAPACK would take longer."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import lean_kernel


@lean_kernel
def substitute_frames(factors: np.ndarray, sides: np.ndarray) -> None:
    """Write the inverses of frames' matrices times sides (T, L) over these.

    Args:
        factors: (T, L, L) Cholesky factors, each column after column as LAPACK writes it: row i of column j
            is [j, i], of which those with i ≥ j count.
        sides: (T, L).
    """
    for t in range(sides.shape[0]):
        for j in range(sides.shape[1]):
            known = sides[t, j] / factors[t, j, j]
            sides[t, j] = known
            for i in range(j + 1, sides.shape[1]):
                sides[t, i] -= factors[t, j, i] * known
        for j in range(sides.shape[1] - 1, -1, -1):
            left = sides[t, j]
            for i in range(j + 1, sides.shape[1]):
                left -= factors[t, j, i] * sides[t, i]
            sides[t, j] = left / factors[t, j, j]
