"""What programs call the performer's joints, where a format is of one program's names."""

from __future__ import annotations

from understudy.synth.body.skeleton import SIDES

ACCLAIM_BONES: dict[str, str] = {
    "LowerBack": "lowerback",
    "Spine": "upperback",
    "Spine1": "thorax",
    "Neck": "lowerneck",
    "Neck1": "upperneck",
    "Head": "head",
} | {
    f"{prefix}{joint}": f"{side}{bone}"
    for side, prefix, _ in SIDES
    for joint, bone in {
        "UpLeg": "femur",
        "Leg": "tibia",
        "Foot": "foot",
        "ToeBase": "toes",
        "Shoulder": "clavicle",
        "Arm": "humerus",
        "ForeArm": "radius",
        "Hand": "wrist",
        "FingerBase": "hand",
        "HandIndex1": "fingers",
    }.items()
}
"""What the CMU database calls the bones that begin at the performer's joints."""

VRM_BONES: dict[str, str] = {
    "Hips": "hips",
    "LowerBack": "spine",
    "Spine": "chest",
    "Spine1": "upperChest",
    "Neck": "neck",
    "Head": "head",
} | {
    f"{prefix}{joint}": f"{prefix.lower()}{bone}"
    for _, prefix, _ in SIDES
    for joint, bone in {
        "UpLeg": "UpperLeg",
        "Leg": "LowerLeg",
        "Foot": "Foot",
        "ToeBase": "Toes",
        "Shoulder": "Shoulder",
        "Arm": "UpperArm",
        "ForeArm": "LowerArm",
        "Hand": "Hand",
        "HandIndex1": "MiddleProximal",
    }.items()
}
"""What VRM calls the performer's joints."""

XSENS_SEGMENTS: dict[str, str] = {
    "Hips": "Pelvis",
    "LowerBack": "L5",
    "Spine": "L3",
    "Spine1": "T8",
    "Neck": "Neck",
    "Head": "Head",
} | {
    f"{prefix}{joint}": f"{prefix}{segment}"
    for _, prefix, _ in SIDES
    for joint, segment in {
        "UpLeg": "UpperLeg",
        "Leg": "LowerLeg",
        "Foot": "Foot",
        "ToeBase": "Toe",
        "Shoulder": "Shoulder",
        "Arm": "UpperArm",
        "ForeArm": "ForeArm",
        "Hand": "Hand",
    }.items()
}
"""What Xsens MVN calls the segments that begin at the performer's joints."""

XSENS_POINTS = {"Head_end": "pTopOfHead", "LeftToeBase_end": "pLeftToe", "RightToeBase_end": "pRightToe"}
"""What it calls the tips of the skeleton."""
