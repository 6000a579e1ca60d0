"""The infant figure against Table 3.3 and the signs of section 3.3 of Fiala (2023)."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

SHOULDER_BREADTH, HIP_BREADTH, HEAD_BREADTH, HEAD_WIDTH = 1.87, 1.43, 1.24, 1.14
SHOULDER_ELBOW, ELBOW_WRIST, HIP_KNEE, KNEE_ANKLE = 1.23, 1.66, 1.59, 1.65
CROWN_RUMP, CROWN_HIP, HEAD_HEIGHT, LOWER_FACE_HEIGHT, TRAGION_TO_TOP = 4.23, 3.94, 1.73, 0.81, 0.83
THIGH_RADIUS, ANKLE_RADIUS, UPPER_ARM_RADIUS, FOREARM_RADIUS = 0.30, 0.17, 0.20, 0.20
"""Table 3.3 [dm]; the tragion's 8.30 there is read as 0.83."""
DECIMETRE = 0.1

RANGES = {
    "torso_pitch": (-34, 61),
    "torso_roll": (-41, 41),
    "torso_yaw": (-36, 36),
    "neck_pitch": (-80, 80),
    "neck_roll": (-70, 70),
    "neck_yaw": (-111, 111),
    "shoulder_pitch": (-84, 183),
    "shoulder_roll": (-45, 118),
    "shoulder_yaw": (-99, 90),
    "elbow": (-5, 146),
    "hip_pitch": (-20, 142),
    "hip_roll": (-18, 73),
    "hip_yaw": (-55, 41),
    "knee": (-4, 145),
}
"""Ranges [deg]: MIMo's and the fetus simulator's (Tables 4.5 and 4.6), the wider of both."""
JOINTS = 22
TURN = 0.3
X, Y, Z = 0, 1, 2
OUT, IN = {"left": 1, "right": -1}, {"left": -1, "right": 1}
"""Signs of y away from the body and towards its middle."""

MIDLINE_SIGNS = [
    ("torso_pitch", "neck", X, 1),
    ("torso_roll", "neck", Y, -1),
    ("torso_yaw", "shoulder_l", X, 1),
    ("neck_pitch", "head_top", X, -1),
    ("neck_roll", "head_top", Y, -1),
    ("neck_yaw", "nose", Y, 1),
]
"""Joint, landmark and the way it goes when the angle grows: towards the hips, to the right, clockwise
seen from above; the head backwards, to the right, to the left."""
LIMB_SIGNS = [
    ("shoulder_pitch", "wrist", X, {"left": 1, "right": 1}),
    ("shoulder_roll", "wrist", Y, OUT),
    ("shoulder_yaw", "wrist", Y, IN),
    ("elbow", "wrist", X, {"left": 1, "right": 1}),
    ("hip_pitch", "ankle", X, {"left": 1, "right": 1}),
    ("hip_roll", "ankle", Y, OUT),
    ("hip_yaw", "toe", Y, IN),
    ("knee", "ankle", X, {"left": -1, "right": -1}),
]
"""Flexion, abduction and internal rotation are positive."""
BENT_ELBOW = 1.2
"""Makes the upper arm's rotation visible [rad]."""


@pytest.fixture(scope="module")
def dummy() -> Robot:
    return load_robot("dummy")


@pytest.fixture(scope="module")
def zero(dummy: Robot) -> mujoco.MjData:
    """Return the figure with all angles zero, limbs hanging."""
    return pose(dummy, {})


def pose(dummy: Robot, angles: dict[str, float]) -> mujoco.MjData:
    q = dummy.home.copy()
    q[7:] = [angles.get(name, 0.0) for name in dummy.joints]
    return home_data(dummy.model, q)


def landmark_w(dummy: Robot, data: mujoco.MjData, name: str) -> np.ndarray:
    return point_in_world(data, dummy.landmarks[name])


def reach(dummy: Robot, data: mujoco.MjData, geom: str, axis: int, sign: int) -> float:
    """Return how far a named ellipsoid or upright capsule reaches along an axis of the world [m]."""
    size = dummy.model.geom(geom).size
    ellipsoid = dummy.model.geom(geom).type[0] == int(mujoco.mjtGeom.mjGEOM_ELLIPSOID)
    return float(data.geom(geom).xpos[axis] + sign * (size[axis] if ellipsoid else size[0]))


def move(dummy: Robot, joint: str, landmark: str) -> np.ndarray:
    """Return how a landmark moves when one angle grows, the elbows bent where the arm rolls."""
    bent = {f"{side}_elbow": BENT_ELBOW for side in OUT} if joint.endswith("shoulder_yaw") else {}
    before = landmark_w(dummy, pose(dummy, bent), landmark)
    return landmark_w(dummy, pose(dummy, bent | {joint: TURN}), landmark) - before


