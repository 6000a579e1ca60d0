"""Corruption does what it says, as much as it says, and keeps the truth."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth.corruption import JITTER_TIME, Corruption, corrupt

NAMES = ("nose", "neck", "wrist_l", "wrist_r", "knee_l", "knee_r", "ankle_l", "ankle_r")
FRAMES = 500
FPS = 50.0
MM = 1e-3


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    """Return points that tell frame and name by their place."""
    frame, name = np.meshgrid(np.arange(FRAMES), np.arange(len(NAMES)), indexing="ij")
    return np.stack([frame * MM, name * 1.0, np.zeros_like(frame, dtype=float)], axis=-1)


def test_nothing_is_done_by_default(points: np.ndarray) -> None:
    captured = corrupt(points, NAMES, FPS, Corruption(), 0)
    np.testing.assert_array_equal(captured.points, points)
    np.testing.assert_array_equal(captured.true_points, points)
    assert not (captured.is_missing | captured.is_outlier | captured.is_swapped).any()
    assert Corruption().is_clean


def test_noise_has_its_size_and_no_memory(points: np.ndarray) -> None:
    error = corrupt(points, NAMES, FPS, Corruption(noise=5 * MM), 0).points - points
    assert error.std() == pytest.approx(5 * MM, rel=0.03)
    assert abs(np.corrcoef(error[1:].ravel(), error[:-1].ravel())[0, 1]) < 0.03


def test_jitter_has_its_size_and_lasts(points: np.ndarray) -> None:
    error = corrupt(points, NAMES, FPS, Corruption(jitter=5 * MM), 0).points - points
    assert error.std() == pytest.approx(5 * MM, rel=0.1)
    memory = np.corrcoef(error[1:].ravel(), error[:-1].ravel())[0, 1]
    assert memory == pytest.approx(np.exp(-1.0 / (FPS * JITTER_TIME)), abs=0.03)


def test_dropouts_have_their_share_for_every_point_and_end_in_time(points: np.ndarray) -> None:
    captured = corrupt(points, NAMES, FPS, Corruption(dropout=0.2, burst=0.3), 0)
    np.testing.assert_allclose(captured.is_missing.mean(axis=0), 0.2, atol=1e-9)
    np.testing.assert_array_equal(np.isnan(captured.points).all(axis=-1), captured.is_missing)
    for column in captured.is_missing.T:
        edges = np.flatnonzero(np.diff(np.concatenate([[False], column, [False]]).astype(int)))
        assert np.diff(edges.reshape(-1, 2), axis=1).max() <= round(0.3 * FPS)


def test_outliers_have_their_share_and_distance_and_are_seen(points: np.ndarray) -> None:
    captured = corrupt(points, NAMES, FPS, Corruption(outliers=0.03, dropout=0.2), 0)
    assert captured.is_outlier.sum() == round(0.03 * points[..., 0].size)
    assert not (captured.is_outlier & captured.is_missing).any()
    distance = np.linalg.norm((captured.points - points)[captured.is_outlier], axis=-1)
    np.testing.assert_allclose(distance, 0.5, atol=1e-9)
    others = ~(captured.is_outlier | captured.is_missing)
    np.testing.assert_array_equal(captured.points[others], points[others])


def test_swaps_exchange_both_sides_of_arms_or_legs_for_their_share_of_frames(points: np.ndarray) -> None:
    captured = corrupt(points, NAMES, FPS, Corruption(swaps=0.1), 0)
    assert captured.is_swapped.any(axis=1).mean() == pytest.approx(0.1, abs=1e-9)
    found = captured.points[..., 1].round().astype(int)
    partner = np.array([0, 1, 3, 2, 5, 4, 7, 6])
    expected = np.where(captured.is_swapped, partner, np.arange(len(NAMES)))
    np.testing.assert_array_equal(found, expected)
    legs, arms = captured.is_swapped[:, 4:], captured.is_swapped[:, 2:4]
    for limb in (legs, arms):
        assert (limb.all(axis=1) == limb.any(axis=1)).all()
    assert (legs.any(axis=1) != arms.any(axis=1)).any()


def test_points_that_may_not_miss_never_do(points: np.ndarray) -> None:
    may_miss = np.array([name != "nose" for name in NAMES])
    captured = corrupt(points, NAMES, FPS, Corruption(dropout=0.3), 0, may_miss)
    assert not captured.is_missing[:, 0].any()
    assert captured.is_missing[:, 1].any()


def test_a_seed_gives_the_same_numbers_and_another_seed_others(points: np.ndarray) -> None:
    how = Corruption(noise=MM, jitter=MM, dropout=0.1, outliers=0.02, swaps=0.05)
    first, again, other = (corrupt(points, NAMES, FPS, how, seed) for seed in (7, 7, 8))
    np.testing.assert_array_equal(first.points, again.points)
    assert (first.is_missing != other.is_missing).any()


def test_the_truth_cannot_be_changed(points: np.ndarray) -> None:
    captured = corrupt(points, NAMES, FPS, Corruption(noise=MM), 0)
    for array in (captured.points, captured.true_points, captured.is_missing):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("field", "value"), [("noise", -1.0), ("dropout", 1.0), ("swaps", -0.1), ("burst", float("nan"))]
)
def test_what_cannot_be_is_refused(field: str, value: float) -> None:
    with pytest.raises(InvalidMotionError, match=f"{field} is .*expected a"):
        Corruption(**{field: value})


def test_more_outliers_than_seen_points_are_refused(points: np.ndarray) -> None:
    with pytest.raises(InvalidMotionError, match="outliers is 0.9 where 0.60 of the points are seen"):
        corrupt(points, NAMES, FPS, Corruption(dropout=0.4, outliers=0.9, burst=1.0), 0)
