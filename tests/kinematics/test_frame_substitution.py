"""Sides of single frames through their factors."""

from __future__ import annotations

import numpy as np
from scipy.linalg import get_lapack_funcs

from understudy.kinematics.frame_substitution import substitute_frames

FRAMES, SIZE = 5, 9


def test_sides_become_what_the_matrices_solve() -> None:
    """Factors as LAPACK writes them, which leaves what is above the diagonal as it was."""
    rng = np.random.default_rng(3)
    root, sides = rng.normal(size=(FRAMES, SIZE, SIZE)), rng.normal(size=(FRAMES, SIZE))
    matrices = root @ root.transpose(0, 2, 1) + np.eye(SIZE)
    factors, found = matrices.copy(), sides.copy()
    (factorise,) = get_lapack_funcs(("potrf",), (factors,))
    for factor in factors:
        factorise(factor.T, lower=1, overwrite_a=1, clean=0)
    substitute_frames(factors, found)
    np.testing.assert_allclose(found, np.linalg.solve(matrices, sides[..., None])[..., 0], rtol=1e-9)
