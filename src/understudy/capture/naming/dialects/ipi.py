"""iPi Motion Capture's actor."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

IPI = Dialect(
    "iPi",
    {"mid_hip": ("Hip",), "chest": ("Chest",), "neck": ("Neck",), "head": ("Head",)}
    | both_sides(
        {
            "clavicle": ("{S}Clavicle",),
            "shoulder": ("{S}Shoulder",),
            "elbow": ("{S}Forearm",),
            "wrist": ("{S}Hand",),
            "hip": ("{S}Thigh",),
            "knee": ("{S}Shin",),
            "ankle": ("{S}Foot",),
            "toe": ("{S}Toe", "{S}Toes"),
        }
    ),
)
