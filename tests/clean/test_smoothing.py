"""Noise goes, motion stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import smooth
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.signals.yu_cutoff import yu_cutoffs
from understudy.spatial import rotations as rot

NOISE = 0.005


def noisy(recording: Recording, seed: int = 0, level: float = NOISE) -> Recording:
    noise = np.random.default_rng(seed).normal(scale=level, size=recording.points.shape)
    return replace(recording, points=recording.points + noise)


def rms(recording: Recording, truth: Recording) -> float:
    return float(np.sqrt(np.mean(np.sum((recording.points - truth.points) ** 2, axis=-1))))


def test_clean_motion_is_left_alone(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        smoothed = smooth(recording)
        np.testing.assert_array_equal(smoothed.points, recording.points)
        assert "Left points unfiltered, since less than" in smoothed.notes[-1]


def test_noise_is_more_than_halved(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        raw = noisy(recording)
        assert rms(smooth(raw), recording) < 0.5 * rms(raw, recording)


def test_filter_never_takes_more_than_the_noise(walk: Recording) -> None:
    """At 15 frames a second Yu's rule alone would flatten the steps."""
    slow = replace(walk, points=walk.points[::4], valid=None, fps=walk.fps / 4)
    raw = noisy(slow)
    assert rms(smooth(raw), slow) < 1.1 * rms(raw, slow)
    assert rms(smooth(raw, only_noise=False), slow) > 2.0 * rms(raw, slow)


def test_only_noisy_points_are_filtered(walk: Recording) -> None:
    points = np.array(walk.points)
    k = walk.names.index("wrist_l")
    points[:, k] += np.random.default_rng(0).normal(scale=NOISE, size=(len(points), 3))
    smoothed = smooth(replace(walk, points=points))
    others = np.arange(len(walk.names)) != k
    np.testing.assert_array_equal(smoothed.points[:, others], points[:, others])
    assert (smoothed.points[:, k] != points[:, k]).any()
    assert "Filtered 1 of 28 points" in smoothed.notes[-1]


def test_rule_is_asked_for_all_points_on_demand(walk: Recording) -> None:
    still = replace(walk, points=walk.points - walk.points.mean(axis=1, keepdims=True))
    smoothed = smooth(still, noisy=0.0, only_noise=False)
    expected = np.minimum(yu_cutoffs(still.points, still.fps), 0.5 * still.fps)
    found = smoothed.provenance.steps[-1][1]["cutoffs"]
    np.testing.assert_allclose(list(found.values()), expected, atol=1e-3)


def test_travel_does_not_change_the_filter(kicking: Recording) -> None:
    raw = noisy(kicking)
    travel = np.arange(kicking.frame_count)[:, None, None] * np.array([0.05, 0.0, 0.0])
    cutoffs = [
        list(smooth(replace(raw, points=raw.points + way)).provenance.steps[-1][1]["cutoffs"].values())
        for way in (0.0, travel)
    ]
    np.testing.assert_allclose(cutoffs[0], cutoffs[1], rtol=1e-6)


def test_given_cutoff_serves_all_points(walk: Recording) -> None:
    smoothed = smooth(walk, cutoff=3.0)
    assert "Filtered all points at 3.00 Hz" in smoothed.notes[-1]
    assert smoothed.provenance.steps[-1] == ("smooth", {"cutoff": 3.0})
    assert rms(smoothed, walk) > 1e-3


@pytest.mark.parametrize("cutoff", [0.0, -1.0, 30.0, float("nan")])
def test_impossible_cutoff_is_refused(walk: Recording, cutoff: float) -> None:
    with pytest.raises(InvalidMotionError, match="under half the frame rate, 30 Hz"):
        smooth(walk, cutoff=cutoff)


def test_gaps_stay_and_their_sides_are_filtered_apart(walk: Recording) -> None:
    raw = noisy(walk)
    points, valid = np.array(raw.points), np.array(raw.valid_mask)
    points[100:140, 3] = np.nan
    valid[100:140, 3] = False
    smoothed = smooth(replace(raw, points=points, valid=valid))
    np.testing.assert_array_equal(smoothed.valid_mask, valid)
    assert np.isnan(smoothed.points[100:140, 3]).all()
    before = smooth(replace(raw, points=points[:100], valid=None), cutoff=4.0)
    with_gap = smooth(replace(raw, points=points, valid=valid), cutoff=4.0)
    np.testing.assert_allclose(with_gap.points[:100, 3], before.points[:, 3], atol=1e-12)


def test_rotations_are_filtered_with_their_points(walk: Recording) -> None:
    generator = np.random.default_rng(0)
    turn = np.outer(np.sin(np.arange(walk.frame_count) / 20.0), [0.0, 0.0, 1.0])[:, None]
    truth = np.broadcast_to(rot.from_rotation_vector(turn), (*walk.points.shape[:2], 4))
    jitter = rot.from_rotation_vector(generator.normal(scale=0.05, size=walk.points.shape))
    raw = replace(noisy(walk), rotations=rot.multiply(truth, jitter) * generator.choice([-1.0, 1.0]))
    smoothed = smooth(raw)
    assert raw.rotations is not None and smoothed.rotations is not None

    def error(rotations: np.ndarray) -> float:
        return float(np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(truth), rotations))))

    assert error(smoothed.rotations) < 0.6 * error(raw.rotations)


def test_nobody_is_always_seen(walk: Recording) -> None:
    raw = noisy(walk)
    valid = np.array(raw.valid_mask)
    valid[np.arange(len(walk.names)) * 3, np.arange(len(walk.names))] = False
    holes = replace(raw, valid=valid)
    smoothed = smooth(holes)
    assert rms(smoothed, walk) < 0.8 * rms(raw, walk)


def test_short_stretches_are_left_as_they_are(walk: Recording) -> None:
    raw = noisy(walk)
    valid = np.array(raw.valid_mask)
    valid[:110, 0] = valid[115:, 0] = False
    smoothed = smooth(replace(raw, valid=valid), cutoff=3.0)
    np.testing.assert_array_equal(smoothed.points[110:115, 0], raw.points[110:115, 0])
