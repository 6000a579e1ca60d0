"""NVIDIA's SOMA: a leg is the thigh, a shin is the shin."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

SOMA = Dialect(
    "SOMA",
    {"mid_hip": ("Hips",), "chest": ("Chest",), "neck": ("Neck1", "Neck"), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("{side}Shoulder",),
            "shoulder": ("{side}Arm",),
            "elbow": ("{side}ForeArm",),
            "wrist": ("{side}Hand",),
            "hip": ("{side}Leg",),
            "knee": ("{side}Shin",),
            "ankle": ("{side}Foot",),
            "toe": ("{side}ToeBase",),
        }
    ),
)
