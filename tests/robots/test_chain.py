"""Chains of a few joints agree with MuJoCo, and coupled joints follow their drivers."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.robots.chain import follow_couplings, relative_pose
from understudy.robots.parts import home_data
from understudy.spatial import rotations as rot

FRAMES = 20


@pytest.mark.parametrize("name", ["dummy", "icub", "mimo", "fetus"])
def test_relative_pose_is_mujocos(name: str) -> None:
    robot = load_robot(name)
    start, end = robot.frames["pelvis"].body, robot.landmarks["wrist_l"].body
    generator = np.random.default_rng(0)
    values = {joint: generator.uniform(-1.0, 1.0, FRAMES) for joint in robot.joints}
    position, orientation = relative_pose(robot, start, end, values)
    data = mujoco.MjData(robot.model)
    for t in range(FRAMES):
        data.qpos[:7] = robot.home[:7]
        data.qpos[7:] = [values[joint][t] for joint in robot.joints]
        mujoco.mj_kinematics(robot.model, data)
        back = rot.conjugate(np.array(data.xquat[start]))
        expected = rot.rotate(back, data.xpos[end] - data.xpos[start])
        np.testing.assert_allclose(position[t], expected, atol=1e-12)
        turned = rot.multiply(back, np.array(data.xquat[end]))
        np.testing.assert_allclose(rot.as_matrix(orientation[t]), rot.as_matrix(turned), atol=1e-12)


def test_neither_body_has_to_carry_the_other() -> None:
    dummy = load_robot("dummy")
    head, hand = dummy.frames["head"].body, dummy.landmarks["wrist_l"].body
    position, orientation = relative_pose(dummy, head, hand, {})
    data = home_data(dummy.model, dummy.home)
    back = rot.conjugate(np.array(data.xquat[head]))
    np.testing.assert_allclose(position, rot.rotate(back, data.xpos[hand] - data.xpos[head]), atol=1e-12)
    turned = rot.multiply(back, np.array(data.xquat[hand]))
    np.testing.assert_allclose(rot.as_matrix(orientation), rot.as_matrix(turned), atol=1e-12)


def test_coupled_joints_follow() -> None:
    mimo = load_robot("mimo")
    joints = np.zeros((3, len(mimo.joints)))
    lean, second = mimo.joints.index("hip_lean1"), mimo.joints.index("hip_lean2")
    joints[:, lean] = [0.0, 0.1, -0.2]
    np.testing.assert_allclose(follow_couplings(mimo, joints)[:, second], joints[:, lean] * 27.0 / 14.0)
