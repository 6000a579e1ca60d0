"""Small spikes are found in slow motion."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.hampel import find_spikes
from understudy.motion import Recording

FPS = 30.0
SMALLEST = 0.035


def slow(frames: int = 120) -> np.ndarray:
    time = np.arange(frames) / FPS
    return np.stack([0.1 * time, 0.05 * np.sin(time), 0.0 * time], axis=1)[:, None]


def spikes(points: np.ndarray, valid: np.ndarray | None = None) -> list[int]:
    seen = np.ones(points.shape[:2], dtype=bool) if valid is None else valid
    return np.flatnonzero(find_spikes(points, seen, FPS, SMALLEST)[:, 0]).tolist()


@pytest.mark.parametrize("frames", [[40], [40, 41], [40, 44], [3]])
def test_spikes_are_found(frames: list[int]) -> None:
    points = slow()
    points[frames] += [0.0, 0.08, 0.0]
    assert spikes(points) == frames


def test_what_is_small_is_noise() -> None:
    points = slow()
    points[40] += [0.0, 0.9 * SMALLEST, 0.0]
    assert spikes(points) == []


def test_noise_has_no_spikes() -> None:
    noise = np.random.default_rng(0).normal(scale=0.01, size=(5000, 1, 3))
    assert spikes(noise) == []


def test_turning_points_are_no_spikes() -> None:
    time = np.arange(300) / FPS
    points = np.sin(2.0 * np.pi * 3.0 * time)[:, None, None] * np.array([0.3, 0.1, 0.0])
    assert spikes(points) == []


def test_built_in_motions_have_none(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        assert not find_spikes(recording.points, recording.valid_mask, recording.fps, 0.01).any()


def test_unseen_frames_do_not_count() -> None:
    points = slow()
    points[40] += [0.0, 0.08, 0.0]
    valid = np.ones((120, 1), dtype=bool)
    valid[[38, 42]] = False
    points[~valid] = np.nan
    assert spikes(points, valid) == [40]


def test_ends_and_edges_of_gaps_are_not_judged_by_one_side() -> None:
    """A point that sets out from rest at the edge of a gap is far from what was seen before."""
    points = np.zeros((60, 1, 3))
    points[30:, 0, 0] = 0.1 * np.arange(30)
    valid = np.ones((60, 1), dtype=bool)
    valid[31:45] = False
    assert spikes(points, valid) == []


def plain_spikes(row: np.ndarray, seen: np.ndarray, half: int) -> list[int]:
    """Return the spikes of one point (T, 3), window by window."""
    found = []
    for frame in np.flatnonzero(seen):
        before = [s for s in range(max(0, frame - half), frame) if seen[s]]
        behind = [s for s in range(frame + 1, min(len(row), frame + half + 1)) if seen[s]]
        side = min(len(before), len(behind))
        if side >= 2:
            window = row[[*before[-side:], frame, *behind[:side]]]
            distances = np.linalg.norm(window - np.median(window, axis=0), axis=1)
            if distances[side] > max(SMALLEST, 5.0 * np.median(distances)):
                found.append(int(frame))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_windows_take_as_many_seen_frames_before_as_behind(seed: int) -> None:
    generator = np.random.default_rng(seed)
    points = slow() + generator.normal(scale=0.002, size=(120, 1, 3))
    points[5::9] += 0.1
    valid = generator.random((120, 1)) < 0.85
    assert spikes(points, valid) == plain_spikes(points[:, 0], valid[:, 0], half=3)