def test_joints_and_ranges(dummy: Robot) -> None:
    assert len(dummy.joints) == JOINTS
    for name, lower, upper in zip(dummy.joints, dummy.lower, dummy.upper, strict=True):
        kind = name.removeprefix("left_").removeprefix("right_")
        np.testing.assert_allclose(np.degrees([lower, upper]), RANGES[kind], atol=1e-4, err_msg=name)


def test_limb_lengths(dummy: Robot) -> None:
    lengths = {"upper_arm": SHOULDER_ELBOW, "forearm": ELBOW_WRIST, "thigh": HIP_KNEE, "shin": KNEE_ANKLE}
    for segment, length in lengths.items():
        for side in "lr":
            assert dummy.segment_length(f"{segment}_{side}") == pytest.approx(length * DECIMETRE, abs=1e-6)


def test_lengths_of_trunk_and_head(dummy: Robot, zero: mujoco.MjData) -> None:
    crown, hip, ear, eye = (landmark_w(dummy, zero, n)[Z] for n in ("head_top", "hip_l", "ear_l", "eye_l"))
    rump, chin = (reach(dummy, zero, geom, Z, -1) for geom in ("nappy", "face"))
    assert crown - hip == pytest.approx(CROWN_HIP * DECIMETRE)
    assert crown - rump == pytest.approx(CROWN_RUMP * DECIMETRE)
    assert crown - chin == pytest.approx(HEAD_HEIGHT * DECIMETRE)
    assert crown - ear == pytest.approx(TRAGION_TO_TOP * DECIMETRE)
    assert eye - chin == pytest.approx(LOWER_FACE_HEIGHT * DECIMETRE)


@pytest.mark.parametrize(
    ("geom", "breadth"),
    [
        ("{side}_upper_arm", SHOULDER_BREADTH),
        ("{side}_thigh", HIP_BREADTH),
        ("cranium", HEAD_BREADTH),
        ("face", HEAD_WIDTH),
    ],
)
def test_breadths_over_the_skin(dummy: Robot, zero: mujoco.MjData, geom: str, breadth: float) -> None:
    left, right = (reach(dummy, zero, geom.format(side=side), Y, sign) for side, sign in OUT.items())
    assert left - right == pytest.approx(breadth * DECIMETRE)


@pytest.mark.parametrize("side", OUT)
def test_radii(dummy: Robot, side: str) -> None:
    radii = {
        "thigh": THIGH_RADIUS,
        "ankle": ANKLE_RADIUS,
        "upper_arm": UPPER_ARM_RADIUS,
        "forearm": FOREARM_RADIUS,
    }
    for geom, radius in radii.items():
        assert dummy.model.geom(f"{side}_{geom}").size[0] == pytest.approx(radius * DECIMETRE)


@pytest.mark.parametrize(("joint", "landmark", "axis", "sign"), MIDLINE_SIGNS)
def test_signs_of_torso_and_neck(dummy: Robot, joint: str, landmark: str, axis: int, sign: int) -> None:
    assert move(dummy, joint, landmark)[axis] * sign > 0.01


@pytest.mark.parametrize("side", OUT)
@pytest.mark.parametrize(("joint", "landmark", "axis", "sign"), LIMB_SIGNS)
def test_signs_of_limbs(
    dummy: Robot, side: str, joint: str, landmark: str, axis: int, sign: dict[str, int]
) -> None:
    assert move(dummy, f"{side}_{joint}", f"{landmark}_{side[0]}")[axis] * sign[side] > 0.01


@pytest.mark.parametrize(
    "part", ["torso", "neck", "left_shoulder", "right_shoulder", "left_hip", "right_hip"]
)
def test_spherical_joints_turn_pitch_roll_yaw_about_one_point(dummy: Robot, part: str) -> None:
    joints = [dummy.model.joint(f"{part}_{angle}") for angle in ("pitch", "roll", "yaw")]
    assert [joint.id for joint in joints] == list(range(joints[0].id, joints[0].id + 3))
    assert len({int(dummy.model.jnt_bodyid[joint.id]) for joint in joints}) == 1
    assert all((joint.pos == 0.0).all() for joint in joints)


def test_wrists_and_ankles_are_rigid(dummy: Robot) -> None:
    assert set(dummy.frames) == {"pelvis", "chest", "head"}
    assert dummy.landmarks["knuckle_l"].body == dummy.landmarks["wrist_l"].body
    assert dummy.landmarks["toe_l"].body == dummy.landmarks["ankle_l"].body


def test_mass_is_shared_out_like_an_infants(dummy: Robot) -> None:
    share = dummy.model.body_mass / dummy.model.body_mass.sum()
    head, thigh = dummy.model.body("head").id, dummy.model.body("left_thigh").id
    assert 0.2 < share[head] < 0.27
    assert 0.05 < share[thigh] < 0.1
