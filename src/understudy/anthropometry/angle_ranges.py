"""Ranges of a person's joints as anatomical angles.

Head, shoulders and elbows are those of young adults that Quiroga et al. (2022) print in Table II, after
Moromizato et al. (2016). All others are those of the Master Motor Map's reference model (Terlemez et al.
2014, Table I, see ``reference_joints``), with joints of one column added up. Signs are those of
:mod:`understudy.anatomy.names`; a shoulder's roll runs from across the chest to out to the side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

Range = tuple[float, float]
"""Least and largest angle [rad]."""

TABLE_II: Mapping[str, Range] = MappingProxyType(
    {
        "head_pitch": (-70.0, 85.0),
        "elbow": (4.3, 142.6),
        "shoulder_pitch": (-66.5, 176.4),
        "shoulder_roll": (0.0, 179.7),
    }
)
"""Quiroga, Table II, as printed [deg]; left and right are alike."""

_TURNED_UP = 90.0
"""A link's roll [deg] is 0 where the arm is out to the side, and its anatomical roll 90."""

_DEGREES: dict[str, Range] = {
    "neck_pitch": (-TABLE_II["head_pitch"][1], -TABLE_II["head_pitch"][0]),
    "neck_roll": (-35.0, 35.0),
    "neck_yaw": (-35.0, 35.0),
    "torso_pitch": (-62.0, 85.0),
    "torso_roll": (-40.0, 40.0),
    "torso_yaw": (-81.0, 81.0),
    "shoulder_pitch": TABLE_II["shoulder_pitch"],
    "shoulder_roll": (_TURNED_UP - TABLE_II["shoulder_roll"][1], _TURNED_UP - TABLE_II["shoulder_roll"][0]),
    "shoulder_yaw": (-60.0, 70.0),
    "shoulder_horizontal": (-60.0, 150.0),
    "shoulder_elevation": TABLE_II["shoulder_roll"],
    "shoulder_rotation": (-60.0, 70.0),
    "elbow": TABLE_II["elbow"],
    "hip_pitch": (-50.0, 95.0),
    "hip_roll": (-20.0, 65.0),
    "hip_yaw": (-45.0, 45.0),
    "knee": (0.0, 130.0),
}


def angle_range(angle: str) -> Range:
    """Return the range [rad] of an anatomical angle, named with its side or without."""
    lower, upper = _DEGREES[angle.removesuffix("_l").removesuffix("_r")]
    return math.radians(lower), math.radians(upper)
