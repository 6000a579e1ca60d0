"""The Biped of 3ds Max, also in Truebones' files: ``Bip01 L Thigh``."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

BIPED = Dialect(
    "3ds Max Biped",
    {
        "mid_hip": ("Pelvis",),
        # The collar bones hang from the neck, which does not turn with the thorax.
        "chest": ("Spine4", "Spine3", "Spine2", "Spine1"),
        "neck": ("Neck",),
        "head": ("Head",),
        "head_top": ("HeadNub",),
    }
    | both_sides(
        {
            "clavicle": ("{S} Clavicle",),
            "shoulder": ("{S} UpperArm",),
            "elbow": ("{S} Forearm",),
            "wrist": ("{S} Hand",),
            "knuckle": ("{S} Finger2",),
            "hip": ("{S} Thigh",),
            "knee": ("{S} Calf",),
            "ankle": ("{S} Foot",),
            "toe": ("{S} Toe0",),
            "toe_tip": ("{S} Toe0Nub",),
        }
    ),
)
