"""Jumps are found, and fast motion is none."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.jumps import find_jumps
from understudy.motion import Recording

FPS = 60.0


def wave(frames: int = 240, speed: float = 2.0) -> np.ndarray:
    """Return (T, 1, 3) [m] a point that swings with this top speed [m/s]."""
    time = np.arange(frames) / FPS
    return (speed / (2.0 * np.pi) * np.sin(2.0 * np.pi * time))[:, None, None] * np.ones(3) / np.sqrt(3.0)


def all_seen(points: np.ndarray) -> np.ndarray:
    return np.ones(points.shape[:2], dtype=bool)


def jumped_frames(points: np.ndarray, valid: np.ndarray | None = None) -> list[int]:
    found = find_jumps(points, all_seen(points) if valid is None else valid, FPS)
    return np.flatnonzero(found[:, 0]).tolist()


@pytest.mark.parametrize(
    "frames", [[100], [100, 101], [100, 102], [50, 53, 55], list(range(100, 108)), [1], [238]]
)
def test_jump_there_and_back(frames: list[int]) -> None:
    points = wave()
    points[frames] += [0.0, 0.4, 0.3]
    assert jumped_frames(points) == frames


@pytest.mark.parametrize("frame", [0, 239])
def test_jump_at_an_end(frame: int) -> None:
    points = wave()
    points[frame] += 0.3
    assert jumped_frames(points) == [frame]


@pytest.mark.parametrize("speed", [1.0, 5.0, 12.0])
def test_fast_motion_is_no_jump(speed: float) -> None:
    assert jumped_frames(wave(speed=speed)) == []


def test_built_in_motions_have_none(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        assert not find_jumps(recording.points, recording.valid_mask, recording.fps, scale=0.5).any()


def test_cut_in_the_take_is_kept_on_both_sides() -> None:
    points = wave()
    points[120:] += [3.0, 0.0, 0.0]
    assert len(jumped_frames(points)) == 0


def test_step_under_noise_is_no_jump() -> None:
    points = wave() + np.random.default_rng(0).normal(scale=0.005, size=(240, 1, 3))
    assert jumped_frames(points) == []


def test_gap_is_no_jump_but_what_is_off_beside_it_is() -> None:
    points = wave()
    valid = all_seen(points)
    valid[100:115] = False
    points[~valid] = np.nan
    assert jumped_frames(points, valid) == []
    points[99] += 0.5
    points[115] -= 0.5
    assert jumped_frames(points, valid) == [99, 115]


def test_small_people_have_smaller_allowances() -> None:
    points = wave(speed=0.1)
    points[100] += [0.0, 0.03, 0.0]
    assert not find_jumps(points, all_seen(points), FPS, scale=1.0).any()
    assert find_jumps(points, all_seen(points), FPS, scale=0.4)[100, 0]


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_a_few_frames_are_enough(frames: int) -> None:
    points = wave(frames)
    assert jumped_frames(points) == []


def test_never_seen_point_has_no_jump() -> None:
    points = np.full((50, 1, 3), np.nan)
    assert jumped_frames(points, np.zeros((50, 1), dtype=bool)) == []
