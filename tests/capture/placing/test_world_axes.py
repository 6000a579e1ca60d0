"""Up and forward, from how bodies stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.posture import AXES, nearest_axis, standing_axis
from understudy.capture.placing.world_axes import (
    WorldAxes,
    axes_after_turn,
    axes_of,
    opposite,
    standing_axes,
)
from understudy.spatial import rotations as rot

Pose = dict[str, np.ndarray]


def in_file(pose: Pose, up: np.ndarray, forward: np.ndarray) -> Pose:
    """Return a z-up pose as a file with other axes would hold it."""
    columns = np.stack([forward, np.cross(up, forward), up], axis=1)
    return {name: columns @ point for name, point in pose.items()}


def turned_by(axes: WorldAxes, turn: np.ndarray) -> np.ndarray:
    """Return an orientation (4,) in our world, by the product of quaternions."""
    return rot.multiply(axes.rotation, rot.multiply(turn, rot.conjugate(axes.rotation)))


CASES = [(up, forward) for up in AXES for forward in AXES if abs(AXES[up] @ AXES[forward]) < 0.5]


@pytest.mark.parametrize(("up", "forward"), CASES)
def test_every_way_to_lay_axes(t_pose: Callable[..., Pose], up: str, forward: str) -> None:
    pose = t_pose()
    seen = in_file(pose, AXES[up], AXES[forward])
    assert standing_axis(seen) == up
    axes = standing_axes(up, seen, is_aligned=True)
    assert (axes.up, axes.forward) == (up, forward)
    for name, point in pose.items():
        np.testing.assert_allclose(axes.turn_points(seen[name]), point, atol=1e-15)


def test_quarter_turns_lose_no_digit() -> None:
    point = np.array([0.1, 0.2, 0.3])
    np.testing.assert_array_equal(axes_of("y", AXES["z"]).turn_points(point), [0.3, 0.1, 0.2])
    np.testing.assert_array_equal(axes_of("z", AXES["x"]).turn_points(point), point)


def test_asymmetry_of_an_aligned_pose_is_not_facing(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    pose["shoulder_l"] = pose["shoulder_l"] + np.array([0.05, 0.0, 0.0])
    np.testing.assert_array_equal(
        rot.as_matrix(standing_axes("z", pose, is_aligned=True).rotation), np.eye(3)
    )


def test_facing_of_a_turned_pose_is_undone_exactly(t_pose: Callable[..., Pose]) -> None:
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.deg2rad(23.0))
    pose = {name: rot.rotate(turn, point) for name, point in t_pose().items()}
    axes = standing_axes("z", pose, is_aligned=False)
    np.testing.assert_allclose(axes.turn_points(pose["toe_l"]), t_pose()["toe_l"], atol=1e-12)
    assert axes.forward == "x"


def test_orientations_turn_with_the_points() -> None:
    axes = axes_of("y", AXES["z"])
    turn = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), 1.1)
    point = np.array([0.1, 0.2, 0.3])
    expected = axes.turn_points(rot.rotate(turn, point))
    turned = np.array([[turn, rot.IDENTITY]])
    axes.turn_rotations_in_place(turned)
    np.testing.assert_array_equal(turned[0, 1], rot.IDENTITY)
    np.testing.assert_allclose(rot.rotate(turned[0, 0], axes.turn_points(point)), expected, atol=1e-15)


def test_lying_pose_does_not_stand(t_pose: Callable[..., Pose]) -> None:
    pose = t_pose()
    pose["knee_l"] = pose["hip_l"] + np.array([0.42, 0.0, 0.0])
    assert standing_axis(pose) is None


@pytest.mark.parametrize(("up", "forward"), CASES)
def test_stated_axes_are_exact(up: str, forward: str) -> None:
    axes = axes_of(up, AXES[forward])
    assert (axes.up, axes.forward) == (up, forward)
    np.testing.assert_array_equal(axes.turn_points(AXES[up]), [0, 0, 1])
    np.testing.assert_array_equal(axes.turn_points(AXES[forward]), [1, 0, 0])
    left = np.cross(AXES[up], AXES[forward])
    np.testing.assert_array_equal(axes.turn_points(left), [0, 1, 0])


def test_forward_is_made_level() -> None:
    axes = axes_of("z", np.array([0.0, 3.0, 4.0]))
    assert axes.forward == "y"
    np.testing.assert_allclose(axes.turn_points(AXES["y"]), AXES["x"], atol=1e-15)


def test_a_pose_whose_sides_coincide_faces_where_is_usual(t_pose: Callable[..., Pose]) -> None:
    pose = {name: point * np.array([1.0, 0.0, 1.0]) for name, point in t_pose().items()}
    assert standing_axes("z", pose, is_aligned=True).forward == "x"
    assert standing_axes("-z", pose, is_aligned=True).forward == "x"


@pytest.mark.parametrize("axis", list(AXES))
def test_the_opposite_axis_points_the_other_way(axis: str) -> None:
    np.testing.assert_array_equal(AXES[opposite(axis)], -AXES[axis])
    assert nearest_axis(AXES[axis] + 0.3) == axis or axis.startswith("-")


@pytest.mark.parametrize("up", list(AXES))
def test_frames_with_another_axis_up_are_turned_the_shortest_way(up: str) -> None:
    before = axes_of("y", AXES["z"])
    after = axes_after_turn(before, up)
    np.testing.assert_allclose(after.turn_points(AXES[up]), AXES["z"], atol=1e-12)
    if up in ("x", "-x"):
        # The axis about which the shortest way turns, forward here, stays forward.
        np.testing.assert_allclose(after.turn_points(AXES["z"]), AXES["x"], atol=1e-12)
    if up == "-y":
        np.testing.assert_allclose(after.turn_points(AXES["x"]), AXES["y"], atol=1e-12)


def test_turning_in_place_equals_turning_a_copy() -> None:
    axes = axes_of("x", np.array([0.0, 1.0, 2.0]))
    generator = np.random.default_rng(3)
    points = generator.normal(size=(9, 4, 3))
    rotations = rot.normalise(generator.normal(size=(9, 4, 4)))
    expected_points = 0.01 * axes.turn_points(points)
    expected_rotations = np.stack([turned_by(axes, each) for each in rotations.reshape(-1, 4)])
    axes.turn_in_place(points, 0.01)
    axes.turn_rotations_in_place(rotations)
    np.testing.assert_allclose(points, expected_points, atol=1e-15)
    np.testing.assert_allclose(rotations.reshape(-1, 4), expected_rotations, atol=1e-12)
