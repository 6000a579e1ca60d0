"""The head's landmarks follow from the markers around it."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.head import head_landmarks
from understudy.spatial import rotations as rot

TURN = rot.from_rotation_vector(np.array([0.3, -0.8, 2.0]))
FOUR = ("head_top", "forehead", "head_rear")
THREE = ("head_front", "head_back")


def test_a_face_is_in_front_and_below(marked_person) -> None:
    found = head_landmarks(marked_person(*FOUR)[0])
    middle = np.array([0.0, 0.0, 1640.0])
    nose, left, right, top, head = (
        found[name].points[0] - middle for name in ("nose", "ear_l", "ear_r", "head_top", "head")
    )
    assert nose[0] > 90.0
    assert nose[1] == 0.0
    assert left[1] == -right[1] > 60.0
    assert 50.0 < top[2] < 90.0
    assert -100.0 < head[2] < -50.0


def test_three_markers_in_the_middle_plane_tell_as_much_as_four(marked_person) -> None:
    four, three = (head_landmarks(marked_person(*missing, turn=TURN)[0]) for missing in (FOUR, THREE))
    for name in ("nose", "eye_l", "ear_r", "head"):
        assert np.allclose(four[name].points, three[name].points)
    assert three["head_top"].labels == ("HEAD_TOP",)


def test_without_sides_nothing_tells_how_the_head_is_turned(marked_person) -> None:
    assert head_landmarks(marked_person(*THREE, "head_top")[0]) == {}
    assert set(head_landmarks(marked_person("head_back", "head_rear")[0])) == {"head_top"}
