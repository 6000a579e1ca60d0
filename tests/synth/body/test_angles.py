"""Anatomical angles turn the body the way that their names say."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.errors import InvalidMotionError
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import ANGLES, ball_joint_angles, local_rotations, turns_of
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import build_body

BODY = build_body(adult_sizes(1.75))
FORWARD, LEFT, UP = np.eye(3)
BIT = 0.3


def joints(angles: dict[str, float], posture: np.ndarray = rot.IDENTITY) -> dict[str, np.ndarray]:
    """Return where every joint and end is [m] for angles [rad]."""
    columns = {"pelvis_tilt": np.zeros(1)} | {name: np.array([value]) for name, value in angles.items()}
    rotations = local_rotations(BODY.skeleton, columns, posture)
    positions, turns = forward_kinematics(BODY.skeleton, np.zeros((1, 3)), rotations)
    points = dict(zip(BODY.skeleton.names, positions[0], strict=True))
    for name, joint, offset in BODY.skeleton.ends:
        points[name] = positions[0, joint] + rot.rotate(turns[0, joint], offset)
    return points


STANDING = joints({})

MOVES = {
    "pelvis_rotation": ("LeftUpLeg", -FORWARD),
    "pelvis_tilt": ("Head_end", FORWARD),
    "pelvis_obliquity": ("LeftUpLeg", UP),
    "trunk_rotation": ("LeftArm", -FORWARD),
    "trunk_bending": ("Head_end", LEFT),
    "trunk_flexion": ("Head_end", FORWARD),
    "neck_bending": ("Head_end", LEFT),
    "neck_flexion": ("Head_end", FORWARD),
    "hip_flexion_l": ("LeftFoot", FORWARD),
    "hip_abduction_l": ("LeftFoot", LEFT),
    "hip_abduction_r": ("RightFoot", -LEFT),
    "hip_rotation_l": ("LeftToeBase_end", LEFT),
    "hip_rotation_r": ("RightToeBase_end", -LEFT),
    "knee_flexion_r": ("RightFoot", -FORWARD),
    "ankle_dorsiflexion_l": ("LeftToeBase_end", UP),
    "ankle_rotation_r": ("RightToeBase_end", -LEFT),
    "toe_extension_l": ("LeftToeBase_end", UP),
    "shoulder_flexion_l": ("LeftHand", FORWARD),
    "shoulder_abduction_l": ("LeftHand", LEFT),
    "shoulder_abduction_r": ("RightHand", -LEFT),
    "elbow_flexion_l": ("LeftHand", FORWARD),
    "elbow_flexion_r": ("RightHand", FORWARD),
    "wrist_flexion_l": ("LeftHandIndex1", -LEFT),
    "wrist_flexion_r": ("RightHandIndex1", LEFT),
    "finger_flexion_l": ("LeftHandIndex1_end", -LEFT),
}


def test_all_zero_stands_with_arms_hanging() -> None:
    for side in ("Left", "Right"):
        arm = STANDING[f"{side}HandIndex1_end"] - STANDING[f"{side}Arm"]
        np.testing.assert_allclose(arm[:2], 0.0, atol=1e-12)
        assert arm[2] < 0.0


@pytest.mark.parametrize("angle", MOVES)
def test_a_positive_angle_moves_the_part_where_its_name_says(angle: str) -> None:
    point, direction = MOVES[angle]
    moved = joints({angle: BIT})[point] - STANDING[point]
    assert moved @ direction > 0.7 * np.linalg.norm(moved) > 0.0


def test_outward_rotation_turns_a_bent_forearm_outward() -> None:
    bent = {"elbow_flexion_l": 1.5, "elbow_flexion_r": 1.5}
    turned = joints(bent | {"shoulder_rotation_l": BIT, "shoulder_rotation_r": BIT})
    assert (turned["LeftHand"] - joints(bent)["LeftHand"]) @ LEFT > 0.0
    assert (turned["RightHand"] - joints(bent)["RightHand"]) @ LEFT < 0.0


def test_pronation_turns_the_palm_backward() -> None:
    palm_side = joints({"forearm_pronation_l": 0.5 * np.pi, "wrist_flexion_l": BIT})["LeftHandIndex1"]
    assert (palm_side - STANDING["LeftHandIndex1"]) @ FORWARD < 0.0


def test_equal_angles_on_both_sides_give_a_symmetric_pose() -> None:
    values = {name: 0.1 + 0.03 * index for index, name in enumerate(n for n in ANGLES if n.endswith("_l"))}
    points = joints(values | {f"{name[:-2]}_r": value for name, value in values.items()})
    for name, point in points.items():
        if name.startswith("Left"):
            mirrored = points[name.replace("Left", "Right")] * [1.0, -1.0, 1.0]
            np.testing.assert_allclose(point, mirrored, atol=1e-9)


def test_spine_shares_add_up() -> None:
    columns = {"trunk_rotation": np.array([0.6])}
    _, turns = forward_kinematics(BODY.skeleton, np.zeros((1, 3)), local_rotations(BODY.skeleton, columns))
    chest = turns[0, BODY.index("Spine1")]
    np.testing.assert_allclose(rot.as_rotation_vector(chest), [0.0, 0.0, 0.6], atol=1e-9)


def test_unknown_angle_is_refused_by_name() -> None:
    with pytest.raises(InvalidMotionError, match="'knee_flexion'.*did you mean 'knee_flexion_"):
        local_rotations(BODY.skeleton, {"knee_flexion": np.zeros(1)})


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_angles_of_a_ball_joint_come_back_from_its_turn(sign: float) -> None:
    side, prefix = ("l", "Left") if sign > 0.0 else ("r", "Right")
    wanted = {"hip_flexion": 0.7, "hip_abduction": -0.3, "hip_rotation": 0.4}
    columns = {f"{name}_{side}": np.array([value]) for name, value in wanted.items()}
    found = ball_joint_angles(turns_of(f"{prefix}UpLeg", columns, 1), sign)
    np.testing.assert_allclose(np.concatenate(found), list(wanted.values()), atol=1e-12)
