"""Up and forward, from how bodies stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.world_axes import AXES, body_axis, standing_axis, world_axes
from understudy.spatial import rotations as rot

Pose = dict[str, np.ndarray]


def in_file(pose: Pose, up: np.ndarray, forward: np.ndarray) -> Pose:
    """Return a z-up pose as a file with other axes would hold it."""
    columns = np.stack([forward, np.cross(up, forward), up], axis=1)
    return {name: columns @ point for name, point in pose.items()}


CASES = [(up, forward) for up in AXES for forward in AXES if abs(AXES[up] @ AXES[forward]) < 0.5]


@pytest.mark.parametrize(("up", "forward"), CASES)
def test_every_way_to_lay_axes(t_pose: Callable[..., Pose], up: str, forward: str) -> None:
    pose = t_pose()
    seen = in_file(pose, AXES[up], AXES[forward])
    assert standing_axis(seen) == up
    axes = world_axes(up, seen)
    assert (axes.up, axes.forward) == (up, forward)
    for name, point in pose.items():
        np.testing.assert_allclose(axes.turn_points(seen[name]), point, atol=1e-15)


def test_quarter_turns_lose_no_digit() -> None:
    point = np.array([0.1, 0.2, 0.3])
    np.testing.assert_array_equal(world_axes("y").turn_points(point), [0.3, 0.1, 0.2])
    np.testing.assert_array_equal(world_axes("z").turn_points(point), point)


def test_asymmetry_of_an_aligned_pose_is_not_facing(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    pose["shoulder_l"] = pose["shoulder_l"] + np.array([0.05, 0.0, 0.0])
    np.testing.assert_array_equal(rot.as_matrix(world_axes("z", pose).rotation), np.eye(3))


def test_facing_of_a_turned_pose_is_undone_exactly(t_pose: Callable[..., Pose]) -> None:
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.deg2rad(23.0))
    pose = {name: rot.rotate(turn, point) for name, point in t_pose().items()}
    axes = world_axes("z", pose, is_aligned=False)
    np.testing.assert_allclose(axes.turn_points(pose["toe_l"]), t_pose()["toe_l"], atol=1e-12)
    assert axes.forward == "x"


def test_orientations_turn_with_the_points() -> None:
    axes = world_axes("y")
    turn = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), 1.1)
    point = np.array([0.1, 0.2, 0.3])
    expected = axes.turn_points(rot.rotate(turn, point))
    np.testing.assert_allclose(
        rot.rotate(axes.turn_rotations(turn), axes.turn_points(point)), expected, atol=1e-15
    )
    np.testing.assert_array_equal(axes.turn_rotations(rot.IDENTITY), rot.IDENTITY)


def test_upright_motion_tells_up_without_a_standing_pose(t_pose: Callable[..., Pose]) -> None:
    seen = in_file(t_pose(), AXES["y"], AXES["z"])
    motion = {name: np.tile(point, (5, 1)) for name, point in seen.items()}
    assert body_axis(motion) == "y"


def test_tumbling_motion_tells_nothing(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    turns = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.linspace(0.0, 2.0 * np.pi, 9)[:-1])
    motion = {name: rot.rotate(turns, point) for name, point in pose.items()}
    assert body_axis(motion) is None
    still = {name: np.zeros((2, 3)) for name in pose}
    assert body_axis(still) is None


def test_lying_pose_does_not_stand(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    pose["knee_l"] = pose["hip_l"] + np.array([0.42, 0.0, 0.0])
    assert standing_axis(pose) is None
