"""Mirrored bodies are told by toes and knees, or by facing away from the camera."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.point_handedness import faces_away, limbs_are_mirrored
from understudy.capture.placing.world_axes import AXES
from understudy.motion import Recording

Tracks = dict[str, np.ndarray]
UP = AXES["z"]
MIRROR = np.array([1.0, -1.0, 1.0])


@pytest.fixture
def tracks(walking: Recording) -> Tracks:
    return landmark_tracks(walking.names, walking.points, walking.landmark_points)


def mirrored(tracks: Tracks) -> Tracks:
    return {name: track * MIRROR for name, track in tracks.items()}


def only(tracks: Tracks, *kinds: str) -> Tracks:
    return {name: track for name, track in tracks.items() if name[:-2] in kinds}


def test_walking_limbs_tell(tracks: Tracks) -> None:
    assert limbs_are_mirrored(tracks, UP) is False
    assert limbs_are_mirrored(mirrored(tracks), UP) is True


def test_bent_knees_tell_without_toes(tracks: Tracks) -> None:
    legs = only(tracks, "hip", "knee", "ankle", "shoulder")
    assert limbs_are_mirrored(legs, UP) is False
    assert limbs_are_mirrored(mirrored(legs), UP) is True


def test_arms_tell_nothing(tracks: Tracks) -> None:
    assert limbs_are_mirrored(only(tracks, "shoulder", "elbow", "wrist"), UP) is None


def test_straight_legs_tell_nothing(t_pose: Callable[..., Tracks]) -> None:
    pose = {name: np.tile(point, (4, 1)) for name, point in t_pose().items() if not name.startswith("toe")}
    assert limbs_are_mirrored(pose, UP) is None


@pytest.mark.parametrize(("camera_x", "is_away"), [(9.0, False), (-9.0, True)])
def test_camera_before_or_behind_the_person(tracks: Tracks, camera_x: float, is_away: bool) -> None:
    moved = {name: track - np.array([camera_x, 0.0, 0.0]) for name, track in tracks.items()}
    assert faces_away(moved, UP) is is_away


def test_origin_within_the_body_tells_nothing(tracks: Tracks) -> None:
    hips = 0.5 * (tracks["hip_l"] + tracks["hip_r"])
    assert faces_away({name: track - hips for name, track in tracks.items()}, UP) is None


def test_body_that_is_never_seen_tells_nothing(tracks: Tracks) -> None:
    unseen = {name: np.full_like(track, np.nan) for name, track in tracks.items()}
    assert limbs_are_mirrored(unseen, UP) is None
    assert faces_away(unseen, UP) is None
