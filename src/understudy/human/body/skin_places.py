"""Places on the skin that laboratories mark, whatever they call the markers there.

Most are markers of the reference set under an anatomical name; the others lie across a joint from one of
them, or on the foot and the head where a marker lands by its instructions.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.human.body.flesh import Flesh
from understudy.human.body.landmarks import Place
from understudy.human.body.lengths import of_side
from understudy.motion.landmarks import SIDES

_MIDLINE = {"neck_back": "C7", "neck_front": "CLAV", "back": "T10", "sternum": "STRN"}
_SAME = {
    "pelvis_front": "ASI",
    "pelvis_back": "PSI",
    "knee_outer": "KNE",
    "ankle_outer": "ANK",
    "heel": "HEE",
    "ball_inner": "MT1",
    "ball_outer": "MT5",
    "toe_tip": "TOE",
    "shoulder_top": "SHO",
    "elbow_outer": "AEL",
    "wrist_thumb": "WTS",
    "wrist_little": "WPS",
    "hand_back": "IFD",
    "hand_thumb": "HTS",
    "hand_little": "HPS",
    "head_front": "FHD",
    "head_back": "BHD",
}
_ACROSS = {"knee_inner": "KNE", "ankle_inner": "ANK", "elbow_inner": "AEL"}
"""Place → the marker on the other side of the same joint."""

BONY: tuple[str, ...] = (
    *("pelvis_front", "pelvis_back", "sacrum", "knee_outer", "knee_inner", "ankle_outer", "ankle_inner"),
    *("heel", "foot_top", "ball_inner", "ball_outer", "shoulder_top", "elbow_outer", "elbow_inner"),
    *("wrist_thumb", "wrist_little", "wrist", "neck_back"),
)
"""Places that fingers feel through the skin, so that markers are put there within a centimetre."""


def skin_places(markers: Mapping[str, Place], lengths: Mapping[str, float], flesh: Flesh) -> dict[str, Place]:
    """Return place, with ``_l`` or ``_r`` where there are two → where it is on a person.

    Args:
        markers: The reference markers.
        lengths: Side by side [m].
        flesh: How far the skin is from the bones.
    """
    places = {place: markers[label] for place, label in _MIDLINE.items()}
    places["sacrum"] = _between(markers["LPSI"], markers["RPSI"])
    crown, radius = lengths["head"], flesh.head
    places |= {
        "head_top": ("BUN", np.array([0.0, 0.0, crown])),
        "forehead": ("BUN", np.array([radius, 0.0, crown - 0.8 * radius])),
        "head_rear": ("BUN", np.array([-1.1 * radius, 0.0, crown - 0.8 * radius])),
    }
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        big = side.upper()
        places |= {f"{place}_{side}": markers[big + label] for place, label in _SAME.items()}
        for place, label in _ACROSS.items():
            body, point = markers[big + label]
            places[f"{place}_{side}"] = body, point * np.array([1.0, -1.0, 1.0])
        places[f"wrist_{side}"] = _between(markers[f"{big}WTS"], markers[f"{big}WPS"])
        own = of_side(lengths, side)
        top = np.array([0.90 * own["forefoot"], -sign * 0.10 * flesh.ankle, 0.60 * own["ankle_height"]])
        places[f"foot_top_{side}"] = f"{big}M", top
        body, point = markers[f"{big}SHO"]
        for place, forward in (("shoulder_front", 1.0), ("shoulder_back", -1.0)):
            aside = np.array([forward * 1.1 * flesh.arm, sign * own["clavicle"] - point[1], -1.1 * flesh.arm])
            places[f"{place}_{side}"] = body, point + aside
    return places


def _between(first: Place, second: Place) -> Place:
    return first[0], 0.5 * (first[1] + second[1])
