"""The figures that cleaning is held to, on motions of which everything is known."""

from __future__ import annotations

from types import ModuleType

import pytest

LARGEST_ERROR = 8.0
"""Root mean square of the distance between cleaned landmarks and truth [mm]."""

LEAST_DETECTION = 0.98
"""Precision and recall of noisy frames, and of single positions."""

MOST_OPEN = 0.5
"""Share of positions that are left open [%]: bursts at the ends of the take."""


@pytest.mark.parametrize("motion", ["walk", "infant_kicking"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_spoiled_motion_is_recovered(recovery: ModuleType, motion: str, seed: int) -> None:
    measured = recovery.measure(motion, seed)
    assert measured["rms_mm"] <= LARGEST_ERROR
    assert measured["open_percent"] <= MOST_OPEN
    for what in ("positions", "frames"):
        assert measured[f"{what}_precision"] >= LEAST_DETECTION
        assert measured[f"{what}_recall"] >= LEAST_DETECTION


def test_faults_are_as_stated(recovery: ModuleType) -> None:
    recording, spoiled = recovery.spoil(recovery.landmarks_of("walk"), seed=0)
    valid = recording.valid_mask
    assert 1.0 - valid.mean() == pytest.approx(0.20, abs=0.04)
    assert spoiled.is_outlier.mean() == pytest.approx(0.03, abs=0.005)
