"""Tracks of places are combined with their labels."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.tracks import Places, Track, mean

ZERO, ONE = np.zeros((2, 3)), np.ones((2, 3))


def test_a_mean_has_labels_only_where_it_is_a_mean_of_file_points() -> None:
    assert mean([Track(ZERO, ("a",)), Track(ONE, ("b",))]).labels == ("a", "b")
    assert mean([Track(ZERO, ("a",)), Track(ONE)]).labels == ()
    assert mean([Track(ZERO, ("a",)), Track(ONE, ("b", "c"))]).labels == ()
    assert np.array_equal(mean([Track(ZERO), Track(ONE)]).points, np.full((2, 3), 0.5))


def test_places() -> None:
    places = Places(
        {"heel_l": Track(ZERO, ("a",)), "heel_r": Track(ONE, ("b",)), "sacrum": Track(ONE, ("c",))}
    )
    pair = places.pair("heel")
    assert pair is not None
    assert np.array_equal(pair[1], ONE)
    assert places.pair("knee") is None
    assert places.middle("heel_l", "knee_l") is None
    first = places.first("knee_l", "sacrum")
    assert first is not None
    assert first.labels == ("c",)
    assert places.points("none") is None
