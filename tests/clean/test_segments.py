"""A rigid segment tells where each of its points is."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.rigidity import measure_rigidity
from understudy.clean.segments import mates_of, place_by_segment
from understudy.spatial import rotations as rot

FRAMES = 120
PLATE = np.array([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.1, 0.08, 0.0], [0.0, 0.08, 0.0], [0.05, 0.04, 0.03]])


def tumbling(shape: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """Return (T, K, 3) [m] a rigid shape that turns and travels."""
    time = np.linspace(0.0, 3.0, FRAMES)
    turns = rot.from_rotation_vector(np.stack([np.sin(time), 0.7 * time, np.cos(2.0 * time)], axis=1))
    way = np.stack([time, np.sin(3.0 * time), 0.2 * time**2], axis=1)
    points = rot.rotate(turns[:, None], shape) + way[:, None]
    return points + np.random.default_rng(0).normal(scale=noise, size=points.shape)


def all_seen(points: np.ndarray) -> np.ndarray:
    return np.ones(points.shape[:2], dtype=bool)


def test_hidden_marker_is_placed_exactly() -> None:
    points = tumbling(PLATE)
    seen = all_seen(points)
    seen[50:80, 4] = False
    found = place_by_segment(points, seen, 4, [0, 1, 2, 3], np.arange(50, 80))
    assert found is not None
    np.testing.assert_allclose(found[0], points[50:80, 4], atol=1e-12)
    assert found[1] < 1e-12


def test_noise_is_told() -> None:
    noise = 0.002
    points = tumbling(PLATE, noise)
    found = place_by_segment(points, all_seen(points), 4, [0, 1, 2, 3], np.arange(FRAMES))
    assert found is not None
    assert found[1] == pytest.approx(noise, rel=0.3)


def test_frames_that_lack_a_mate_are_not_placed() -> None:
    points = tumbling(PLATE)
    seen = all_seen(points)
    seen[60, 1] = False
    found = place_by_segment(points, seen, 4, [0, 1, 2, 3], np.array([59, 60, 61]))
    assert found is not None
    np.testing.assert_array_equal(np.isnan(found[0][:, 0]), [False, True, False])


def test_mates_in_line_tell_nothing() -> None:
    rod = np.array([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.2, 0.0, 0.0], [0.1, 0.05, 0.0]])
    points = tumbling(rod)
    assert place_by_segment(points, all_seen(points), 3, [0, 1, 2], np.arange(5)) is None


def test_two_mates_are_too_few() -> None:
    points = tumbling(PLATE)
    assert place_by_segment(points, all_seen(points), 4, [0, 1], np.arange(5)) is None


def test_mates_are_found_among_strangers() -> None:
    stranger = np.cumsum(np.random.default_rng(1).normal(scale=0.01, size=(FRAMES, 1, 3)), axis=0)
    points = np.concatenate([tumbling(PLATE), stranger], axis=1)
    rigidity = measure_rigidity(points, all_seen(points), np.zeros(6))
    assert sorted(mates_of(rigidity, 4)) == [0, 1, 2, 3]
    assert mates_of(rigidity, 5) == []
