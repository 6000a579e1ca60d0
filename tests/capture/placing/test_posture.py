"""Standing, T-poses and facing, from landmarks alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.posture import facing, is_t_pose, stands, trunk
from understudy.spatial import rotations as rot

Pose = dict[str, np.ndarray]
UP = np.array([0.0, 0.0, 1.0])


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
