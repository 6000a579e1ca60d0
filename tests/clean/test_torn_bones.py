"""Points that leave their bones are found without a look at time."""

from __future__ import annotations

import numpy as np

from understudy.clean.torn_bones import find_torn
from understudy.motion import Recording

SMALLEST = 0.14


def test_whole_bodies_have_none(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        assert not find_torn(recording.points, recording.valid_mask, 0.02).any()


def test_excursion_of_any_length_is_found(walk: Recording) -> None:
    points = np.array(walk.points)
    elbow = walk.names.index("elbow_l")
    away = slice(100, 105)
    points[away, elbow] += [0.5, 0.0, 0.3]
    found = find_torn(points, walk.valid_mask, SMALLEST)
    expected = np.zeros(walk.valid_mask.shape, dtype=bool)
    expected[away, elbow] = True
    np.testing.assert_array_equal(found, expected)


def test_lonely_frame_between_gaps_is_found(walk: Recording) -> None:
    points, valid = np.array(walk.points), np.array(walk.valid_mask)
    wrist = walk.names.index("wrist_r")
    valid[80:120, wrist] = False
    valid[100, wrist] = True
    points[100, wrist] += [0.4, 0.0, 0.3]
    found = find_torn(points, valid, SMALLEST)
    assert np.argwhere(found).tolist() == [[100, wrist]]


def test_two_points_alone_cannot_tell_who_is_wrong() -> None:
    points = np.zeros((100, 2, 3))
    points[:, 1, 0] = 0.4
    points[50, 1, 0] = 1.4
    assert not find_torn(points, np.ones((100, 2), dtype=bool), SMALLEST).any()
