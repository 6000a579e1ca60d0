"""The mannequin of the Unreal Engine."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

UNREAL = Dialect(
    "Unreal",
    {"mid_hip": ("pelvis",), "neck": ("neck_01",), "head": ("head",)}
    | both_sides(
        {
            "clavicle": ("clavicle_{s}",),
            "shoulder": ("upperarm_{s}",),
            "elbow": ("lowerarm_{s}",),
            "wrist": ("hand_{s}",),
            "knuckle": ("middle_01_{s}",),
            "hip": ("thigh_{s}",),
            "knee": ("calf_{s}",),
            "ankle": ("foot_{s}",),
            "toe": ("ball_{s}",),
        }
    ),
)
