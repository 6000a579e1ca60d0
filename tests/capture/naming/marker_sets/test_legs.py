"""Knees, ankles and feet of the made-up person come out where they are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.legs import BALL_SHARE, foot, knee_and_ankle
from understudy.capture.naming.marker_sets.pelvis import find_pelvis
from understudy.spatial import rotations as rot

ALMOST = 1.0
"""What is left [mm] after the rounds that find a joint beside its marker."""

TURN = rot.from_rotation_vector(np.array([0.3, -0.8, 2.0]))


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("inner_missing", [True, False])
def test_joints(marked_person, inner: tuple[str, ...], side: str, inner_missing: bool) -> None:
    places, joints = marked_person(*(inner if inner_missing else ()), turn=TURN)
    found = knee_and_ankle(places, side, joints[f"hip_{side}"], find_pelvis(places))
    for joint in ("knee", "ankle"):
        apart = np.linalg.norm(found[f"{joint}_{side}"].points - joints[f"{joint}_{side}"], axis=1)
        assert apart.max() < ALMOST
        assert bool(found[f"{joint}_{side}"].labels) != inner_missing


def test_usual_widths_come_within_a_centimetre(marked_person, inner: tuple[str, ...]) -> None:
    places, joints = marked_person(*inner, measured=False)
    found = knee_and_ankle(places, "l", joints["hip_l"], find_pelvis(places))
    for joint in ("knee_l", "ankle_l"):
        assert np.linalg.norm(found[joint].points - joints[joint], axis=1).max() < 10.0


def test_without_a_pelvis_only_pairs_of_markers_tell(marked_person, inner: tuple[str, ...]) -> None:
    assert knee_and_ankle(marked_person(*inner)[0], "l", None, None) == {}
    assert set(knee_and_ankle(marked_person()[0], "l", None, None)) == {"knee_l", "ankle_l"}


def test_the_ball_is_between_its_markers(marked_person) -> None:
    found = foot(marked_person()[0], "l", None, None)
    assert found["toe_l"].labels == ("BALL_INNER_L", "BALL_OUTER_L")
    assert found["heel_l"].labels == ("HEEL_L",)
    assert found["toe_tip_l"].labels == ("TOE_TIP_L",)


def test_the_ball_is_below_a_marker_on_the_foot(marked_person) -> None:
    places, joints = marked_person("ball")
    toe = foot(places, "l", joints["knee_l"], joints["ankle_l"])["toe_l"].points
    shift = toe - places.tracks["foot_top_l"].points
    assert np.allclose(shift[:, :2], 0.0, atol=1e-9)
    assert (shift[:, 2] < -10.0).all()
    assert (shift[:, 2] > -15.0).all()


def test_the_ball_is_on_the_way_to_the_tips(marked_person) -> None:
    places, _ = marked_person("ball", "foot_top")
    heel, tip = (places.tracks[name].points for name in ("heel_l", "toe_tip_l"))
    assert np.allclose(foot(places, "l", None, None)["toe_l"].points, heel + BALL_SHARE * (tip - heel))


def test_a_marker_on_the_foot_alone_is_taken_as_it_is(marked_person) -> None:
    places, _ = marked_person("ball", "heel", "toe_tip")
    assert foot(places, "l", None, None)["toe_l"].labels == ("FOOT_TOP_L",)
