"""Joints of legs and arms, feet and hands of the made-up person come out where they are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.limbs import (
    BALL_SHARE,
    elbow_and_wrist,
    foot,
    knee_and_ankle,
    knuckle,
    shoulders,
)
from understudy.capture.naming.marker_sets.markers import UNSEEN
from understudy.capture.naming.marker_sets.trunk import find_pelvis, trunk_up
from understudy.spatial import rotations as rot

ALMOST = 1.0
"""What is left [mm] after the rounds that find a joint beside its marker."""

NOWHERE = UNSEEN.points
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
    for missing, is_seen in ((inner, False), ((), True)):
        markers, joints = marked_person("pelvis", "sacrum", *missing)
        found = knee_and_ankle(markers, "l", joints["hip_l"], find_pelvis(markers))
        assert {name: track.is_seen for name, track in found.items()} == {
            "knee_l": is_seen,
            "ankle_l": is_seen,
        }


def test_the_ball_is_between_its_markers(marked_person) -> None:
    found = foot(marked_person()[0], "l", NOWHERE, NOWHERE)
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
    assert np.allclose(foot(places, "l", NOWHERE, NOWHERE)["toe_l"].points, heel + BALL_SHARE * (tip - heel))


def test_a_marker_on_the_foot_alone_is_taken_as_it_is(marked_person) -> None:
    places, _ = marked_person("ball", "heel", "toe_tip")
    assert foot(places, "l", NOWHERE, NOWHERE)["toe_l"].labels == ("FOOT_TOP_L",)


def test_shoulders_lie_below_the_acromia(marked_person) -> None:
    places, joints = marked_person(turn=TURN)
    found = shoulders(places, trunk_up(places, NOWHERE))
    for side in "lr":
        assert np.allclose(found[f"shoulder_{side}"].points, joints[f"shoulder_{side}"])


def test_shoulders_between_front_and_back(marked_person) -> None:
    places, _ = marked_person("shoulder_top")
    assert shoulders(places, NOWHERE)["shoulder_r"].labels == ("SHOULDER_FRONT_R", "SHOULDER_BACK_R")
    assert not shoulders(marked_person("shoulder")[0], NOWHERE)["shoulder_l"].is_seen


@pytest.mark.parametrize("side", ["l", "r"])
def test_a_bent_elbow(marked_person, inner: tuple[str, ...], side: str) -> None:
    places, joints = marked_person(*inner, turn=TURN)
    found = elbow_and_wrist(places, side, joints[f"shoulder_{side}"], trunk_up(places, NOWHERE))
    # What keeps straight arms from jumping turns this one by a few degrees.
    apart = np.linalg.norm(found[f"elbow_{side}"].points - joints[f"elbow_{side}"], axis=1)
    assert apart.max() < 5.0
    assert np.allclose(found[f"wrist_{side}"].points, joints[f"wrist_{side}"])


def test_an_elbow_between_its_markers(marked_person) -> None:
    found = elbow_and_wrist(marked_person()[0], "l", NOWHERE, NOWHERE)
    assert found["elbow_l"].labels == ("ELBOW_OUTER_L", "ELBOW_INNER_L")
    assert found["wrist_l"].labels == ("WRIST_THUMB_L", "WRIST_LITTLE_L")


@pytest.mark.parametrize(
    ("missing", "labels"),
    [(("wrist_thumb",), ("WRIST_L",)), (("wrist_thumb", "wrist_l", "wrist_r"), ("WRIST_LITTLE_L",))],
)
def test_one_marker_at_the_wrist(marked_person, missing: tuple[str, ...], labels: tuple[str, ...]) -> None:
    kept = [name for name in missing if name != "wrist_l"]
    places, _ = marked_person(*kept)
    tracks = {name: track for name, track in places.tracks.items() if name not in missing}
    places = type(places)(tracks, places.unit, places.widths)
    assert elbow_and_wrist(places, "l", NOWHERE, NOWHERE)["wrist_l"].labels == labels


def test_without_shoulders_an_outer_marker_tells_no_elbow(marked_person, inner: tuple[str, ...]) -> None:
    found = elbow_and_wrist(marked_person(*inner)[0], "l", NOWHERE, NOWHERE)
    assert [name for name, track in found.items() if track.is_seen] == ["wrist_l"]


def test_knuckles(marked_person) -> None:
    pair, single, none = (
        knuckle(marked_person(*missing)[0], "l")["knuckle_l"] for missing in ((), ("hand_thumb",), ("hand",))
    )
    assert (pair.labels, single.labels) == (("HAND_THUMB_L", "HAND_LITTLE_L"), ("HAND_BACK_L",))
    assert not none.is_seen
