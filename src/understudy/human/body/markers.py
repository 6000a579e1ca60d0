"""The reference marker set of the Master Motor Map on a person's skin.

Names and places are those of Terlemez et al. (2014), Fig. 5, as the KIT motion database spells them: 53
markers on the body, and further ones on the hands for grasping (section IV-B), PM on the back of the hand and
one on each fingertip. Fractions say where a marker lands on our shape.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry.hand import palm_direction
from understudy.human.body.flesh import Flesh
from understudy.human.body.landmarks import Place
from understudy.human.body.layout import Layout
from understudy.human.body.lengths import of_side
from understudy.motion.landmarks import SIDES

_MIDLINE = ("C7", "CLAV", "STRN", "T10", "L3")
_PAIRED = (
    *("FHD", "BHD", "SHO", "BAK", "UPA", "AEL", "AOL", "FRA", "WTS", "WPS", "HTS", "HPS", "IFD"),
    *("ASI", "PSI", "HIP", "THI", "KNE", "TIP", "ANK", "HEE", "MT1", "MT5", "TOE"),
)
BODY_MARKERS: tuple[str, ...] = _MIDLINE + tuple(
    f"{side.upper()}{label}" for side in SIDES for label in _PAIRED
)
"""The 53 markers of the body."""

_TIPS = {"TFP": "Thumb", "IFP": "Index", "MFP": "Middle", "RFP": "Ring", "LFP": "Little"}
HAND_MARKERS: tuple[str, ...] = tuple(f"{side.upper()}{label}" for side in SIDES for label in ("PM", *_TIPS))
"""Markers for grasping."""


def marker_places(layout: Layout, lengths: Mapping[str, float], flesh: Flesh) -> dict[str, Place]:
    """Return marker → where it is, the body's first.

    Args:
        layout: The points of the body.
        lengths: Side by side [m].
        flesh: How far the skin is from the bones.
    """
    places = _midline(lengths, flesh)
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        own = of_side(lengths, side)
        parts = _head(own, flesh, sign) | _trunk(own, flesh, sign) | _arm(side, own, flesh, sign)
        parts |= _hand(side, own, layout) | _pelvis(own, flesh, sign) | _leg(side, own, flesh, sign)
        places |= {f"{side.upper()}{label}": place for label, place in parts.items()}
    return {label: places[label] for label in (*BODY_MARKERS, *HAND_MARKERS)}


def _at(body: str, forward: float, left: float, up: float) -> Place:
    return body, np.array([forward, left, up])


def _midline(lengths: Mapping[str, float], flesh: Flesh) -> dict[str, Place]:
    girth, thorax = flesh.trunk, lengths["thorax"]
    return {
        "C7": _at("BT", -0.62 * flesh.head, 0.0, 0.98 * thorax),
        "CLAV": _at("BT", 0.66 * girth, 0.0, 0.84 * thorax),
        "STRN": _at("BT", 0.88 * girth, 0.0, 0.48 * thorax),
        "T10": _at("BT", -0.88 * girth, 0.0, 0.40 * thorax),
        "L3": _at("BP", -0.82 * girth, 0.0, 0.60 * lengths["abdomen"]),
    }


def _head(own: Mapping[str, float], flesh: Flesh, sign: float) -> dict[str, Place]:
    radius, crown = flesh.head, own["head"]
    return {
        "FHD": _at("BUN", 0.90 * radius, sign * 0.45 * radius, crown - 0.80 * radius),
        "BHD": _at("BUN", -1.00 * radius, sign * 0.45 * radius, crown - 0.80 * radius),
    }


def _trunk(own: Mapping[str, float], flesh: Flesh, sign: float) -> dict[str, Place]:
    big = "L" if sign > 0.0 else "R"
    across = own["clavicle_half_width"]
    return {
        "SHO": _at(f"{big}SC", 0.0, sign * 0.8 * own["clavicle"], 1.18 * flesh.arm),
        "BAK": _at("BT", -0.76 * flesh.trunk, sign * 0.45 * across, 0.62 * own["thorax"]),
    }


def _arm(side: str, own: Mapping[str, float], flesh: Flesh, sign: float) -> dict[str, Place]:
    """Return an arm's markers; a hanging arm's outside is its back of the hand, its thumb is in front."""
    upper, fore = f"{side.upper()}S", f"{side.upper()}E"
    length, forearm, radius = own["upper_arm"], own["forearm"], flesh.arm
    # Two markers of a wrist are further apart than its bones are thick.
    wrist = 1.25 * flesh.wrist
    return {
        "UPA": _at(upper, 0.0, sign * 1.10 * radius, -0.50 * length),
        "AEL": _at(upper, 0.0, sign * 0.88 * radius, -length),
        "AOL": _at(upper, -0.80 * radius, -sign * 0.35 * radius, -length),
        "FRA": _at(fore, 0.0, sign * 0.90 * radius, -0.42 * forearm),
        "WTS": _at(fore, wrist, 0.0, -0.97 * forearm),
        "WPS": _at(fore, -wrist, 0.0, -0.97 * forearm),
    }


def _hand(side: str, own: Mapping[str, float], layout: Layout) -> dict[str, Place]:
    wrist, back = f"{side.upper()}W", -palm_direction(side)
    breadth, length = own["hand_breadth"], own["hand"]

    def on_hand(across: float, along: float, above: float) -> Place:
        return wrist, np.array([across * breadth, 0.0, -along * length]) + above * breadth * back

    places = {
        "HTS": on_hand(0.38, 0.42, 0.0),
        "HPS": on_hand(-0.52, 0.35, 0.0),
        "IFD": on_hand(0.251, 0.447, 0.13),
        "PM": on_hand(-0.05, 0.26, 0.17),
    }
    for label, finger in _TIPS.items():
        tip = f"*{finger}_tip_{side}"
        places[label] = layout.carriers[tip], layout.places[tip]
    return places


def _pelvis(own: Mapping[str, float], flesh: Flesh, sign: float) -> dict[str, Place]:
    """Return markers of the pelvis: Bell's shares (1990) of its width, which the hip joints give."""
    width = own["hip_half_width"] / 0.36
    height = 0.30 * width
    return {
        "ASI": _at("root", 0.19 * width, sign * 0.50 * width, height),
        "PSI": _at("root", -0.44 * width, sign * 0.19 * width, height),
        "HIP": _at("root", 0.0, sign * (own["hip_half_width"] + 0.85 * flesh.thigh), 0.0),
    }


def _leg(side: str, own: Mapping[str, float], flesh: Flesh, sign: float) -> dict[str, Place]:
    thigh, shin, foot, forefoot = (side.upper() + point for point in "HKAM")
    height, ankle = own["ankle_height"], flesh.ankle
    width = 1.25 * ankle
    return {
        "THI": _at(thigh, 0.30 * flesh.thigh, sign * 0.98 * flesh.thigh, -0.45 * own["thigh"]),
        "KNE": _at(thigh, 0.0, sign * 0.98 * flesh.knee, -own["thigh"]),
        "TIP": _at(shin, 0.80 * flesh.knee, 0.0, -0.30 * own["shin"]),
        "ANK": _at(shin, 0.0, sign * 1.10 * ankle, -own["shin"]),
        "HEE": _at(foot, -flesh.heel, 0.0, -0.45 * height),
        "MT1": _at(forefoot, 0.85 * own["forefoot"], -sign * 0.85 * width, 0.55 * height),
        "MT5": _at(forefoot, 0.65 * own["forefoot"], sign * 0.95 * width, 0.45 * height),
        "TOE": _at(f"{side.upper()}F", 0.90 * own["toes"], -sign * 0.30 * width, 0.35 * height),
    }
