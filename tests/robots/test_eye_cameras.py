"""Two eyes for every robot: beside each other, in front of the head, looking ahead."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.eye_cameras import camera_turn, eye_cameras, eye_joints
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.spatial import rotations as rot

AHEAD = np.array([1.0, 0.0, 0.0])
DOWN_AT_MOST = np.radians(50.0)
"""G1's one camera looks 48° down, and so do its eyes."""

APART = (0.02, 0.12)
"""Distance of two eyes [m], from the smallest infant's to the largest robot's."""


HEADLESS = "simple-humanoid"
SEEING = [name for name in robot_names() if name != HEADLESS]


def installed(name: str) -> Robot:
    try:
        return load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", SEEING)
def test_every_robot_has_a_left_and_a_right_eye_that_look_ahead(name: str) -> None:
    robot = installed(name)
    data = home_data(robot.model, robot.home)
    eyes = eye_cameras(robot)
    left, right = (point_in_world(data, Attachment(eyes[side].body, eyes[side].point)) for side in eyes)
    assert APART[0] < left[1] - right[1] < APART[1]
    np.testing.assert_allclose(left[[0, 2]], right[[0, 2]], atol=0.01)
    for eye in eyes.values():
        turn_w = rot.multiply(np.array(data.xquat[eye.body]), eye.offset)
        gaze_w = rot.rotate(turn_w, AHEAD)
        assert rot.angle_between(gaze_w, AHEAD) < DOWN_AT_MOST
        assert abs(gaze_w[1]) < 0.02
        assert rot.rotate(turn_w, np.array([0.0, 0.0, 1.0]))[2] > 0.6


@pytest.mark.parametrize("name", SEEING)
def test_nothing_of_the_head_is_right_before_an_eye(name: str) -> None:
    robot = installed(name)
    model, data = robot.model, home_data(robot.model, robot.home)
    for eye in eye_cameras(robot).values():
        start_w = point_in_world(data, Attachment(eye.body, eye.point))
        gaze_w = rot.rotate(rot.multiply(np.array(data.xquat[eye.body]), eye.offset), AHEAD)
        geom = np.full((1, 1), -1, dtype=np.int32)
        distance = mujoco.mj_ray(model, data, start_w, gaze_w, None, 1, -1, geom)
        assert distance < 0.0 or distance > 0.2


def test_eyes_of_a_card_are_its_cameras() -> None:
    robot = installed("mimo")
    eyes = eye_cameras(robot)
    assert [eyes[side].camera for side in ("left", "right")] == ["left_eye", "right_eye"]
    camera = robot.model.camera("left_eye")
    assert np.degrees(eyes["left"].fov) == pytest.approx(60.0)
    np.testing.assert_allclose(rot.as_matrix(camera_turn(eyes["left"])), rot.as_matrix(np.array(camera.quat)))


def test_joints_of_an_eye_are_those_after_the_head() -> None:
    mimo, icub = installed("mimo"), installed("icub")
    sides = ("horizontal", "vertical", "torsional")
    assert eye_joints(mimo, eye_cameras(mimo)["left"]) == tuple(f"left_eye_{turn}" for turn in sides)
    assert eye_joints(icub, eye_cameras(icub)["right"]) == ("eyes_tilt", "r_eye_pan")
    nao = installed("nao")
    assert eye_joints(nao, eye_cameras(nao)["left"]) == ()


def test_without_a_head_there_are_no_eyes() -> None:
    with pytest.raises(RobotError, match=r"'simple-humanoid': .* needs \[eyes\] or a head in \[frames\]"):
        eye_cameras(installed(HEADLESS))
