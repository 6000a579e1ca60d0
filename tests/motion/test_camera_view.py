"""What a camera saw: checked, cut, mirrored, saved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.clean import mirror, trim
from understudy.errors import InvalidMotionError
from understudy.motion import CameraView, Recording
from understudy.motion.camera_view import MOST_VIEWS, views_of


def view(**changes: object) -> CameraView:
    """Return five pictures of two points at ten a second."""
    points = np.arange(20.0).reshape(5, 2, 2)
    fields = {"name": "left", "size": (100, 50), "times": 0.1 * np.arange(5), "points": points}
    return CameraView(**{**fields, "confidence": np.full((5, 2), 0.5), **changes})  # pyright: ignore[reportArgumentType]


def recording(*views: CameraView) -> Recording:
    return Recording(("wrist_l", "wrist_r"), np.zeros((5, 2, 3)), 10.0, views=views)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"size": (0, 50)}, "size is"),
        ({"size": (100, 1 << 20)}, "size is"),
        (
            {"times": np.zeros(0), "points": np.zeros((0, 2, 2)), "confidence": np.zeros((0, 2))},
            "at least one",
        ),
        ({"times": np.zeros(5)}, "times does not increase at frame 1"),
        ({"times": np.full(5, np.inf)}, "times has a value that is not finite"),
        ({"points": np.zeros((5, 2, 3))}, "points has shape"),
        ({"points": np.full((5, 2, 2), np.nan)}, "points has a value that is not finite"),
        ({"confidence": np.zeros((5, 3))}, "confidence has shape"),
        ({"confidence": np.full((5, 2), 1.5)}, "not from 0 to 1"),
        ({"confidence": np.full((5, 2), np.nan)}, "not from 0 to 1"),
    ],
)
def test_bad_fields_are_named(change: dict, words: str) -> None:
    with pytest.raises(InvalidMotionError, match=words):
        view(**change)


def test_a_view_has_as_many_points_as_its_recording() -> None:
    with pytest.raises(InvalidMotionError, match="view 'left' has 3 points, expected 2"):
        recording(view(points=np.zeros((5, 3, 2)), confidence=np.zeros((5, 3))))
    with pytest.raises(InvalidMotionError, match="expected at most"):
        recording(*[view()] * (MOST_VIEWS + 1))


def test_arrays_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        view().points[0] = 1.0


def test_a_part_of_a_recording_has_that_part_of_its_views() -> None:
    late = view(name="late", times=0.32 + 0.1 * np.arange(5))
    left, right = trim(recording(view(), late), 0.2, 0.4).views
    np.testing.assert_allclose(left.times, [0.0, 0.1, 0.2], atol=1e-12)
    np.testing.assert_array_equal(left.points, view().points[2:])
    np.testing.assert_allclose(right.times, [0.12, 0.22])
    assert trim(recording(late), 0.0, 0.1).views == ()


def test_in_a_mirror_left_is_right_and_pictures_are_turned_around() -> None:
    (seen,) = mirror(recording(view())).views
    np.testing.assert_array_equal(seen.points[0], [[100.0 - 2.0, 3.0], [100.0, 1.0]])


def test_between_pictures_it_is_a_straight_line() -> None:
    points, confidence = view().at(np.array([0.0, 0.05, 0.4, 0.5, -0.1]))
    np.testing.assert_allclose(points[:3, 0, 0], [0.0, 2.0, 16.0])
    np.testing.assert_array_equal(confidence[:, 0], [0.5, 0.5, 0.5, 0.0, 0.0])
    assert np.isnan(points[3:]).all()


def test_what_a_neighbour_does_not_show_spoils_no_picture_that_is_hit() -> None:
    gone = np.array(view().points)
    gone[1] = np.nan
    sure = np.where(np.isnan(gone[..., 0]), 0.0, 0.5)
    points, confidence = view(points=gone, confidence=sure).at(np.array([0.0, 0.02, 0.2]))
    np.testing.assert_array_equal(np.isfinite(points[:, 0, 0]), [True, False, True])
    np.testing.assert_array_equal(confidence[:, 0], [0.5, 0.0, 0.5])


def test_one_picture_is_seen_at_its_time_alone() -> None:
    one = replace(view(), times=np.zeros(1), points=view().points[:1], confidence=view().confidence[:1])
    points, confidence = one.at(np.array([0.0, 0.1]))
    np.testing.assert_array_equal(confidence[:, 0], [0.5, 0.0])
    assert np.isnan(points[1]).all()


def test_views_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    recording(view(), view(name="right", size=(640, 480))).save(path)
    first, second = Recording.load(path).views
    assert (first.name, second.name, second.size) == ("left", "right", (640, 480))
    np.testing.assert_array_equal(first.points, view().points)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"view_0_times": None}, "has no array 'view_0_times'"),
        ({"view_7_points": np.zeros(3)}, "has the array 'view_7_points'"),
        ({"view_0_focal": np.zeros(3)}, "has the array 'view_0_focal'"),
        ({"view_0_size": np.zeros(2)}, "is no pair of whole numbers"),
        ({"view_0_size": np.zeros(3, int)}, "is no pair of whole numbers"),
        ({"view_0_points": np.zeros((5, 2))}, "points has shape"),
    ],
)
def test_arrays_of_strangers_are_checked(change: dict, words: str) -> None:
    arrays = view().arrays(0) | change
    with pytest.raises(InvalidMotionError, match=words):
        views_of({name: array for name, array in arrays.items() if array is not None})
