"""Infants: told by their proportions, and where up is when one lies under a camera.

An infant lies, so up is not along its body. Keypoints of infants come from a camera that looks down at them,
with z along its optical axis. The rule: a body with an infant's proportions whose chest faces along z,
towards the camera or away from it, lies on its back under the camera, and the side that it faces is up.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.placing.posture import Landmarks, middle, trunk
from understudy.capture.placing.stature import crown_length, leg_length
from understudy.spatial import rotations as rot

MAX_LEG_PER_TRUNK = 1.4
"""Legs are 1.0 trunks long at four months (Fiala 2023, Table 3.3) and 1.7 in adults (Winter)."""

MAX_LEG_PER_CROWN = 0.92
"""Leg over crown-to-hip length: 0.82 at four months (Fiala 2023, Table 3.3), 1.04 in adults (Winter)."""

TYPICAL_HEIGHT = 0.62
"""Height of an infant [m] at four months, where nothing else tells."""

_FRONTAL = np.deg2rad(45.0)
_CONCENTRATED = 0.5
_CORNERS = ("hip_l", "hip_r", "shoulder_l", "shoulder_r")


def is_infant(body: Landmarks) -> bool:
    """Tell whether the legs of landmarks (3,) of a straight body are as short as an infant's.

    They are compared with trunk, neck and head together where the top of the head is known, as estimators
    put the shoulders of infants at all heights, and with the trunk otherwise.
    """
    crown = crown_length(body)
    if crown is not None:
        return leg_length(body) < MAX_LEG_PER_CROWN * crown
    return leg_length(body) < MAX_LEG_PER_TRUNK * float(np.linalg.norm(trunk(body)))


def up_above_infant(tracks: Landmarks) -> str | None:
    """Return ``"z"`` or ``"-z"``, to which the chest faces, or None where it faces neither.

    Args:
        tracks: Canonical landmark → (T, 3) in the file's axes, NaN where unknown.
    """
    if any(name not in tracks for name in _CORNERS):
        return None
    leftwards = (tracks["hip_l"] - tracks["hip_r"]) + (tracks["shoulder_l"] - tracks["shoulder_r"])
    chest = np.cross(leftwards, middle(tracks, "shoulder") - middle(tracks, "hip"))
    chest = chest[np.isfinite(chest).all(axis=1)]
    if len(chest) == 0:
        return None
    mean = rot.normalise(chest).mean(axis=0)
    is_frontal = np.arctan2(np.hypot(mean[0], mean[1]), abs(mean[2])) <= _FRONTAL
    if np.linalg.norm(mean) < _CONCENTRATED or not is_frontal:
        return None
    return "z" if mean[2] > 0.0 else "-z"
