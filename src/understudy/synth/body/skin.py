"""Markers at every place of the body that a marker set may name, and at some that none needs.

Places are named as in ``capture/naming/anatomy.toml``, with ``_l`` and ``_r`` for sides. What Plug-in
Gait marks is where that set has it; the inner sides of joints mirror the outer ones.
"""

from __future__ import annotations

from understudy.anthropometry.sizes import Sizes
from understudy.synth.body.markers import plug_in_gait
from understudy.synth.body.points import Place
from understudy.synth.body.skeleton import SIDES, Body

_SIDED = {
    "pelvis_front": "ASI",
    "pelvis_back": "PSI",
    "thigh": "THI",
    "knee_outer": "KNE",
    "shin": "TIB",
    "ankle_outer": "ANK",
    "heel": "HEE",
    "foot_top": "TOE",
    "shoulder_top": "SHO",
    "upper_arm": "UPA",
    "elbow_outer": "ELB",
    "forearm": "FRM",
    "wrist_thumb": "WRA",
    "wrist_little": "WRB",
    "hand_back": "FIN",
    "head_front": "FHD",
    "head_back": "BHD",
}
_MIDDLE = {"neck_back": "C7", "neck_front": "CLAV", "back": "T10", "sternum": "STRN"}


def skin_markers(body: Body) -> dict[str, Place]:
    """Return place → where it is on a body."""
    marked = plug_in_gait(body)
    places = {place: marked[label] for place, label in _MIDDLE.items()} | _middle(body.sizes, marked)
    for side, prefix, sign in SIDES:
        own = {place: marked[side.upper() + label] for place, label in _SIDED.items()}
        own |= _inner(own) | _leg(body.sizes, prefix, sign) | _arm(body.sizes, prefix, sign)
        places |= {f"{place}_{side}": where for place, where in own.items()}
    return places


def _middle(sizes: Sizes, marked: dict[str, Place]) -> dict[str, Place]:
    joint, (behind, _, height) = marked["LPSI"]
    radius, level = sizes.head_radius, marked["LFHD"][1][2]
    trunk, (_, _, neck) = marked["C7"]
    return {
        "sacrum": (joint, (1.05 * behind, 0.0, height)),
        "lower_back": ("LowerBack", (-0.9 * sizes.trunk_radius, 0.0, 0.0)),
        "upper_back": (trunk, (-0.9 * sizes.trunk_radius, 0.0, 0.6 * neck)),
        "head_top": ("Head", (0.0, 0.0, sizes.head)),
        "forehead": ("Head", (1.15 * radius, 0.0, level)),
        "head_rear": ("Head", (-1.15 * radius, 0.0, level)),
    }


def _inner(outer: dict[str, Place]) -> dict[str, Place]:
    """Return the inner sides of joints, across the joint from the outer ones."""
    knee, ankle, elbow = (outer[f"{joint}_outer"] for joint in ("knee", "ankle", "elbow"))
    (x, y, z) = elbow[1]
    return {
        "knee_inner": (knee[0], (knee[1][0], -knee[1][1], knee[1][2])),
        "ankle_inner": (ankle[0], (ankle[1][0], -ankle[1][1], ankle[1][2])),
        # In the T-pose an elbow's outer side looks up.
        "elbow_inner": (elbow[0], (x, y, -z)),
    }


def _leg(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    knee, ball = 0.5 * (sizes.thigh_radius + sizes.ankle_radius), f"{prefix}ToeBase"
    breadth = 0.15 * (sizes.heel_back + sizes.ball_forward + sizes.toes)
    return {
        "ball_inner": (ball, (0.0, -sign * breadth, 0.0)),
        "ball_outer": (ball, (-0.1 * sizes.ball_forward, sign * breadth, 0.0)),
        "toe_tip": (ball, (sizes.toes, 0.0, 0.0)),
        "trochanter": (f"{prefix}UpLeg", (0.0, sign * 1.1 * sizes.thigh_radius, 0.0)),
        "thigh_low": (f"{prefix}UpLeg", (0.9 * sizes.thigh_radius, 0.0, -0.75 * sizes.thigh)),
        "fibula": (f"{prefix}Leg", (0.0, sign * knee, -0.1 * sizes.shin)),
        "shin_low": (f"{prefix}Leg", (0.8 * knee, 0.0, -0.7 * sizes.shin)),
    }


def _arm(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    thickness = sizes.arm_radius
    return {
        "shoulder_front": (f"{prefix}Arm", (1.2 * thickness, 0.0, 0.0)),
        "shoulder_back": (f"{prefix}Arm", (-1.2 * thickness, 0.0, 0.0)),
        "wrist": (f"{prefix}ForeArm", (0.0, sign * sizes.forearm, 0.5 * thickness)),
        "hand_thumb": (f"{prefix}Hand", (0.45 * sizes.palm, sign * sizes.palm, 0.2 * thickness)),
        "hand_little": (f"{prefix}Hand", (-0.45 * sizes.palm, sign * 0.9 * sizes.palm, 0.2 * thickness)),
    }
