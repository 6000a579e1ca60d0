"""Equations of a whole clip, against the same matrix solved as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.clip_system import (
    ClipFactor,
    ClipSystem,
    FrameRows,
    Squares,
    factor_room,
    solve_clip_system,
)

FIGURES = 2
"""Of each three frames in a row."""


def made_system(frames: int, size: int, shared: int) -> ClipSystem:
    """Return positive definite equations with frames that meet two frames apart, in both ways."""
    rng = np.random.default_rng(frames + 10 * size + 100 * shared)
    own = rng.normal(size=(frames, size, 2 * size))
    diagonals = np.zeros((frames, 3, size))
    # Accelerations of single variables cost something.
    for frame in range(frames - 2):
        weight = rng.uniform(1.0, 2.0, size)
        for a, first in enumerate((1.0, -2.0, 1.0)):
            for b, second in enumerate((1.0, -2.0, 1.0)):
                if b >= a:
                    diagonals[frame + a, b - a] += first * second * weight
    by, rows = np.zeros((frames, 3, FIGURES, size)), max(frames - 2, 0)
    for a in range(3):
        by[a : a + rows, a] = rng.normal(size=(rows, FIGURES, size))
    root = rng.normal(size=(rows, FIGURES, FIGURES))
    return ClipSystem(
        rng.normal(size=(frames, size)),
        own @ own.transpose(0, 2, 1) + np.eye(size),
        diagonals,
        [Squares(by, root @ root.transpose(0, 2, 1))],
        rng.normal(size=(frames, size, shared)),
        rng.normal(size=shared),
        1e4 * np.eye(shared),
        [FrameRows(np.array([0, 0, frames - 1]), rng.normal(size=(3, size)), rng.uniform(1.0, 2.0, 3))],
    )


def as_matrix(system: ClipSystem) -> np.ndarray:
    """Return the whole matrix."""
    frames, size = system.gradient.shape
    count = frames * size
    matrix = np.zeros((count + len(system.shared),) * 2)
    places = [slice(f * size, (f + 1) * size) for f in range(frames)]
    for frame, place in enumerate(places):
        matrix[place, place] += system.own[frame]
        for apart in range(min(3, frames - frame)):
            diagonal = np.diag(system.diagonals[frame, apart])
            matrix[places[frame + apart], place] += diagonal
            matrix[place, places[frame + apart]] += diagonal if apart else 0.0
    for squares in system.squares:
        for row, stiffness in enumerate(squares.stiffness):
            by = np.zeros((len(stiffness), len(matrix)))
            for a in range(3):
                by[:, places[row + a]] = squares.by[row + a, a]
            matrix += by.T @ stiffness @ by
    for rows in system.rows:
        for frame, by, stiffness in zip(*rows, strict=True):
            matrix[places[frame], places[frame]] += stiffness * np.outer(by, by)
    matrix[:count, count:] = system.border.reshape(count, len(system.shared))
    matrix[count:, :count] = matrix[:count, count:].T
    matrix[count:, count:] = system.shared
    return matrix


@pytest.mark.parametrize(
    ("frames", "size", "shared"), [(1, 2, 0), (2, 3, 1), (3, 2, 1), (7, 3, 2), (8, 4, 0)]
)
def test_a_step_is_that_of_the_whole_matrix(frames: int, size: int, shared: int) -> None:
    """Odd and even numbers of frames, with shared variables and without."""
    system = made_system(frames, size, shared)
    change, by_shared = solve_clip_system(system)
    right = np.r_[system.gradient.ravel(), system.shared_gradient]
    expected = -np.linalg.solve(as_matrix(system), right)
    assert np.allclose(np.r_[change.ravel(), by_shared], expected, atol=1e-10)


def test_a_factor_serves_many_gradients() -> None:
    """The matrix is factorised once, in room that is given."""
    system = made_system(6, 3, 2)
    factor = ClipFactor(system, factor_room(*system.gradient.shape))
    for scale in (1.0, -3.0):
        found = factor.least(scale * system.gradient, scale * system.shared_gradient)
        expected = solve_clip_system(
            system._replace(gradient=scale * system.gradient, shared_gradient=scale * system.shared_gradient)
        )
        assert np.allclose(found[0], expected[0])
        assert np.allclose(found[1], expected[1])


def test_a_matrix_that_is_not_positive_definite_is_refused() -> None:
    """Rather than a step that leads nowhere."""
    system = made_system(4, 2, 0)
    system.own[2] = -50.0 * np.eye(2)
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        solve_clip_system(system)
