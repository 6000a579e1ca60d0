"""Figures of Daz Studio, Poser and Second Life; newer ones part limbs into a bending and a twisting bone."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

DAZ = Dialect(
    "Daz",
    {"mid_hip": ("pelvis", "hip"), "neck": ("neck", "neckLower"), "head": ("head",)}
    | both_sides(
        {
            "clavicle": ("{s}Collar",),
            "shoulder": ("{s}Shldr", "{s}ShldrBend"),
            "elbow": ("{s}ForeArm", "{s}ForearmBend"),
            "wrist": ("{s}Hand",),
            "knuckle": ("{s}Mid1",),
            "hip": ("{s}Thigh", "{s}ThighBend"),
            "knee": ("{s}Shin",),
            "ankle": ("{s}Foot",),
            "toe": ("{s}Toe",),
        }
    ),
)
