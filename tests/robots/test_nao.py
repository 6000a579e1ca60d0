"""NAO V5 against its published figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot

RANGES = {
    "HeadYaw": (-119.5, 119.5),
    "HeadPitch": (-38.5, 29.5),
    "LHipYawPitch": (-65.62, 42.44),
    "LHipRoll": (-21.74, 45.29),
    "LHipPitch": (-88.0, 27.73),
    "LKneePitch": (-5.29, 121.04),
    "LAnklePitch": (-68.15, 52.86),
    "LAnkleRoll": (-22.79, 44.06),
    "RHipYawPitch": (-65.62, 42.44),
    "RHipRoll": (-45.29, 21.74),
    "RHipPitch": (-88.0, 27.73),
    "RKneePitch": (-5.29, 121.04),
    "RAnklePitch": (-67.97, 53.4),
    "RAnkleRoll": (-44.06, 22.79),
    "LShoulderPitch": (-119.5, 119.5),
    "LShoulderRoll": (-18.0, 76.0),
    "LElbowYaw": (-119.5, 119.5),
    "LElbowRoll": (-88.5, -2.0),
    "LWristYaw": (-104.5, 104.5),
    "RShoulderPitch": (-119.5, 119.5),
    "RShoulderRoll": (-76.0, 18.0),
    "RElbowYaw": (-119.5, 119.5),
    "RElbowRoll": (2.0, 88.5),
    "RWristYaw": (-104.5, 104.5),
}
"""All hinges in the model's order and their published ranges [deg]."""
RANGE_TOLERANCE = 1e-4
LENGTHS = {"thigh_l": 0.1, "shin_l": 0.1029, "forearm_l": 0.05595, "hip_line": 0.1, "shoulder_line": 0.196}
"""Published distances between joints [m]."""
UPPER_ARM = np.hypot(0.105, 0.015)
"""The elbow lies 10.5 cm down and 1.5 cm beside the shoulder [m]."""
ANKLE_HEIGHT = 0.04519
FIXED_JOINTS = 18
"""Two hands and sixteen finger joints."""


@pytest.fixture(scope="module")
def nao() -> Robot:
    return load_robot("nao")


def test_hinges_and_ranges(nao: Robot) -> None:
    assert nao.joints == tuple(RANGES)
    found = np.degrees(np.stack([nao.lower, nao.upper], axis=1))
    np.testing.assert_allclose(found, list(RANGES.values()), atol=RANGE_TOLERANCE)


def test_lengths_between_joint_centres(nao: Robot) -> None:
    for segment, length in LENGTHS.items():
        assert nao.segment_length(segment) == pytest.approx(length, abs=1e-6), segment
    assert nao.segment_length("upper_arm_l") == pytest.approx(UPPER_ARM, abs=1e-6)
    np.testing.assert_allclose(nao.soles["l"].points[:, 2], -ANKLE_HEIGHT)


def test_one_motor_turns_both_hips(nao: Robot) -> None:
    model = nao.model
    assert model.neq == 1
    assert model.eq_type[0] == int(mujoco.mjtEq.mjEQ_JOINT)
    names = [model.joint(int(joint)).name for joint in (model.eq_obj1id[0], model.eq_obj2id[0])]
    assert names == ["RHipYawPitch", "LHipYawPitch"]
    np.testing.assert_array_equal(model.eq_data[0, :5], [0.0, 1.0, 0.0, 0.0, 0.0])


def test_the_coupled_hips_mirror_each_other(nao: Robot) -> None:
    left, right = (nao.model.joint(f"{side}HipYawPitch").axis for side in "LR")
    np.testing.assert_allclose(left * [1.0, 1.0, -1.0], right, atol=1e-12)


def test_elbows_bend_forward_from_home(nao: Robot) -> None:
    data = mujoco.MjData(nao.model)
    for bend in (0.0, 1.0):
        data.qpos[:] = nao.home
        data.joint("LElbowRoll").qpos[0] -= bend
        data.joint("RElbowRoll").qpos[0] += bend
        mujoco.mj_kinematics(nao.model, data)
        for side, wrist in (("L", "l_wrist"), ("R", "r_wrist")):
            reach = data.body(wrist).xpos[0] - data.body(f"{side}ForeArm").xpos[0]
            assert reach == pytest.approx(0.05595 * np.sin(0.035 + bend), abs=1e-4)


def test_speeds_are_the_makers(nao: Robot) -> None:
    speed = dict(zip(nao.joints, nao.velocity, strict=True))
    assert speed["LWristYaw"] == 24.6
    assert speed["RHipYawPitch"] == 4.16
    assert speed["LKneePitch"] == speed["RHipPitch"] == 6.40
    assert speed["HeadPitch"] == speed["LElbowRoll"] == 7.19
    assert speed["HeadYaw"] == speed["RElbowYaw"] == 8.27


def test_joints_agree_with_the_facts(nao: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("nao_v50").joints
    assert len(published) - len(nao.joints) == FIXED_JOINTS
    for name in nao.joints:
        joint, figure = nao.model.joint(name), published[name]
        body = nao.model.body(int(nao.model.jnt_bodyid[joint.id]))
        assert body.name == figure.body
        assert nao.model.body(int(body.parentid[0])).name == figure.parent
        np.testing.assert_allclose(body.pos, figure.offset, atol=1e-9)
        np.testing.assert_allclose(joint.axis, figure.axis, atol=2e-4)
        np.testing.assert_allclose(np.degrees(joint.range), figure.range, atol=RANGE_TOLERANCE)


def test_bodies_agree_with_the_facts(nao: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("nao_v50").bodies
    for index in range(1, nao.model.nbody):
        body = nao.model.body(index)
        figure = published[body.name]
        assert body.mass[0] == pytest.approx(figure.mass, abs=1e-9)
        np.testing.assert_allclose(body.ipos, figure.centre, atol=1e-6)
        np.testing.assert_allclose(np.sort(body.inertia), np.sort(figure.moments), rtol=1e-3)
    kept = {nao.model.body(index).name for index in range(1, nao.model.nbody)}
    assert all(figure.mass == 0.0 for name, figure in published.items() if name not in kept)
