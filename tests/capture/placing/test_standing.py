"""Bodies that must be standing overrule what a file says of up; bodies that may lie do not."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.standing import stands_along
from understudy.capture.placing.world_axes import AXES
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Tracks = dict[str, np.ndarray]
FRAMES = 60
SHIN, THIGH, TRUNK = 0.41, 0.42, 0.5
STATURE = 1.7
WAVES = 0.5 - 0.5 * np.cos(np.linspace(0.0, 4.0 * np.pi, FRAMES))
"""From 0 to 1 and back, twice."""


def body(shin: np.ndarray | float, thigh: np.ndarray | float, trunk: np.ndarray | float) -> Tracks:
    """Return tracks of a body on fixed feet whose segments lean forward by angles [deg] (T,) from z."""
    at = np.zeros((FRAMES, 3))
    tracks: Tracks = {}
    joints = (("ankle", 0.0, 0.0), ("knee", SHIN, shin), ("hip", THIGH, thigh), ("shoulder", TRUNK, trunk))
    for name, length, lean in joints:
        angle = np.deg2rad(np.broadcast_to(lean, (FRAMES,)))
        at = at + length * np.stack([np.sin(angle), np.zeros(FRAMES), np.cos(angle)], axis=1)
        tracks |= {f"{name}_{side}": at + [0.0, y, 0.0] for side, y in (("l", 0.1), ("r", -0.1))}
    return tracks


def lying(tracks: Tracks, degrees: float = -90.0) -> Tracks:
    """Return a body that was laid down on its back, or on its belly with +90°."""
    turn = rot.from_axis_angle(AXES["y"], np.deg2rad(degrees))
    return {name: rot.rotate(turn, track) for name, track in tracks.items()}


def test_a_straight_body_stands() -> None:
    assert stands_along(body(0.0, 0.0, 5.0), AXES["z"], STATURE)


def test_a_body_that_squats_stands() -> None:
    assert stands_along(body(35.0 + 0.0 * WAVES, -50.0 - 30.0 * WAVES, 40.0), AXES["z"], STATURE)
    assert stands_along(body(35.0 * WAVES, -80.0 * WAVES, 45.0 * WAVES), AXES["z"], STATURE)


def test_a_body_that_sits_down_stood() -> None:
    assert stands_along(body(0.0, -90.0 * np.minimum(2.0 * WAVES, 1.0), 10.0), AXES["z"], STATURE)


def test_a_walker_stands_also_with_knees_that_are_never_seen(walking: Recording) -> None:
    tracks = landmark_tracks(walking.names, walking.points, walking.landmark_points)
    assert stands_along(tracks, AXES["z"], STATURE)
    unseen = {name: np.full_like(t, np.nan) if "knee" in name else t for name, t in tracks.items()}
    assert stands_along(unseen, AXES["z"], STATURE)
    without = {name: track for name, track in tracks.items() if "knee" not in name}
    assert stands_along(without, AXES["z"], STATURE)


def test_a_body_that_sits_still_need_not_stand() -> None:
    assert not stands_along(body(0.0, -90.0, 5.0 * WAVES), AXES["z"], STATURE)


@pytest.mark.parametrize("side", [-90.0, 90.0], ids=["supine", "prone"])
@pytest.mark.parametrize(
    "pose",
    [
        body(50.0, -50.0, 0.0),
        body(50.0 + 5.0 * WAVES, -50.0, 0.0),
        body(70.0, -60.0, 20.0 * WAVES),
    ],
    ids=["knees up", "restless", "lifting the head"],
)
def test_a_lying_body_with_bent_legs_does_not_stand(side: float, pose: Tracks) -> None:
    along = rot.rotate(rot.from_axis_angle(AXES["y"], np.deg2rad(side)), AXES["z"])
    assert not stands_along(lying(pose, side), along, STATURE)


def test_sit_ups_do_not_stand() -> None:
    """The shoulders come near to feet that stay, but so do the hips."""
    sit_ups = lying(body(50.0, -50.0, 80.0 * WAVES))
    assert not stands_along(sit_ups, -AXES["x"], STATURE)


@pytest.mark.parametrize("missing", ["ankle", "hip", "shoulder"])
def test_what_is_not_seen_stands_along_nothing(missing: str) -> None:
    still = {name: track for name, track in body(0.0, -90.0, 0.0).items() if missing not in name}
    assert not stands_along(still, AXES["z"], STATURE)
    unseen = {name: np.full_like(track, np.nan) for name, track in body(0.0, 0.0, 0.0).items()}
    assert not stands_along(unseen, AXES["z"], STATURE)


def test_one_frame_tells_by_its_pose_only() -> None:
    for thigh, expected in ((0.0, True), (-90.0, False)):
        first = {name: track[:1] for name, track in body(0.0, thigh, 0.0).items()}
        assert stands_along(first, AXES["z"], STATURE) is expected
