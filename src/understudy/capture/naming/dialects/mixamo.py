"""Mixamo's names: HumanIK's in a namespace, with joints at the tips of head and toes."""

from __future__ import annotations

from understudy.capture.naming.dialects.dialect import Dialect, both_sides
from understudy.capture.naming.dialects.motion_builder import HUMAN_IK

MIXAMO = Dialect(
    "Mixamo",
    HUMAN_IK | {"head_top": ("HeadTop_End",)} | both_sides({"toe_tip": ("{side}Toe_End",)}),
    mark="mixamorig",
)
