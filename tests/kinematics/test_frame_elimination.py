"""Variables of single frames eliminated in kernels, against NumPy."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blas_functions import new_arguments
from understudy.kinematics.frame_elimination import divide_by_upper, eliminate_frames

FRAMES, SIZE, SIDES = 3, 5, 4


def test_what_is_left_and_where_variables_go_are_those_of_whole_equations() -> None:
    rng = np.random.default_rng(2)
    root = rng.normal(size=(FRAMES, SIZE, SIZE))
    matrix, sides = root @ root.transpose(0, 2, 1) + np.eye(SIZE), rng.normal(size=(FRAMES, SIDES, SIZE))
    factors, halves, less = matrix.copy(), sides.copy(), np.empty((FRAMES, SIDES, SIDES))
    assert eliminate_frames(new_arguments(), factors, halves, less)
    solved = np.linalg.solve(matrix, sides.transpose(0, 2, 1))
    assert np.allclose(less, sides @ solved)

    others = rng.normal(size=(FRAMES, SIDES))
    found = (others[:, None] @ halves)[:, 0]
    divide_by_upper(factors, found)
    assert np.allclose(found, (solved @ others[..., None])[..., 0])


def test_a_matrix_that_is_not_positive_definite_is_told() -> None:
    matrix = np.tile(np.eye(SIZE), (FRAMES, 1, 1))
    matrix[1, 2, 2] = -1.0
    sides, less = np.zeros((FRAMES, SIDES, SIZE)), np.empty((FRAMES, SIDES, SIDES))
    assert not eliminate_frames(new_arguments(), matrix, sides, less)
