"""The joints of the BVH conversions of the CMU motion capture database."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

CMU = Dialect(
    "CMU",
    {
        "mid_hip": ("Hips",),
        "spine": ("Spine",),
        # The thorax turns about Spine1; Neck lies in the same place, 5 cm below the shoulders, and only
        # Neck1 is where a neck begins.
        "chest": ("Spine1",),
        "neck": ("Neck1", "Neck"),
        "head": ("Head",),
        "head_top": ("Head_end",),
    }
    | both_sides(
        {
            "clavicle": ("{side}Shoulder",),
            "shoulder": ("{side}Arm",),
            "elbow": ("{side}ForeArm",),
            "wrist": ("{side}Hand",),
            # FingerBase lies in the wrist; the fingers' first joint is the knuckle.
            "knuckle": ("{side}HandIndex1",),
            "fingertip": ("{side}HandIndex1_end",),
            "thumb_tip": ("{S}Thumb_end", "{side}HandThumb_end"),
            "hip": ("{side}UpLeg",),
            "knee": ("{side}Leg",),
            "ankle": ("{side}Foot",),
            "toe": ("{side}ToeBase",),
            "toe_tip": ("{side}ToeBase_end",),
        }
    ),
    mark="lowerback",
)
