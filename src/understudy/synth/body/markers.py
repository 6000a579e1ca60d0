"""Markers on the skin where laboratories put them: Vicon's Plug-in Gait for the full body.

Places on the pelvis follow from its hip joints by Bell's shares of its width (1990). Widths of joints are
those of the flesh around them with half a marker; the other places are where a marker lands on a body
of these sizes by the set's instructions.
"""

from __future__ import annotations

from understudy.anthropometry.sizes import Sizes
from understudy.synth.body.points import Place
from understudy.synth.body.skeleton import SIDES, Body

_HEAD_AND_TRUNK = ("LFHD", "RFHD", "LBHD", "RBHD", "C7", "T10", "CLAV", "STRN", "RBAK")
_ARM = ("SHO", "UPA", "ELB", "FRM", "WRA", "WRB", "FIN")
_PELVIS = ("LASI", "RASI", "LPSI", "RPSI")
_LEG = ("THI", "KNE", "TIB", "ANK", "HEE", "TOE")
PLUG_IN_GAIT: tuple[str, ...] = (
    *_HEAD_AND_TRUNK,
    *(side + label for side in "LR" for label in _ARM),
    *_PELVIS,
    *(side + label for side in "LR" for label in _LEG),
)
"""The 39 labels in their usual order."""


def plug_in_gait(body: Body) -> dict[str, Place]:
    """Return label → where on the body it sits."""
    sizes = body.sizes
    places = _trunk(sizes)
    for side, prefix, sign in SIDES:
        parts = (
            _pelvis(sizes, sign)
            | _leg(sizes, prefix, sign)
            | _arm(sizes, prefix, sign)
            | _head(sizes, sign)
            | {"SHO": _acromion(sizes, prefix, sign)}
        )
        places |= {f"{side.upper()}{label}": place for label, place in parts.items()}
    return {label: places[label] for label in PLUG_IN_GAIT}


def _trunk(sizes: Sizes) -> dict[str, Place]:
    depth, third = sizes.trunk_radius, sizes.thorax / 3.0
    return {
        "C7": ("Spine1", (-0.70 * depth, 0.0, third)),
        "CLAV": ("Spine1", (0.70 * depth, 0.0, 0.55 * third)),
        "T10": ("Spine1", (-1.0 * depth, 0.0, -0.30 * third)),
        "STRN": ("Spine1", (1.0 * depth, 0.0, -0.35 * third)),
        "RBAK": ("Spine1", (-0.95 * depth, -0.30 * sizes.shoulder_width, 0.15 * third)),
    }


def _pelvis(sizes: Sizes, sign: float) -> dict[str, Place]:
    width = 0.5 * sizes.hip_width / 0.36
    height = 0.30 * width - sizes.hip_drop
    return {
        "ASI": ("Hips", (0.19 * width, sign * 0.5 * width, height)),
        "PSI": ("Hips", (-0.44 * width, sign * 0.19 * width, height)),
    }


def _leg(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    knee = 0.5 * (sizes.thigh_radius + sizes.ankle_radius)
    return {
        "THI": (f"{prefix}UpLeg", (0.0, sign * 1.1 * sizes.thigh_radius, -0.55 * sizes.thigh)),
        "KNE": (f"{prefix}Leg", (0.0, sign * knee, 0.0)),
        "TIB": (f"{prefix}Leg", (0.0, sign * 0.9 * knee, -0.45 * sizes.shin)),
        "ANK": (f"{prefix}Foot", (0.0, sign * 1.1 * sizes.ankle_radius, 0.0)),
        "HEE": (f"{prefix}Foot", (-sizes.heel_back, 0.0, -0.60 * sizes.ankle_height)),
        "TOE": (f"{prefix}Foot", (sizes.ball_forward, 0.0, -0.60 * sizes.ankle_height)),
    }


def _acromion(sizes: Sizes, prefix: str, sign: float) -> Place:
    """Return the top of the shoulder, which moves with the collar bone and not with the arm."""
    collar = 0.4 * sizes.shoulder_width
    return f"{prefix}Shoulder", (0.0, sign * collar, 0.17 * sizes.shoulder_width)


def _arm(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    """Return an arm's markers; its outer side looks up in the T-pose, its thumb forward."""
    thickness, wrist = sizes.arm_radius, 0.75 * sizes.arm_radius
    return {
        "UPA": (f"{prefix}Arm", (0.0, sign * 0.45 * sizes.upper_arm, 1.1 * thickness)),
        "ELB": (f"{prefix}Arm", (0.0, sign * sizes.upper_arm, thickness)),
        "FRM": (f"{prefix}ForeArm", (0.0, sign * 0.5 * sizes.forearm, 0.8 * thickness)),
        "WRA": (f"{prefix}ForeArm", (wrist, sign * sizes.forearm, 0.0)),
        "WRB": (f"{prefix}ForeArm", (-wrist, sign * sizes.forearm, 0.0)),
        "FIN": (f"{prefix}Hand", (0.0, sign * 0.95 * sizes.palm, 0.4 * thickness)),
    }


def _head(sizes: Sizes, sign: float) -> dict[str, Place]:
    radius = sizes.head_radius
    height = sizes.head - 0.8 * radius
    return {
        "FHD": ("Head", (1.0 * radius, sign * 0.6 * radius, height)),
        "BHD": ("Head", (-1.0 * radius, sign * 0.6 * radius, height)),
    }
