"""The Fetus simulator's infant against Table 4.6 and the signs of section 5.2.4 of Fiala (2023)."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

RANGES = {
    "neck_pitch": (-44, 44),
    "neck_roll": (-50, 50),
    "neck_yaw": (-89, 89),
    "lower_torso_pitch": (-30, 10),
    "lower_torso_roll": (-5, 5),
    "lower_torso_yaw": (-30, 30),
    "elevation_angle": (-90, 130),
    "shoulder_elevation": (0, 90),
    "shoulder_rotation": (-90, 20),
    "elbow": (0, 130),
    "hip_pitch": (0, 142),
    "hip_roll": (-73, 18),
    "hip_yaw": (-55, 18),
    "knee": (0, 144),
}
"""Table 4.6 [deg]."""
OUR_RANGES = {
    "upper_torso_pitch": (-30, 10),
    "upper_torso_roll": (-5, 5),
    "upper_torso_yaw": (-30, 30),
    "forearm_rotation": (-90, 90),
    "wrist_flexion": (-86, 92),
    "ankle": (-63, 32),
    "elevation_return": (-130, 90),
}
"""Where no range is published [deg]: the lower torso's, MIMo's, and that of the elevation angle turned."""
ANATOMICAL_JOINTS, DEGREES_OF_FREEDOM = 15, 31
MIDLINE_JOINTS, PAIRED_JOINTS = 3, 6
"""Neck and two of the torso; shoulder, elbow, wrist, hip, knee and ankle."""

GROWTH, HEAD_GROWTH = 55.48 / 63.0, 37.55 / 41.1
"""Median length and head circumference at 1.36 months over those at 4 months (WHO)."""
TABLE_3_3 = {"upper_arm": 0.123, "forearm": 0.166, "thigh": 0.159, "shin": 0.165}
SHOULDER_BREADTH, HIP_BREADTH, HEAD_BREADTH, LIMB_RADII = 0.187, 0.143, 0.124, (0.02, 0.03)
"""Lengths at 4 months [m]."""
ROUNDING = 5e-5
"""Places in the model are given to 0.1 mm."""
MASS = 4.71

X, Y, Z = 0, 1, 2
TURN = 0.3
OUT, IN, ALIKE = {"left": 1, "right": -1}, {"left": -1, "right": 1}, {"left": 1, "right": 1}
BENT_ELBOW, RAISED = 1.2, 1.0
MIDLINE_SIGNS = [
    ("lower_torso_pitch", "neck", X, -1),
    ("lower_torso_roll", "neck", Y, -1),
    ("lower_torso_yaw", "shoulder_l", X, 1),
    ("upper_torso_pitch", "neck", X, -1),
    ("neck_pitch", "head_top", X, 1),
    ("neck_roll", "head_top", Y, 1),
    ("neck_yaw", "nose", Y, 1),
]
"""Torso backwards, to the right, clockwise; head forwards, to the left, to the left."""
LIMB_SIGNS = [
    ("shoulder_elevation", "wrist", Y, OUT),
    ("elevation_angle", "elbow", X, ALIKE),
    ("shoulder_rotation", "wrist", Y, IN),
    ("elbow", "wrist", X, ALIKE),
    ("wrist_flexion", "knuckle", Y, IN),
    ("hip_pitch", "ankle", X, ALIKE),
    ("hip_roll", "ankle", Y, IN),
    ("hip_yaw", "toe", Y, OUT),
    ("knee", "ankle", X, {"left": -1, "right": -1}),
    ("ankle", "toe", Z, ALIKE),
]
"""Arm flexion and internal rotation, hip flexion, adduction and external rotation are positive."""


@pytest.fixture(scope="module")
def fetus() -> Robot:
    return load_robot("fetus")


def pose(fetus: Robot, angles: dict[str, float]) -> mujoco.MjData:
    """Return the infant with some angles turned, all others zero, and the coupled joints following."""
    q = fetus.home.copy()
    q[7:] = [angles.get(name, 0.0) for name in fetus.joints]
    for side in OUT:
        angle = angles.get(f"{side}_elevation_angle", 0.0)
        q[7 + fetus.joints.index(f"{side}_elevation_return")] = -angle
    return home_data(fetus.model, q)


def landmark_w(fetus: Robot, angles: dict[str, float], name: str) -> np.ndarray:
    return point_in_world(pose(fetus, angles), fetus.landmarks[name])


def kind(joint: str) -> str:
    return joint.removeprefix("left_").removeprefix("right_")


def test_joints_and_degrees_of_freedom(fetus: Robot) -> None:
    assert MIDLINE_JOINTS + 2 * PAIRED_JOINTS == ANATOMICAL_JOINTS
    moved = {int(fetus.model.jnt_bodyid[fetus.model.joint(name).id]) for name in fetus.joints}
    assert len(moved) == ANATOMICAL_JOINTS
    assert len(fetus.joints) - fetus.model.neq == DEGREES_OF_FREEDOM


def test_ranges(fetus: Robot) -> None:
    expected = RANGES | OUR_RANGES
    assert {kind(name) for name in fetus.joints} == set(expected)
    for name, lower, upper in zip(fetus.joints, fetus.lower, fetus.upper, strict=True):
        np.testing.assert_allclose(np.degrees([lower, upper]), expected[kind(name)], atol=1e-9, err_msg=name)


@pytest.mark.parametrize("side", "lr")
def test_limbs_have_the_lengths_of_1_4_months(fetus: Robot, side: str) -> None:
    for segment, length in TABLE_3_3.items():
        found = fetus.segment_length(f"{segment}_{side}")
        assert found == pytest.approx(length * GROWTH, abs=ROUNDING), segment


def test_breadths_over_the_skin(fetus: Robot) -> None:
    arm, thigh = LIMB_RADII
    expected = {
        "shoulder": SHOULDER_BREADTH - 2 * arm,
        "hip": HIP_BREADTH - 2 * thigh,
    }
    for name, breadth in expected.items():
        left, right = (landmark_w(fetus, {}, f"{name}_{side}") for side in "lr")
        assert (left - right)[Y] == pytest.approx(breadth * GROWTH, abs=2 * ROUNDING), name
    assert 2 * fetus.model.geom("cranium").size[Y] == pytest.approx(
        HEAD_BREADTH * HEAD_GROWTH, abs=2 * ROUNDING
    )


def test_mass_is_shared_out_like_an_infants(fetus: Robot) -> None:
    assert fetus.model.body_mass.sum() == pytest.approx(MASS, abs=1e-4)
    head = fetus.model.body("head").mass[0] / MASS
    assert 0.22 < head < 0.30


@pytest.mark.parametrize(("joint", "landmark", "axis", "sign"), MIDLINE_SIGNS)
def test_signs_of_torso_and_neck(fetus: Robot, joint: str, landmark: str, axis: int, sign: int) -> None:
    move = landmark_w(fetus, {joint: TURN}, landmark) - landmark_w(fetus, {}, landmark)
    assert move[axis] * sign > 0.01


@pytest.mark.parametrize("side", OUT)
@pytest.mark.parametrize(("joint", "landmark", "axis", "sign"), LIMB_SIGNS)
def test_signs_of_limbs(
    fetus: Robot, side: str, joint: str, landmark: str, axis: int, sign: dict[str, int]
) -> None:
    bent = {f"{side}_elbow": BENT_ELBOW} if joint == "shoulder_rotation" else {}
    bent |= {f"{side}_shoulder_elevation": RAISED} if joint == "elevation_angle" else {}
    name = f"{landmark}_{side[0]}"
    move = landmark_w(fetus, bent | {f"{side}_{joint}": TURN}, name) - landmark_w(fetus, bent, name)
    assert move[axis] * sign[side] > 0.005


@pytest.mark.parametrize("side", OUT)
@pytest.mark.parametrize("angle", [-90.0, 0.0, 60.0, 90.0, 130.0])
def test_the_elevation_angle_is_the_plane_in_which_the_arm_rises(
    fetus: Robot, side: str, angle: float
) -> None:
    angles = {f"{side}_elevation_angle": np.radians(angle), f"{side}_shoulder_elevation": np.radians(90.0)}
    elbow, shoulder = (landmark_w(fetus, angles, f"{n}_{side[0]}") for n in ("elbow", "shoulder"))
    arm = (elbow - shoulder) / np.linalg.norm(elbow - shoulder)
    plane = np.radians(angle)
    np.testing.assert_allclose(arm, [np.sin(plane), OUT[side] * np.cos(plane), 0.0], atol=1e-9)


@pytest.mark.parametrize("side", OUT)
def test_the_elevation_angle_twists_no_hanging_arm(fetus: Robot, side: str) -> None:
    bent = {f"{side}_elbow": BENT_ELBOW}
    turned = bent | {f"{side}_elevation_angle": 1.0}
    wrist = f"wrist_{side[0]}"
    np.testing.assert_allclose(landmark_w(fetus, turned, wrist), landmark_w(fetus, bent, wrist), atol=1e-9)


def test_the_return_is_coupled_to_the_elevation_angle(fetus: Robot) -> None:
    model = fetus.model
    assert model.neq == len(OUT)
    for equality in range(model.neq):
        follower, driver = (model.joint(int(i[equality])).name for i in (model.eq_obj1id, model.eq_obj2id))
        assert (kind(follower), kind(driver)) == ("elevation_return", "elevation_angle")
        np.testing.assert_allclose(model.eq_data[equality][:5], [0.0, -1.0, 0.0, 0.0, 0.0])


def test_the_eyes_look_forward(fetus: Robot) -> None:
    assert set(fetus.eyes) == {"l", "r"}
    data = mujoco.MjData(fetus.model)
    data.qpos[:] = fetus.home
    mujoco.mj_forward(fetus.model, data)
    for eye in fetus.eyes.values():
        view_w = -data.camera(eye.camera).xmat.reshape(3, 3)[:, 2]
        np.testing.assert_allclose(view_w, [1.0, 0.0, 0.0], atol=1e-9)


def test_home_stands_flat(fetus: Robot) -> None:
    data = home_data(fetus.model, fetus.home)
    for sole in fetus.soles.values():
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, Z], 0.0, atol=1e-9)
