"""Markers are looked up by the names that a set gives them, and combined with their labels."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.markers import (
    Markers,
    Track,
    first_seen,
    mean,
    median_length,
    median_vector,
    seen_tracks,
    square_to,
)

ZERO, ONE = np.zeros((2, 3)), np.ones((2, 3))
GAP = np.full(3, np.nan)


def test_a_mean_has_labels_only_where_it_is_a_mean_of_file_points() -> None:
    assert mean(Track(ZERO, ("a",)), Track(ONE, ("b",))).labels == ("a", "b")
    assert mean(Track(ZERO, ("a",)), Track(ONE)).labels == ()
    assert mean(Track(ZERO, ("a",)), Track(ONE, ("b", "c"))).labels == ()
    assert np.array_equal(mean(Track(ZERO), Track(ONE)).points, np.full((2, 3), 0.5))


def test_what_is_not_marked_is_never_seen() -> None:
    markers = Markers({"heel_l": Track(ZERO, ("a",)), "sacrum": Track(ONE, ("c",))})
    assert np.array_equal(markers["sacrum"].points, ONE)
    assert not markers["knee_l"].is_seen
    assert not markers.middle("heel_l", "knee_l").is_seen
    assert first_seen(markers["knee_l"], markers["sacrum"], markers["heel_l"]).labels == ("c",)
    assert not first_seen(markers["knee_l"]).is_seen


def test_tracks_of_markers_that_are_there() -> None:
    points = np.zeros((2, 3, 3))
    points[:, 1] = [0.0, 0.0, 200.0]
    points[:, 2] = np.nan
    places = {"neck": (("A",), ("B",)), "head": (("X",),), "hip_l": (("N",),)}
    found = seen_tracks(places, {name: name for name in "abn"}, ("a", "b", "n"), points)
    assert set(found) == {"neck"}
    assert found["neck"].labels == ("a", "b")
    assert found["neck"].points[0].tolist() == [0.0, 0.0, 100.0]


def test_median_length() -> None:
    assert median_length(np.array([[3.0, 4.0, 0.0], GAP, [0.0, 0.0, 5.0], [100.0, 0.0, 0.0]])) == 5.0
    assert np.isnan(median_length(np.array([GAP])))
    assert np.isnan(median_length(np.zeros((2, 3))))


def test_median_vector() -> None:
    vector = median_vector(np.array([[1.0, 2.0, 3.0], GAP]))
    assert vector.tolist() == [1.0, 2.0, 3.0]
    assert np.isnan(median_vector(np.array([GAP]))).all()


def test_square_to() -> None:
    assert square_to(np.array([[1.0, 2.0, 3.0]]), np.array([[0.0, 0.0, 1.0]])).tolist() == [[1.0, 2.0, 0.0]]
