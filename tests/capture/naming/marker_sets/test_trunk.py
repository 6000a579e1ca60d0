"""Hips lie where the printed regressions put them; trunk, neck, head and the pelvis's tilt."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.naming.marker_sets.markers import UNSEEN, Markers, Track
from understudy.capture.naming.marker_sets.trunk import (
    Pelvis,
    chest_and_neck,
    find_pelvis,
    head_landmarks,
    hip_centres,
    lower_spine,
    trunk_up,
)
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])
TILT = np.deg2rad(30.0)


def test_up_the_thorax_and_else_up_the_trunk(marked_person) -> None:
    thorax = trunk_up(marked_person()[0], UNSEEN.points)
    assert np.allclose(thorax, UP)
    places, joints = marked_person("sternum")
    hips = 0.5 * (joints["hip_l"] + joints["hip_r"])
    up = trunk_up(places, hips)
    assert np.allclose(
        up, rot.normalise(0.5 * (joints["shoulder_l"] + joints["shoulder_r"]) - hips), atol=0.01
    )
    assert np.isnan(trunk_up(places, UNSEEN.points)).all()


def test_chest_and_neck(marked_person) -> None:
    found = chest_and_neck(marked_person()[0])
    assert found["chest"].labels == ("BACK", "STERNUM")
    assert found["neck"].labels == ("NECK_BACK", "NECK_FRONT")
    assert chest_and_neck(marked_person("neck")[0])["neck"].labels == ("SHOULDER_TOP_L", "SHOULDER_TOP_R")


def test_a_pelvis_that_is_never_level_stands_upright(marked_person) -> None:
    places, joints = marked_person()
    hips = 0.5 * (joints["hip_l"] + joints["hip_r"])
    pelvis = find_pelvis(places)
    spine = lower_spine(pelvis, hips, hips + 500.0 * UP)
    assert np.allclose(rot.normalise(spine.points - hips), UP)


def test_a_tilt_shows_against_the_median() -> None:
    frames = 5
    turns = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, TILT, 0.0]))
    corners = {"front_l": (90.0, 120.0, 0.0), "front_r": (90.0, -120.0, 0.0), "rear": (-70.0, 0.0, 0.0)}
    tracks = {name: rot.rotate(turns, np.tile(place, (frames, 1))) for name, place in corners.items()}
    places = {"pelvis_front_l": "front_l", "pelvis_front_r": "front_r", "sacrum": "rear"}
    moved = Markers({place: Track(tracks[corner]) for place, corner in places.items()})
    pelvis = find_pelvis(moved)
    spine = lower_spine(pelvis, np.zeros((frames, 3)), np.tile(500.0 * UP, (frames, 1)))
    angles = rot.angle_between(spine.points, UP)
    assert np.allclose(angles, [0.0, 0.0, 0.0, TILT, 0.0], atol=1e-9)


def test_a_trunk_that_is_never_seen_tells_nothing(marked_person) -> None:
    pelvis = find_pelvis(marked_person()[0])
    assert not lower_spine(pelvis, np.full((4, 3), np.nan), np.zeros((4, 3))).is_seen


TURN = rot.from_rotation_vector(np.array([0.3, -0.8, 2.0]))
FOUR = ("head_top", "forehead", "head_rear")
THREE = ("head_front", "head_back")


def head_of(markers: Markers) -> dict[str, Track]:
    return {name: track for name, track in head_landmarks(markers).items() if track.is_seen}


def test_a_face_is_in_front_and_below(marked_person) -> None:
    found = head_of(marked_person(*FOUR)[0])
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
    four, three = (head_of(marked_person(*missing, turn=TURN)[0]) for missing in (FOUR, THREE))
    for name in ("nose", "eye_l", "ear_r", "head"):
        assert np.allclose(four[name].points, three[name].points)
    assert three["head_top"].labels == ("HEAD_TOP",)


def test_without_sides_nothing_tells_how_the_head_is_turned(marked_person) -> None:
    assert head_of(marked_person(*THREE, "head_top")[0]) == {}
    assert set(head_of(marked_person("head_back", "head_rear")[0])) == {"head_top"}


BELL_LEFT = np.array([-0.19, 0.36, -0.30])
"""Bell (1990): posterior, lateral and distal shares of the width between the front corners."""


def pelvis_of(marked_person, *missing: str) -> Pelvis:
    return find_pelvis(marked_person(*missing)[0])


@given(vector=st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_hips_by_harrington(marked_person, vector: tuple[float, float, float]) -> None:
    turn = rot.from_rotation_vector(np.array(vector))
    places, joints = marked_person(turn=turn)
    hips, author = hip_centres(find_pelvis(places), 0.001)
    assert author == "Harrington (2007)"
    for name, track in hips.items():
        assert np.allclose(track.points, joints[name])


@pytest.mark.parametrize("unit", [None, 0.0004])
def test_hips_by_bell_without_a_unit_and_of_infants(marked_person, unit: float | None) -> None:
    pelvis = pelvis_of(marked_person)
    hips, author = hip_centres(pelvis, unit)
    assert author == "Bell (1990)"
    assert np.allclose(hips["hip_l"].points - pelvis.origin, BELL_LEFT * pelvis.width)
    assert np.allclose(hips["hip_r"].points - pelvis.origin, BELL_LEFT * pelvis.width * [1.0, -1.0, 1.0])


def test_a_marker_on_the_sacrum_serves_for_both_rear_corners(marked_person) -> None:
    both, one = pelvis_of(marked_person, "sacrum"), pelvis_of(marked_person, "pelvis_back")
    assert np.allclose(both.axes, one.axes)
    assert (both.width, both.depth) == (one.width, one.depth) == (240.0, 160.0)


@pytest.mark.parametrize("missing", [("pelvis_front",), ("pelvis_back", "sacrum")])
def test_without_corners_there_is_no_pelvis(marked_person, missing: tuple[str, ...]) -> None:
    assert not hip_centres(pelvis_of(marked_person, *missing), 0.001)[0]["hip_l"].is_seen


def test_corners_never_seen_together_are_no_pelvis(marked_person) -> None:
    places, _ = marked_person()
    left = places.tracks["pelvis_front_l"].points
    left[::2] = np.nan
    places.tracks["pelvis_front_r"].points[1::2] = np.nan
    pelvis = find_pelvis(places)
    assert np.isnan(pelvis.width)
    assert np.isnan(pelvis.axes).all()
