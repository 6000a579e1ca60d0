"""The bones of Acclaim files (ASF), as converters of the CMU and HDM05 databases keep them."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

ACCLAIM = Dialect(
    "Acclaim",
    {"mid_hip": ("root",), "chest": ("thorax",), "neck": ("lowerneck",), "head": ("head",)}
    | both_sides(
        {
            "clavicle": ("{s}clavicle",),
            "shoulder": ("{s}humerus",),
            "elbow": ("{s}radius",),
            "wrist": ("{s}wrist",),
            "hip": ("{s}femur",),
            "knee": ("{s}tibia",),
            "ankle": ("{s}foot",),
            "toe": ("{s}toes",),
        }
    ),
)
