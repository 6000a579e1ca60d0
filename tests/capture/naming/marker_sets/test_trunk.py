"""Trunk, neck and the pelvis's tilt."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.pelvis import find_pelvis
from understudy.capture.naming.marker_sets.trunk import chest_and_neck, lower_spine, trunk_up
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])
TILT = np.deg2rad(30.0)


def test_up_the_thorax_and_else_up_the_trunk(marked_person) -> None:
    thorax = trunk_up(marked_person()[0], None)
    assert thorax is not None
    assert np.allclose(thorax, UP)
    places, joints = marked_person("sternum")
    hips = 0.5 * (joints["hip_l"] + joints["hip_r"])
    up = trunk_up(places, hips)
    assert up is not None
    assert np.allclose(
        up, rot.normalise(0.5 * (joints["shoulder_l"] + joints["shoulder_r"]) - hips), atol=0.01
    )
    assert trunk_up(places, None) is None


def test_chest_and_neck(marked_person) -> None:
    found = chest_and_neck(marked_person()[0])
    assert found["chest"].labels == ("BACK", "STERNUM")
    assert found["neck"].labels == ("NECK_BACK", "NECK_FRONT")
    assert chest_and_neck(marked_person("neck")[0])["neck"].labels == ("SHOULDER_TOP_L", "SHOULDER_TOP_R")


def test_a_pelvis_that_is_never_level_stands_upright(marked_person) -> None:
    places, joints = marked_person()
    hips = 0.5 * (joints["hip_l"] + joints["hip_r"])
    pelvis = find_pelvis(places)
    assert pelvis is not None
    spine = lower_spine(pelvis, hips, hips + 500.0 * UP)
    assert spine is not None
    assert np.allclose(rot.normalise(spine.points - hips), UP)


def test_a_tilt_shows_against_the_median(marked_person) -> None:
    frames = 5
    turns = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 0.0, TILT, 0.0]))
    corners = {"front_l": (90.0, 120.0, 0.0), "front_r": (90.0, -120.0, 0.0), "rear": (-70.0, 0.0, 0.0)}
    tracks = {name: rot.rotate(turns, np.tile(place, (frames, 1))) for name, place in corners.items()}
    places, _ = marked_person()
    track = type(places.tracks["sacrum"])
    moved = type(places)(
        {
            "pelvis_front_l": track(tracks["front_l"]),
            "pelvis_front_r": track(tracks["front_r"]),
            "sacrum": track(tracks["rear"]),
        }
    )
    pelvis = find_pelvis(moved)
    assert pelvis is not None
    spine = lower_spine(pelvis, np.zeros((frames, 3)), np.tile(500.0 * UP, (frames, 1)))
    assert spine is not None
    angles = rot.angle_between(spine.points, UP)
    assert np.allclose(angles, [0.0, 0.0, 0.0, TILT, 0.0], atol=1e-9)


def test_a_trunk_that_is_never_seen_tells_nothing(marked_person) -> None:
    pelvis = find_pelvis(marked_person()[0])
    assert pelvis is not None
    assert lower_spine(pelvis, np.full((4, 3), np.nan), np.zeros((4, 3))) is None
