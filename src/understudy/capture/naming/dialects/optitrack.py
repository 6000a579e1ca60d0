"""OptiTrack Motive, which writes the skeleton's name before that of every bone: ``Skeleton_LThigh``."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

OPTITRACK = Dialect(
    "OptiTrack",
    {"mid_hip": ("Hip",), "chest": ("Chest",), "neck": ("Neck",), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("{S}Shoulder",),
            "shoulder": ("{S}UArm",),
            "elbow": ("{S}FArm",),
            "wrist": ("{S}Hand",),
            "hip": ("{S}Thigh",),
            "knee": ("{S}Shin",),
            "ankle": ("{S}Foot",),
            "toe": ("{S}Toe",),
        }
    ),
)
