"""Rigid alignment of point sets."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.spatial import rotations as rot
from understudy.spatial.alignment import align

MODEL = np.random.default_rng(0).normal(size=(6, 3))
FRAMES = 20


def moved() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the model in motion (T, 6, 3), its rotations (T, 3, 3) and translations (T, 3)."""
    rng = np.random.default_rng(1)
    turns = rot.as_matrix(rot.normalise(rng.normal(size=(FRAMES, 4))))
    shifts = rng.normal(size=(FRAMES, 3))
    return MODEL @ np.swapaxes(turns, 1, 2) + shifts[:, None], turns, shifts


def test_a_rigid_motion_comes_back() -> None:
    seen, turns, shifts = moved()
    found = align(MODEL, seen, np.ones(seen.shape[:2]))
    np.testing.assert_allclose(found.rotations, turns, atol=1e-12)
    np.testing.assert_allclose(found.translations, shifts, atol=1e-12)
    np.testing.assert_allclose(found.residuals, 0.0, atol=1e-12)
    assert (found.mirrored_residuals > 0.1).all()


def test_noisy_and_weighted_points_agree_with_scipy() -> None:
    rng = np.random.default_rng(2)
    seen = moved()[0] + rng.normal(0.0, 0.3, (FRAMES, 6, 3))
    weights = rng.uniform(0.0, 1.0, (FRAMES, 6))
    found = align(MODEL, seen, weights)
    for k in range(FRAMES):
        share = weights[k] / weights[k].sum()
        centred = MODEL - share @ MODEL, seen[k] - share @ seen[k]
        expected, rssd, *_ = Rotation.align_vectors(centred[1], centred[0], weights=share)
        np.testing.assert_allclose(found.rotations[k], expected.as_matrix(), atol=1e-9)
        assert found.residuals[k] == pytest.approx(rssd, abs=1e-9)


def test_a_reflection_is_never_a_rotation() -> None:
    seen = moved()[0] * [1.0, 1.0, -1.0]
    found = align(MODEL, seen, np.ones(seen.shape[:2]))
    np.testing.assert_allclose(np.linalg.det(found.rotations), 1.0, atol=1e-12)
    np.testing.assert_allclose(found.mirrored_residuals, 0.0, atol=1e-7)
    assert (found.residuals > 0.1).all()


def test_points_without_weight_do_not_count() -> None:
    seen, turns, _ = moved()
    weights = np.ones(seen.shape[:2])
    weights[:, 0] = 0.0
    seen[:, 0] = np.nan
    np.testing.assert_allclose(align(MODEL, seen, weights).rotations, turns, atol=1e-12)


def test_the_rotation_does_not_depend_on_size() -> None:
    seen, turns, _ = moved()
    np.testing.assert_allclose(align(MODEL, 7.0 * seen, np.ones(seen.shape[:2])).rotations, turns, atol=1e-12)


def test_thickness_tells_lines_from_shapes() -> None:
    line = np.outer(np.arange(4.0), [1.0, 2.0, 3.0])
    seen = np.zeros((2, 4, 3))
    weights = np.array([[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]])
    np.testing.assert_allclose(align(line, seen, weights).thickness, 0.0, atol=1e-7)
    square = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    np.testing.assert_allclose(align(square, seen[:1], weights[:1]).thickness, 1.0)
