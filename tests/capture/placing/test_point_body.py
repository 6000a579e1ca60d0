"""The body behind captured points: its lengths, its upright axis and where it faces."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.point_body import (
    first_facing,
    landmark_tracks,
    straight_body,
    upright_axis,
)
from understudy.capture.placing.stature import stature
from understudy.capture.placing.world_axes import AXES

Pose = Callable[..., dict[str, np.ndarray]]
FRAMES = 20
FPS = 30.0


def still(pose: dict[str, np.ndarray], *missing: str) -> dict[str, np.ndarray]:
    """Return a pose held for some frames, without landmarks whose names begin so."""
    return {name: np.tile(point, (FRAMES, 1)) for name, point in pose.items() if not name.startswith(missing)}


def test_landmark_is_the_mean_of_its_points_and_unknown_where_one_is() -> None:
    points = np.array([[[0.0, 0.0, 0.0], [2.0, 4.0, 6.0]], [[1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]])
    points[1, 1] = np.nan
    tracks = landmark_tracks(("a", "b"), points, {"neck": ("a", "b"), "head": ("a",)})
    np.testing.assert_array_equal(tracks["neck"], [[1.0, 2.0, 3.0], [np.nan] * 3])
    np.testing.assert_array_equal(tracks["head"], [[0.0] * 3, [1.0] * 3])


def test_straight_body_has_the_stature_of_the_pose(t_pose: Pose) -> None:
    body = straight_body(still(t_pose()))
    assert body is not None
    assert stature(body) == pytest.approx(stature(t_pose()), rel=0.01)


def test_median_length_survives_frames_in_which_a_point_jumps(t_pose: Pose) -> None:
    tracks = still(t_pose())
    tracks["ankle_l"][3] += 5.0
    tracks["ankle_l"][4] = np.nan
    body = straight_body(tracks)
    assert body is not None
    assert stature(body) == pytest.approx(stature(t_pose()), rel=0.01)


@pytest.mark.parametrize("missing", [("hip", "knee", "ankle", "mid_hip"), ("knee", "ankle"), ("shoulder",)])
def test_half_a_body_tells_the_size_of_an_adult_roughly(t_pose: Pose, missing: tuple[str, ...]) -> None:
    body = straight_body(still(t_pose(), *missing))
    assert body is not None
    assert stature(body) == pytest.approx(stature(t_pose()), rel=0.15)


def test_a_head_alone_tells_no_size(t_pose: Pose) -> None:
    pose = t_pose()
    assert straight_body({"head_top": np.tile(pose["head_top"], (FRAMES, 1))}) is None


@pytest.mark.parametrize("up", list(AXES))
def test_upright_axis_is_the_one_along_the_body(t_pose: Pose, up: str) -> None:
    side = np.roll(AXES[up], 1)
    turn = np.stack([side, np.cross(AXES[up], side), AXES[up]], axis=1)
    tracks = {name: track @ turn.T for name, track in still(t_pose()).items()}
    assert upright_axis(tracks) == up


def test_a_body_that_tumbles_is_upright_along_no_axis(t_pose: Pose) -> None:
    angles = np.linspace(0.0, 2.0 * np.pi, FRAMES)
    turns = np.stack(
        [
            np.stack([np.cos(angles), 0.0 * angles, np.sin(angles)], axis=1),
            np.tile([0.0, 1.0, 0.0], (FRAMES, 1)),
            np.stack([-np.sin(angles), 0.0 * angles, np.cos(angles)], axis=1),
        ],
        axis=1,
    )
    tracks = {name: np.einsum("tij,tj->ti", turns, track) for name, track in still(t_pose()).items()}
    assert upright_axis(tracks) is None


def test_first_facing_is_forward_and_waits_for_frames_that_show_it(t_pose: Pose) -> None:
    tracks = still(t_pose())
    for name in ("hip_l", "shoulder_l"):
        tracks[name][:5] = np.nan
    facing = first_facing(tracks, FPS, AXES["z"])
    assert facing is not None
    np.testing.assert_allclose(facing, AXES["x"], atol=1e-9)


def test_nobody_faces_anywhere_without_two_sides(t_pose: Pose) -> None:
    assert first_facing(still(t_pose(), "hip", "shoulder"), FPS, AXES["z"]) is None
