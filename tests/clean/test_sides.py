"""Left and right by name."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.sides import counterpart, is_left, side_pairs
from understudy.motion import Recording

PAIRS = [
    ("LeftUpLeg", "RightUpLeg"),
    ("left_wrist", "right_wrist"),
    ("mixamorig:LeftHand", "mixamorig:RightHand"),
    ("LASI", "RASI"),
    ("subject:LKNE", "subject:RKNE"),
    ("hand.L", "hand.R"),
    ("elbow_l", "elbow_r"),
    ("*hip_l", "*hip_r"),
    ("L_Ankle", "R_Ankle"),
    ("l_collar", "r_collar"),
    ("ShoulderLeft", "ShoulderRight"),
    ("LLL", "RLL"),
]


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_counterparts(left: str, right: str) -> None:
    names = {name for pair in PAIRS for name in pair} | {"Hips", "LowerBack", "Neck", "Spine"}
    assert counterpart(left, names) == right
    assert counterpart(right, names) == left
    assert is_left(left) and is_left(right) is False


@pytest.mark.parametrize("name", ["Hips", "LowerBack", "Neck1", "root", "*17"])
def test_midline_has_none(name: str) -> None:
    assert counterpart(name, ["Hips", "LowerBack", "Neck1", "root", "*17", "LeftArm", "RightArm"]) is None


def recording_with(names: tuple[str, ...], landmarks: dict[str, tuple[str, ...]]) -> Recording:
    return Recording(names, np.zeros((2, len(names), 3)), 30.0, landmark_points=landmarks)


def test_landmarks_tell_where_names_do_not() -> None:
    recording = recording_with(("p7", "p8", "p9"), {"knee_l": ("p9",), "knee_r": ("p7",)})
    assert side_pairs(recording.names, recording.landmark_points) == [(2, 0)]


def test_landmarks_of_several_points_are_matched_by_name_or_order() -> None:
    recording = recording_with(
        ("RKNM", "RKNE", "LKNE", "LKNM", "a", "b", "c", "d"),
        {"knee_l": ("LKNE", "LKNM"), "knee_r": ("RKNM", "RKNE"), "hip_l": ("a", "b"), "hip_r": ("c", "d")},
    )
    assert side_pairs(recording.names, recording.landmark_points) == [(2, 1), (3, 0), (4, 6), (5, 7)]


def test_landmarks_of_different_make_are_not_matched() -> None:
    recording = recording_with(("a", "b", "c"), {"hip_l": ("a", "b"), "hip_r": ("c",)})
    assert side_pairs(recording.names, recording.landmark_points) == []


def test_points_beyond_landmarks_are_matched_by_name() -> None:
    recording = recording_with(("LFHD", "RFHD", "LBHD", "T10"), {})
    assert side_pairs(recording.names, recording.landmark_points) == [(0, 1)]


def test_a_point_shared_by_both_sides_has_no_counterpart() -> None:
    recording = recording_with(("pelvis",), {"hip_l": ("pelvis",), "hip_r": ("pelvis",)})
    assert side_pairs(recording.names, recording.landmark_points) == []
