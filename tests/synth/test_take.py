"""A take is what a camera would give of a performance, as a recording of ours too."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.synth import Corruption, SyntheticMotion, record
from understudy.synth.formats.point_sets import BODY_25_SET, LANDMARK_SET


def test_a_clean_take_shows_the_landmarks_where_they_are(walk: SyntheticMotion) -> None:
    take = record(walk, LANDMARK_SET, Corruption())
    recording = take.recording()
    assert set(recording.landmark_points) == set(LANDMARK_SET.names)
    knee = recording.points[:, recording.names.index("knee_r")]
    np.testing.assert_array_equal(knee, walk.joint_positions[:, walk.body.index("RightLeg")])
    assert recording.valid_mask.all()
    assert recording.subject.height == pytest.approx(1.75)


def test_what_is_missing_is_not_valid(walk: SyntheticMotion) -> None:
    recording = record(walk, BODY_25_SET, Corruption(dropout=0.1), seed=1).recording()
    assert recording.valid_mask.mean() == pytest.approx(0.9, abs=0.01)
    assert np.isnan(recording.points[~recording.valid_mask]).all()


def test_points_that_are_no_landmark_are_not_said_to_be_one() -> None:
    assert BODY_25_SET.landmark_points["mid_hip"] == ("MidHip",)
    assert "neck" not in BODY_25_SET.landmark_points
    assert "toe_l" not in BODY_25_SET.landmark_points


def test_it_tells_who_lies_from_who_stands(walk: SyntheticMotion, kicking: SyntheticMotion) -> None:
    assert not record(walk, LANDMARK_SET, Corruption()).is_lying
    assert record(kicking, LANDMARK_SET, Corruption()).is_lying
