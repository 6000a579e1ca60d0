"""Equations of a whole clip, against the same matrix solved as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.clip_system import ClipFactor, ClipSystem, solve_clip_system


def made_system(frames: int, size: int, shared: int) -> ClipSystem:
    """Return positive definite equations with frames that meet two frames apart."""
    rng = np.random.default_rng(frames + 10 * size + 100 * shared)
    bands = np.zeros((frames, 3, size, size))
    bands[:, 0] += np.eye(size)
    for frame in range(frames):
        rows = rng.normal(size=(3, 2 * size, size))
        for a in range(3):
            for b in range(a, 3):
                if frame + b < frames:
                    bands[frame + a, b - a] += rows[b].T @ rows[a]
    return ClipSystem(
        rng.normal(size=(frames, size)),
        bands,
        rng.normal(size=(frames, size, shared)),
        rng.normal(size=shared),
        1e4 * np.eye(shared),
    )


def as_matrix(system: ClipSystem) -> np.ndarray:
    """Return the whole matrix."""
    frames, size = system.gradient.shape
    own = frames * size
    matrix = np.zeros((own + len(system.shared),) * 2)
    for frame in range(frames):
        for apart in range(min(3, frames - frame)):
            late, early = (slice(f * size, (f + 1) * size) for f in (frame + apart, frame))
            matrix[late, early] = system.bands[frame, apart]
            matrix[early, late] = system.bands[frame, apart].T
    matrix[:own, own:] = system.border.reshape(own, len(system.shared))
    matrix[own:, :own] = matrix[:own, own:].T
    matrix[own:, own:] = system.shared
    return matrix


@pytest.mark.parametrize(("frames", "size", "shared"), [(1, 2, 0), (2, 3, 1), (7, 3, 2), (8, 4, 0)])
def test_a_step_is_that_of_the_whole_matrix(frames: int, size: int, shared: int) -> None:
    """Odd and even numbers of frames, with shared variables and without."""
    system = made_system(frames, size, shared)
    change, by_shared = solve_clip_system(system)
    right = np.r_[system.gradient.ravel(), system.shared_gradient]
    expected = -np.linalg.solve(as_matrix(system), right)
    assert np.allclose(np.r_[change.ravel(), by_shared], expected, atol=1e-10)


def test_a_factor_serves_many_gradients() -> None:
    """The matrix is factorised once."""
    system = made_system(6, 3, 2)
    factor = ClipFactor(system)
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
    system.bands[2, 0] = -np.eye(2)
    with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
        solve_clip_system(system)
