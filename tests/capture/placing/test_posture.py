"""Standing, T-poses and facing, from landmarks alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.posture import (
    AXES,
    facing,
    first_facing,
    is_t_pose,
    stands,
    trunk,
    up_above_infant,
)
from understudy.export.captures.keypoints import VIEWS
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Pose = dict[str, np.ndarray]
UP = np.array([0.0, 0.0, 1.0])
FRAMES = 20
FPS = 30.0


def still(pose: Pose, *missing: str) -> Pose:
    """Return a pose held for some frames, without landmarks whose names begin so."""
    return {name: np.tile(point, (FRAMES, 1)) for name, point in pose.items() if not name.startswith(missing)}


def turned(pose: Pose, axis: list[float], degrees: float) -> Pose:
    turn = rot.from_axis_angle(np.array(axis), np.deg2rad(degrees))
    return {name: rot.rotate(turn, point) for name, point in pose.items()}


def test_t_pose_stands_and_faces_x(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    assert stands(pose, UP)
    assert is_t_pose(pose, UP)
    forward = facing(pose, UP)
    assert forward is not None
    np.testing.assert_allclose(forward, [1.0, 0.0, 0.0], atol=1e-12)
    assert trunk(pose)[2] > 0.4


@pytest.mark.parametrize(("lean", "expected"), [(29.0, True), (31.0, False), (90.0, False), (180.0, False)])
def test_leaning_bodies_stand_up_to_a_limit(t_pose: Callable[..., Pose], lean: float, expected: bool) -> None:
    assert stands(turned(t_pose(), [0.0, 1.0, 0.0], lean), UP) is expected


def test_sitting_is_not_standing(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    for side in "lr":
        pose[f"knee_{side}"] = pose[f"hip_{side}"] + np.array([0.42, 0.0, 0.0])
        pose[f"ankle_{side}"] = pose[f"knee_{side}"] + np.array([0.0, 0.0, -0.41])
    assert not stands(pose, UP)


def test_hanging_arms_make_no_t_pose(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    for side in "lr":
        pose[f"wrist_{side}"] = pose[f"elbow_{side}"] + np.array([0.0, 0.0, -0.25])
    assert stands(pose, UP)
    assert not is_t_pose(pose, UP)


def test_crossed_arms_make_no_t_pose(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    pose["elbow_l"], pose["elbow_r"] = pose["elbow_r"], pose["elbow_l"]
    assert not is_t_pose(pose, UP)


@pytest.mark.parametrize("degrees", [0.0, 37.0, 90.0, -135.0])
def test_facing_follows_the_body(t_pose: Callable[..., Pose], degrees: float) -> None:
    forward = facing(turned(t_pose(), [0.0, 0.0, 1.0], degrees), UP)
    assert forward is not None
    angle = np.deg2rad(degrees)
    np.testing.assert_allclose(forward, [np.cos(angle), np.sin(angle), 0.0], atol=1e-12)


def test_body_without_width_or_length_faces_nowhere(t_pose: Callable[..., Pose]) -> None:
    flat = {name: point * np.array([1.0, 0.0, 1.0]) for name, point in t_pose().items()}
    assert facing(flat, UP) is None
    nothing = {name: np.zeros(3) for name in flat}
    assert facing(nothing, UP) is None
    assert not stands(nothing, UP)


def test_first_facing_is_forward_and_waits_for_frames_that_show_it(t_pose: Callable[..., Pose]) -> None:
    tracks = still(t_pose())
    for name in ("hip_l", "shoulder_l"):
        tracks[name][:5] = np.nan
    forward = first_facing(tracks, FPS, AXES["z"])
    assert forward is not None
    np.testing.assert_allclose(forward, AXES["x"], atol=1e-9)


def test_nobody_faces_anywhere_without_two_sides(t_pose: Callable[..., Pose]) -> None:
    assert first_facing(still(t_pose(), "hip", "shoulder"), FPS, AXES["z"]) is None


def tracks_of(recording: Recording, turn: np.ndarray) -> Pose:
    return landmark_tracks(recording.names, recording.points @ turn.T, recording.landmark_points)


def test_up_is_where_the_chest_faces(kicking: Recording) -> None:
    assert up_above_infant(tracks_of(kicking, VIEWS["-z"])) == "-z"
    assert up_above_infant(tracks_of(kicking, VIEWS["z"])) == "z"


def test_a_body_that_is_seen_from_the_side_tells_nothing(kicking: Recording) -> None:
    assert up_above_infant(tracks_of(kicking, VIEWS["-y"])) is None
    assert up_above_infant({"neck": kicking.points[:, 0]}) is None


@pytest.mark.parametrize(("tilt", "expected"), [(30.0, "z"), (60.0, None)])
def test_a_camera_may_be_tilted(kicking: Recording, tilt: float, expected: str | None) -> None:
    turn = rot.as_matrix(rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.deg2rad(tilt)))
    assert up_above_infant(tracks_of(kicking, turn)) == expected
