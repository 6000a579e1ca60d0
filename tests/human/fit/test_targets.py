"""Which points are fitted, and where they sit."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human import Human
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.fit.targets import (
    ALIKE_DEVIATION,
    LANDMARK_DEVIATION,
    MARKER_DEVIATION,
    VAGUE_DEVIATION,
    find_targets,
    marker_sites,
)
from understudy.motion import HumanMotion, Recording


@pytest.fixture(scope="module")
def human() -> Human:
    return Human(height=1.7, subset="no_hands")


def recording_of(names: tuple[str, ...], dialect: str) -> Recording:
    return Recording(names, np.zeros((2, len(names), 3)), 100.0, dialect=dialect)


def test_the_reference_set_is_taken_by_name(human: Human) -> None:
    targets = find_targets(recording_of(("Ann:C7", *BODY_MARKERS, "CUP"), "C3D (MMM)"), human)
    assert targets.kind == "markers"
    assert targets.names == ("Ann:C7", *BODY_MARKERS)
    assert set(targets.deviations) == {MARKER_DEVIATION}


def test_plug_in_gait_is_taken_where_it_is_alike(human: Human) -> None:
    sites = marker_sites(("LELB", "LTOE", "C7", "LTIP", "RKNE", "LCLO"), "C3D (Plug-in Gait)", human.markers)
    assert sites == {"LELB": ("LAEL",), "LTOE": ("LMT1", "LMT5"), "C7": ("C7",), "RKNE": ("RKNE",)}


def test_points_of_unknown_sets_are_fitted_by_landmarks(human: Human) -> None:
    names = tuple(f"p{i}" for i in range(3))
    recording = Recording(
        names,
        np.ones((2, 3, 3)),
        30.0,
        landmark_points={"knee_l": ("p0",), "nose": ("p1",), "wrist_r": ("p2",)},
        dialect="TRC",
    )
    targets = find_targets(recording, human)
    assert targets.kind == "landmarks"
    assert sorted(targets.names) == ["knee_l", "nose", "wrist_r"]
    assert targets.deviations[targets.names.index("knee_l")] == LANDMARK_DEVIATION


def test_hips_are_joints_but_the_point_between_them_is_anywhere_on_the_pelvis(human: Human) -> None:
    names = ("hip_l", "hip_r", "mid_hip", "neck")
    targets = find_targets(HumanMotion(names, np.zeros((2, 4, 3)), 30.0), human)
    told = dict(zip(targets.names, targets.deviations.tolist(), strict=True))
    assert told["hip_l"] == told["hip_r"] == LANDMARK_DEVIATION
    assert told["mid_hip"] == VAGUE_DEVIATION
    assert LANDMARK_DEVIATION < told["neck"] < VAGUE_DEVIATION


def test_fingers_say_nothing_about_a_stiff_hand(human: Human) -> None:
    names = ("knee_l", "knee_r", "nose", "fingertip_l", "thumb_tip_r")
    targets = find_targets(HumanMotion(names, np.zeros((2, 5, 3)), 30.0), human)
    assert set(targets.names) == {"knee_l", "knee_r", "nose"}


def test_a_mean_of_markers_lies_between_them(human: Human) -> None:
    labels = ("LTOE", "RTOE", "LELB", "RELB", "C7", "CLAV", "STRN", "T10", "LKNE", "RKNE", "LANK", "RANK")
    targets = find_targets(recording_of(labels, "C3D (Plug-in Gait)"), human)
    _, places = targets.attached(human)
    toe = 0.5 * (human.markers["LMT1"].point + human.markers["LMT5"].point)
    assert places[0] == pytest.approx(toe)
    assert targets.deviations[0] == ALIKE_DEVIATION
