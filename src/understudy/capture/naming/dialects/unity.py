"""The humanoid bones of Unity, and those of VRM avatars: ``LeftUpperLeg``, ``J_Bip_L_UpperLeg``."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

UNITY = Dialect(
    "Unity",
    {"mid_hip": ("Hips", "J_Bip_C_Hips"), "neck": ("Neck", "J_Bip_C_Neck"), "head": ("Head", "J_Bip_C_Head")}
    | both_sides(
        {
            "clavicle": ("{side}Shoulder", "J_Bip_{S}_Shoulder"),
            "shoulder": ("{side}UpperArm", "J_Bip_{S}_UpperArm"),
            "elbow": ("{side}LowerArm", "J_Bip_{S}_LowerArm"),
            "wrist": ("{side}Hand", "J_Bip_{S}_Hand"),
            "knuckle": ("{side}MiddleProximal", "J_Bip_{S}_Middle1"),
            "hip": ("{side}UpperLeg", "J_Bip_{S}_UpperLeg"),
            "knee": ("{side}LowerLeg", "J_Bip_{S}_LowerLeg"),
            "ankle": ("{side}Foot", "J_Bip_{S}_Foot"),
            "toe": ("{side}Toes", "{side}ToeBase", "J_Bip_{S}_ToeBase"),
        }
    ),
)
