"""Mirror images of robots: the other side's joints, turned so that every landmark is reflected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, RobotError
from understudy.motion import RobotMotion
from understudy.motion.sides import FLIP, other_side
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.source import robot_body
from understudy.spatial import rotations as rot

SAME = 1e-9
ABOUT_THE_SAME = 0.01
"""How far [m] an image may be off on robots whose home pose or sides differ a little."""

NOT_QUITE_SYMMETRIC = ("g1", "icub-real", "simple-humanoid")


def installed(name: str) -> Robot:
    try:
        return load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))


def swung(robot: Robot) -> np.ndarray:
    """Return poses in which every joint is elsewhere, and a free root turned and away from the plane."""
    q = np.tile(robot.home, (4, 1))
    joints = q[:, len(robot.home) - len(robot.joints) :]
    joints += 0.3 * np.sin(np.arange(joints.size)).reshape(joints.shape)
    if robot.has_free_base:
        q[:, 1] += np.linspace(-1.0, 1.0, len(q))
        q[:, 3:7] = rot.multiply(rot.from_axis_angle(np.array([0.0, 0.6, 0.8]), 0.7), q[:, 3:7])
    return q


@pytest.mark.parametrize("name", robot_names())
def test_every_landmark_is_where_the_other_sides_was(name: str) -> None:
    robot = installed(name)
    q = swung(robot)
    image = robot.mirrored(q)
    np.testing.assert_allclose(robot.mirrored(image), q, atol=SAME)
    names = tuple(landmark for landmark in robot.landmarks if other_side(landmark) in robot.landmarks)
    own, reflected = (
        robot_body(robot, q, names)[0],
        robot_body(robot, image, tuple(map(other_side, names)))[0],
    )
    allowed = ABOUT_THE_SAME if name in NOT_QUITE_SYMMETRIC else SAME
    np.testing.assert_allclose(reflected, own * FLIP, atol=allowed)


def test_a_motion_is_mirrored_with_its_contacts() -> None:
    robot = load_robot("nao")
    contacts = np.tile([True, False, False, False], (4, 1))
    motion = RobotMotion("nao", "test", robot.joints, swung(robot), 30.0, np.zeros(4), contacts)
    image = motion.mirror(robot)
    np.testing.assert_allclose(image.joint("RElbowRoll"), -motion.joint("LElbowRoll"))
    np.testing.assert_allclose(image.joint("RKneePitch"), motion.joint("LKneePitch"))
    assert image.contact_mask[0].tolist() == [False, False, True, False]
    with pytest.raises(InvalidMotionError, match="unknown joint 'LKnee' .did you mean 'LKneePitch'"):
        motion.joint("LKnee")


def test_bodies_are_found_by_name() -> None:
    robot = load_robot("nao")
    q = swung(robot)
    motion = RobotMotion("nao", "test", robot.joints, q, 30.0, np.zeros(len(q)))
    everything = motion.body_positions(robot)
    names = [robot.model.body(index).name for index in range(1, robot.model.nbody)]
    assert everything.shape == (len(q), len(names), 3)
    np.testing.assert_array_equal(motion.body_positions(robot, names[3:1:-1]), everything[:, [3, 2]])
    np.testing.assert_allclose(everything[:, 0], q[:, :3])
    with pytest.raises(RobotError, match="robot 'nao': unknown body 'nothing'"):
        motion.body_positions(robot, ["nothing"])


def test_a_robot_with_one_arm_has_no_mirror_image(tmp_path: Path) -> None:
    lame = """<mujoco><worldbody><body name="trunk"><joint name="waist" axis="0 0 1"/><geom size=".1"/>
    <body name="arm" pos="0 .2 0"><joint name="shoulder" axis="1 0 0"/><geom size=".1"/></body>
    </body></worldbody></mujoco>"""
    card = (
        'name = "lame"\ntitle = "One arm"\nsource = "made up"\n[model]\nfile = "model.xml"\nbase = "fixed"\n'
    )
    (tmp_path / "model.xml").write_text(lame, encoding="utf-8")
    (tmp_path / "card.toml").write_text(card, encoding="utf-8")
    robot = load_robot(str(tmp_path / "card.toml"))
    with pytest.raises(RobotError, match="'lame' has no mirror image: no joint lies where 'shoulder' is"):
        robot.mirrored(np.zeros((1, 2)))
