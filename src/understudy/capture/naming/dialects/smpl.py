"""The joints of the SMPL body models, as programs write them to BVH: ``L_Hip`` or ``left_hip``."""

from __future__ import annotations

from understudy.capture.naming.dialects.biovision import CENTRES
from understudy.capture.naming.dialects.dialect import Dialect, both_sides

SMPL = Dialect(
    "SMPL",
    CENTRES
    | {"mid_hip": ("Pelvis",), "spine": ("Spine2",), "chest": ("Spine3",)}
    | both_sides({"toe": ("{side}Foot", "{S}Foot"), "knuckle": ("{side}Middle1", "{S}Hand")}),
    mark="spine_?3$",
)
