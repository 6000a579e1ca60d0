"""Autodesk's HumanIK names, which MotionBuilder and many others write."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

HUMAN_IK: dict[str, tuple[str, ...]] = {
    "mid_hip": ("Hips",),
    "neck": ("Neck",),
    "head": ("Head",),
} | both_sides(
    {
        "clavicle": ("{side}Shoulder",),
        "shoulder": ("{side}Arm",),
        "elbow": ("{side}ForeArm",),
        "wrist": ("{side}Hand",),
        "knuckle": ("{side}HandMiddle1", "{side}HandIndex1"),
        "hip": ("{side}UpLeg",),
        "knee": ("{side}Leg",),
        "ankle": ("{side}Foot",),
        "toe": ("{side}ToeBase", "{side}Toe"),
    }
)
"""What the whole family has in common."""

MOTION_BUILDER = Dialect("MotionBuilder", HUMAN_IK)
