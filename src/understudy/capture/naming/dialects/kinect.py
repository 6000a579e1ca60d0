"""Joints of the Kinect sensors, in BVH files made from them."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

KINECT = Dialect(
    "Kinect",
    {"mid_hip": ("SpineBase", "HipCenter"), "neck": ("Neck", "ShoulderCenter"), "head": ("Head",)}
    | both_sides(
        {
            "shoulder": ("Shoulder{side}",),
            "elbow": ("Elbow{side}",),
            "wrist": ("Wrist{side}",),
            "knuckle": ("Hand{side}",),
            "hip": ("Hip{side}",),
            "knee": ("Knee{side}",),
            "ankle": ("Ankle{side}",),
            "toe": ("Foot{side}",),
        }
    ),
)
