"""The Bandai Namco Research motion dataset.

Without rotations all bones lie along x, and every joint has positions as well as rotations.
"""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

BANDAI_NAMCO = Dialect(
    "Bandai-Namco",
    {"mid_hip": ("Hips",), "neck": ("Neck",), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("Shoulder_{S}",),
            "shoulder": ("UpperArm_{S}",),
            "elbow": ("LowerArm_{S}",),
            "wrist": ("Hand_{S}",),
            "hip": ("UpperLeg_{S}",),
            "knee": ("LowerLeg_{S}",),
            "ankle": ("Foot_{S}",),
            "toe": ("Toes_{S}",),
        }
    ),
)
