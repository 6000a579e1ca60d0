"""Rows of joints over time in kernels, against differences of NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.joint_rows import JointRows, add_joint_pull, add_joint_stiffness, write_joint_rows

FRAMES, SIZE = 6, 4
PLACES = np.array([2, 0])
SLOPE = np.array([3.0, 0.5])
STENCILS = ((1.0,), (-1.0, 1.0), (1.0, -2.0, 1.0))


@pytest.mark.parametrize("stencil", STENCILS)
def test_rows_and_derivatives_are_those_of_differences(stencil: tuple[float, ...]) -> None:
    rng, order = np.random.default_rng(1), len(stencil) - 1
    joints, count = JointRows(PLACES, np.array(stencil), SLOPE), FRAMES - order
    used, shift = rng.normal(size=(count, 2)), rng.normal(size=(2, count, 2))
    change, rows = rng.normal(size=(FRAMES, SIZE)), np.empty((2, count, 2))
    write_joint_rows(joints, used, shift, change, rows)
    now = used + SLOPE * np.diff(change[:, PLACES], n=order, axis=0)
    assert np.allclose(rows, np.stack([now, -now]) - 1.0 + shift)

    # The derivative (2, R, J, T, D) column after column: rows are linear in the change.
    by = np.empty((*rows.shape, FRAMES, SIZE))
    for frame in range(FRAMES):
        for place in range(SIZE):
            one = np.zeros((FRAMES, SIZE))
            one[frame, place] = 1.0
            moved = np.empty_like(rows)
            write_joint_rows(joints, np.zeros_like(used), np.ones_like(shift), one, moved)
            by[..., frame, place] = moved
    pull, gradient = rng.normal(size=rows.shape), np.zeros((FRAMES, SIZE))
    add_joint_pull(joints, pull, gradient)
    assert np.allclose(gradient, np.einsum("urj,urjtd->td", pull, by))

    stiffness, diagonals = rng.random(rows.shape), np.zeros((FRAMES, 3, SIZE))
    add_joint_stiffness(joints, stiffness, diagonals)
    matrix = np.einsum("urjtd,urj,urjse->tdse", by, stiffness, by)
    for apart in range(3):
        for frame in range(FRAMES - apart):
            assert np.allclose(np.diag(matrix[frame, :, frame + apart]), diagonals[frame, apart])
