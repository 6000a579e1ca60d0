"""Rokoko Studio's own skeleton."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

ROKOKO = Dialect(
    "Rokoko",
    {"mid_hip": ("Hips", "Hip"), "neck": ("Neck",), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("{side}Shoulder",),
            "shoulder": ("{side}Arm",),
            "elbow": ("{side}ForeArm",),
            "wrist": ("{side}Hand",),
            "knuckle": ("{side}Finger3Proximal",),
            "hip": ("{side}Thigh",),
            "knee": ("{side}Shin",),
            "ankle": ("{side}Foot",),
            "toe": ("{side}Toe",),
            "toe_tip": ("{side}ToeTip",),
        }
    ),
)
