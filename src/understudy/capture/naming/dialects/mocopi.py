"""Sony's mocopi: a spine of seven torsos and two necks."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

MOCOPI = Dialect(
    "mocopi",
    {"mid_hip": ("root",), "neck": ("neck_1",), "head": ("head",)}
    | both_sides(
        {
            "clavicle": ("{s}_shoulder",),
            "shoulder": ("{s}_up_arm",),
            "elbow": ("{s}_low_arm",),
            "wrist": ("{s}_hand",),
            "hip": ("{s}_up_leg",),
            "knee": ("{s}_low_leg",),
            "ankle": ("{s}_foot",),
            "toe": ("{s}_toes",),
        }
    ),
)
