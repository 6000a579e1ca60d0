"""Blender's Rigify and its human meta-rig; bones of one limb that are parted go on with ``.001``."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides

RIGIFY = Dialect(
    "Blender Rigify",
    {
        "mid_hip": ("spine", "hips"),
        "neck": ("neck", "spine.004"),
        "head": ("head", "spine.006"),
    }
    | both_sides(
        {
            "clavicle": ("shoulder.{S}", "clavicle.{S}"),
            "shoulder": ("upper_arm.{S}",),
            "elbow": ("forearm.{S}",),
            "wrist": ("hand.{S}",),
            "knuckle": ("f_middle.01.{S}", "f_index.01.{S}"),
            "hip": ("thigh.{S}",),
            "knee": ("shin.{S}",),
            "ankle": ("foot.{S}",),
            "toe": ("toe.{S}",),
        }
    ),
)
