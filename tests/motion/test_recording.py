"""Every field of a recording is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import Recording

Maker = Callable[..., Recording]

BAD_FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "points of a wrong shape": ({"points": np.zeros((5, 3, 3))}, r"points has shape"),
    "points not finite": ({"points": np.full((5, 2, 3), np.nan)}, "points has a value that is not finite"),
    "no frames": ({"points": np.zeros((0, 2, 3))}, "at least one frame"),
    "a name twice": ({"names": ("Hips", "Hips")}, "names holds 'Hips' twice"),
    "no frame rate": ({"fps": 0.0}, "fps is 0.0"),
    "valid of a wrong shape": ({"valid": np.ones((5, 3), bool)}, "valid has shape"),
    "rotations of a wrong shape": ({"rotations": np.zeros((5, 2, 3))}, "rotations has shape"),
    "rotations not unit": ({"rotations": np.zeros((5, 2, 4))}, "rotations has a quaternion not of unit"),
    "rotations not finite": ({"rotations": np.full((5, 2, 4), np.inf)}, "rotations has a value"),
    "reference of a wrong shape": ({"reference_points": np.zeros((3, 3))}, "reference_points has shape"),
    "reference not unit": ({"reference_rotations": np.zeros((2, 4))}, "reference_rotations has a quat"),
    "contacts of a wrong shape": ({"contacts": np.zeros((5, 2), bool)}, "contacts has shape"),
    "an unknown landmark": ({"landmark_points": {"knee": ("Hips",)}}, "'knee', not a canonical landmark"),
    "a landmark of nothing": ({"landmark_points": {"knee_l": ()}}, "'knee_l' needs points"),
    "a landmark of strangers": ({"landmark_points": {"knee_l": ("Leg",)}}, "'knee_l' needs points"),
    "text for points": ({"points": "walk"}, "an array of float64 was expected"),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_bad_fields_are_named(case: str, make_recording: Maker) -> None:
    changes, words = BAD_FIELDS[case]
    with pytest.raises(InvalidMotionError, match=words):
        make_recording(**changes)


def test_no_points_are_refused() -> None:
    with pytest.raises(InvalidMotionError, match="one point"):
        Recording((), np.zeros((5, 0, 3)), 100.0)


def test_unseen_points_may_be_nan(make_recording: Maker) -> None:
    points = np.zeros((5, 2, 3))
    points[2, 1] = np.nan
    valid = np.ones((5, 2), dtype=bool)
    valid[2, 1] = False
    assert not make_recording(points=points, valid=valid).valid_mask[2, 1]


def test_defaults_say_that_all_was_seen() -> None:
    recording = Recording(("a",), np.zeros((3, 1, 3)), 10.0)
    assert recording.valid_mask.all()
    assert recording.contacts is None
    assert recording.frame_count == 3
    assert recording.duration == pytest.approx(0.2)


def test_landmark_is_the_mean_of_its_points_where_all_are_seen(make_recording: Maker) -> None:
    valid = np.ones((5, 2), dtype=bool)
    valid[3, 0] = False
    recording = make_recording(valid=valid)
    points, known = recording.landmark("knee_l")
    np.testing.assert_array_equal(points, recording.points.mean(axis=1))
    np.testing.assert_array_equal(known, [True, True, True, False, True])


def test_derived_landmark_is_between_its_parts(make_recording: Maker) -> None:
    recording = make_recording(landmark_points={"hip_l": ("Hips",), "hip_r": ("LeftLeg",)})
    points, known = recording.landmark("mid_hips")
    np.testing.assert_array_equal(points, recording.points.mean(axis=1))
    assert known.all()


def test_uncovered_landmark_is_nowhere_known(make_recording: Maker) -> None:
    for name in ("head", "mid_shoulders"):
        points, known = make_recording().landmark(name)
        assert np.isnan(points).all()
        assert not known.any()


def test_a_note_more_shares_everything_else(make_recording: Maker) -> None:
    recording = make_recording()
    history = recording.provenance.then("clean", much=True)
    noted = recording.noted("Clean now.", history)
    assert noted.notes == (*recording.notes, "Clean now.")
    assert noted.provenance is history
    assert recording.provenance is not history
    assert noted.points is recording.points
    assert noted.noted("Again.").provenance is history
