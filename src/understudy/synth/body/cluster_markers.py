"""Markers of a running laboratory: bony points on both sides of the joints, and clusters on thighs and shins.

Labels are those of the subject that comes with OpenSim's model of Rajagopal et al. (2016).
"""

from __future__ import annotations

from understudy.anthropometry.sizes import Sizes
from understudy.synth.body.points import Place
from understudy.synth.body.skeleton import SIDES, Body

_LEG = (
    "ASI",
    "PSI",
    "TH1",
    "TH2",
    "TH3",
    "LFC",
    "MFC",
    "TB1",
    "TB2",
    "TB3",
    "LMAL",
    "MMAL",
    "CAL",
    "TOE",
    "MT5",
)
_ARM = ("ACR", "UA1", "UA2", "LEL", "MEL", "FAradius", "FAulna")
CLUSTER_MARKERS: tuple[str, ...] = ("C7", "CLAV") + tuple(
    side + label for side in "LR" for label in (*_LEG, *_ARM)
)
"""All labels."""

ONLY_STATIC: tuple[str, ...] = tuple(side + label for side in "LR" for label in ("MFC", "MMAL", "MEL"))
"""Inner markers, which are taken off before a person runs."""


_MARKED = {
    "pelvis_front": "ASI",
    "pelvis_back": "PSI",
    "knee_outer": "LFC",
    "knee_inner": "MFC",
    "ankle_outer": "LMAL",
    "ankle_inner": "MMAL",
    "heel": "CAL",
    "foot_top": "TOE",
    "ball_outer": "MT5",
    "shoulder_top": "ACR",
    "elbow_outer": "LEL",
    "elbow_inner": "MEL",
    "wrist_thumb": "FAradius",
    "wrist_little": "FAulna",
}
MARKER_PLACES: dict[str, str] = {"neck_back": "C7", "neck_front": "CLAV"} | {
    f"{place}_{side}": side.upper() + label for place, label in _MARKED.items() for side in "lr"
}
"""Place on the skin → the marker there; clusters are at none."""

BONY_MARKERS: frozenset[str] = frozenset(MARKER_PLACES.values())


def cluster_markers(body: Body) -> dict[str, Place]:
    """Return label → where on the body it sits, in the T-pose."""
    sizes = body.sizes
    depth, third = sizes.trunk_radius, sizes.thorax / 3.0
    places: dict[str, Place] = {
        "C7": ("Spine1", (-0.70 * depth, 0.0, third)),
        "CLAV": ("Spine1", (0.70 * depth, 0.0, 0.55 * third)),
    }
    for side, prefix, sign in SIDES:
        parts = _pelvis_and_thigh(sizes, prefix, sign) | _shin_and_foot(sizes, prefix, sign)
        parts |= _arm(sizes, prefix, sign)
        places |= {f"{side.upper()}{label}": place for label, place in parts.items()}
    return {label: places[label] for label in CLUSTER_MARKERS}


def _pelvis_and_thigh(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    width, radius = 0.5 * sizes.hip_width / 0.36, sizes.thigh_radius
    height = 0.30 * width - sizes.hip_drop
    knee, bone = 0.5 * (radius + sizes.ankle_radius), f"{prefix}UpLeg"
    return {
        "ASI": ("Hips", (0.19 * width, sign * 0.5 * width, height)),
        "PSI": ("Hips", (-0.44 * width, sign * 0.19 * width, height)),
        "TH1": (bone, (0.75 * radius, sign * 0.70 * radius, -0.40 * sizes.thigh)),
        "TH2": (bone, (0.10 * radius, sign * 1.05 * radius, -0.52 * sizes.thigh)),
        "TH3": (bone, (0.60 * radius, sign * 0.80 * radius, -0.66 * sizes.thigh)),
        "LFC": (bone, (0.0, sign * knee, -sizes.thigh)),
        "MFC": (bone, (0.0, -sign * knee, -sizes.thigh)),
    }


def _shin_and_foot(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    ankle, bone, foot = sizes.ankle_radius, f"{prefix}Leg", f"{prefix}Foot"
    calf = 0.7 * (sizes.thigh_radius + ankle) * 0.5
    height, ball = sizes.ankle_height, sizes.ball_forward
    return {
        "TB1": (bone, (0.60 * calf, sign * 0.80 * calf, -0.35 * sizes.shin)),
        "TB2": (bone, (0.05 * calf, sign * 1.00 * calf, -0.48 * sizes.shin)),
        "TB3": (bone, (0.55 * calf, sign * 0.75 * calf, -0.62 * sizes.shin)),
        "LMAL": (bone, (0.0, sign * 1.15 * ankle, -sizes.shin)),
        "MMAL": (bone, (0.0, -sign * 1.15 * ankle, -sizes.shin)),
        "CAL": (foot, (-sizes.heel_back, 0.0, -0.50 * height)),
        "TOE": (foot, (0.95 * ball, -sign * 0.02 * ball, -0.45 * height)),
        "MT5": (foot, (0.80 * ball, sign * 0.34 * ball, -0.75 * height)),
    }


def _arm(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    """Return an arm's markers; its outer side looks up in the T-pose, its thumb forward."""
    thick, wrist = sizes.arm_radius, 0.75 * sizes.arm_radius
    return {
        "ACR": (f"{prefix}Shoulder", (0.0, sign * 0.4 * sizes.shoulder_width, 0.17 * sizes.shoulder_width)),
        "UA1": (f"{prefix}Arm", (0.3 * thick, sign * 0.40 * sizes.upper_arm, 1.05 * thick)),
        "UA2": (f"{prefix}Arm", (-0.4 * thick, sign * 0.60 * sizes.upper_arm, 1.00 * thick)),
        "LEL": (f"{prefix}Arm", (0.0, sign * sizes.upper_arm, thick)),
        "MEL": (f"{prefix}Arm", (0.0, sign * sizes.upper_arm, -thick)),
        "FAradius": (f"{prefix}ForeArm", (wrist, sign * sizes.forearm, 0.0)),
        "FAulna": (f"{prefix}ForeArm", (-wrist, sign * sizes.forearm, 0.0)),
    }
