"""Outliers are marked as not seen, and reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import drop_outliers, find_outliers
from understudy.motion import Recording


def test_built_in_motions_have_none(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        dropped = drop_outliers(recording)
        np.testing.assert_array_equal(dropped.valid_mask, recording.valid_mask)
        assert dropped.notes[-1] == "No point jumps to where it cannot have been."


@pytest.mark.parametrize("step", [1, 2])
def test_noisy_frames_of_one_joint(walk: Recording, step: int) -> None:
    """As in Fig. 3 of Quiroga et al.: an arm that jumps to another configuration for a frame."""
    points = np.array(walk.points[::step])
    arm = [walk.names.index(f"{part}_l") for part in ("elbow", "wrist", "knuckle")]
    points[60, arm] += [0.3, 0.2, 0.2]
    found = find_outliers(replace(walk, points=points, valid=None, fps=walk.fps / step))
    assert np.argwhere(found).tolist() == [[60, k] for k in sorted(arm)]


def test_report_counts(walk: Recording) -> None:
    points = np.array(walk.points)
    points[[50, 90], walk.names.index("wrist_l")] += 0.4
    points[90, walk.names.index("head")] += 0.4
    dropped = drop_outliers(replace(walk, points=points))
    assert dropped.provenance.steps[-1] == ("outliers", {"positions": 3, "frames": 2})
    assert "Dropped 3 positions (0.04 %) in 2 frames" in dropped.notes[-1]
    assert dropped.notes[-1].endswith("wrist_l, head.")
    assert (~dropped.valid_mask).sum() == 3


def test_size_of_the_body_counts(kicking: Recording) -> None:
    points = np.array(kicking.points)
    points[100, kicking.names.index("wrist_l")] += [0.0, 0.0, 0.04]
    assert find_outliers(replace(kicking, points=points)).sum() == 1


def test_recording_without_landmarks() -> None:
    points = np.random.default_rng(0).normal(scale=1e-3, size=(100, 3, 3))
    points[40, 1] += 0.5
    found = find_outliers(Recording(("a", "b", "c"), points, 60.0))
    assert np.argwhere(found).tolist() == [[40, 1]]


@pytest.mark.parametrize("clip", ["02_01", "07_01", "13_29", "143_01"])
def test_optical_captures_have_none(shared: Path, clip: str) -> None:
    recording = read_capture(shared / "motions" / "cmu" / f"{clip}.bvh")
    assert not find_outliers(recording).any()


def test_flip_of_an_arm_in_a_real_capture(shared: Path) -> None:
    """The solver of this capture let the left hand leap by 11 cm from frame 202 to the next."""
    recording = read_capture(shared / "motions" / "cmu" / "16_01.bvh")
    found = find_outliers(recording)
    frames, columns = np.nonzero(found)
    assert set(frames) <= set(range(195, 206))
    assert all("Left" in recording.names[k] or recording.names[k].startswith("LT") for k in columns)
