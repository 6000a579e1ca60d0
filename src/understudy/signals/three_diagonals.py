"""Symmetric systems of three diagonals: courses over time whose frames are tied to the next ones alone."""

from __future__ import annotations

import numpy as np
from scipy.linalg import get_lapack_funcs


def solve_three_diagonals(diagonal: np.ndarray, beside: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return x (N,) of a positive definite system, given its middle diagonal (N,) and the next one (N - 1,).

    LAPACK's own function: SciPy's general one for banded systems takes longer to check than this to solve.
    """
    if len(right) == 1:
        return right / diagonal
    (solve,) = get_lapack_funcs(("ptsv",), (right,))
    return solve(diagonal, beside, right)[2]
