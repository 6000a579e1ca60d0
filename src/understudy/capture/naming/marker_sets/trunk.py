"""Trunk and neck from their markers."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.pelvis import Pelvis
from understudy.capture.naming.marker_sets.robust import median_vector
from understudy.capture.naming.marker_sets.tracks import Places, Track
from understudy.spatial import rotations as rot

SPINE_SHARE = 0.35
"""How far the lower spine is above the hips, as a share of the pelvis's width."""


def trunk_up(places: Places, hips: np.ndarray | None) -> np.ndarray | None:
    """Return unit vectors (T, 3) up the thorax, or up the trunk where the thorax lacks markers.

    Args:
        places: The markers.
        hips: (T, 3) between the hip joints, or None.
    """
    upper, lower = places.middle("neck_back", "neck_front"), places.middle("back", "sternum")
    if upper is not None and lower is not None:
        return rot.normalise(upper.points - lower.points)
    tops = places.middle("shoulder_top_l", "shoulder_top_r")
    return None if tops is None or hips is None else rot.normalise(tops.points - hips)


def chest_and_neck(places: Places) -> dict[str, Track]:
    """Return chest and neck between markers in front and behind; the acromia are level with the neck."""
    found = {
        "chest": places.middle("back", "sternum"),
        "neck": places.middle("neck_back", "neck_front") or places.middle("shoulder_top_l", "shoulder_top_r"),
    }
    return {name: track for name, track in found.items() if track is not None}


def lower_spine(pelvis: Pelvis, hips: np.ndarray, shoulders: np.ndarray) -> Track | None:
    """Return a point of the pelvis over the hips, so that both tell how the pelvis is tilted.

    Corners of the pelvis are not level in standing people, by 10° in most and by 30° in some. The direction
    from hips to shoulders, fixed to the pelvis as it is on the median, is up by which the tilt is measured.

    Args:
        pelvis: The pelvis.
        hips: (T, 3) between the hip joints.
        shoulders: (T, 3) between the shoulders.
    """
    trunk = rot.normalise(shoulders - hips)
    up = median_vector(np.einsum("tij,tj->ti", pelvis.axes, trunk))
    if up is None or not np.linalg.norm(up) > 0.0:
        return None
    return Track(hips + SPINE_SHARE * pelvis.width * rot.normalise(up) @ pelvis.axes)
