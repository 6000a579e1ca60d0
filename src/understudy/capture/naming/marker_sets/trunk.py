"""Trunk, neck and head from their markers."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.markers import (
    Markers,
    Track,
    first_seen,
    median_length,
    median_vector,
    square_to,
)
from understudy.capture.naming.marker_sets.pelvis import Pelvis
from understudy.motion.head import head_places
from understudy.spatial import rotations as rot

SPINE_SHARE = 0.35
"""How far the lower spine is above the hips, as a share of the pelvis's width."""


def trunk_up(markers: Markers, hips: np.ndarray) -> np.ndarray:
    """Return unit vectors (T, 3) up the thorax, or from hips (T, 3) up the trunk where it lacks markers."""
    thorax = markers.middle("neck_back", "neck_front").points - markers.middle("back", "sternum").points
    trunk = markers.middle("shoulder_top_l", "shoulder_top_r").points - hips
    return rot.normalise(first_seen(Track(thorax), Track(trunk)).points)


def chest_and_neck(markers: Markers) -> dict[str, Track]:
    """Return chest and neck between markers in front and behind; the acromia are level with the neck."""
    tops = markers.middle("shoulder_top_l", "shoulder_top_r")
    return {
        "chest": markers.middle("back", "sternum"),
        "neck": first_seen(markers.middle("neck_back", "neck_front"), tops),
    }


def lower_spine(pelvis: Pelvis, hips: np.ndarray, shoulders: np.ndarray) -> Track:
    """Return a point of the pelvis over the hips, so that both tell how the pelvis is tilted.

    Corners of the pelvis are not level in standing people, by 10° in most and by 30° in some. The direction
    from hips to shoulders, fixed to the pelvis as it is on the median, is up by which the tilt is measured.

    Args:
        pelvis: The pelvis.
        hips: (T, 3) between the hip joints.
        shoulders: (T, 3) between the shoulders.
    """
    trunk = rot.normalise(shoulders - hips)
    up = median_vector(np.sum(pelvis.axes * trunk[:, None], axis=2))
    return Track(hips + SPINE_SHARE * pelvis.width * rot.normalise(up) @ pelvis.axes)


def head_landmarks(markers: Markers) -> dict[str, Track]:
    """Return landmarks of the head by four markers around it or by three in its middle plane."""
    front = first_seen(markers.middle("head_front_l", "head_front_r"), markers["forehead"]).points
    rear = first_seen(markers.middle("head_back_l", "head_back_r"), markers["head_rear"]).points
    pairs = [markers.points(f"{name}_l", f"{name}_r") for name in ("head_front", "head_back")]
    ways = [way for left, right in pairs if np.isfinite(way := left - right).any()]
    left = np.sum(ways, axis=0) if ways else np.cross(markers["head_top"].points - rear, front - rear)
    forward = rot.normalise(front - rear)
    left = rot.normalise(square_to(left, forward))
    axes = np.stack(np.broadcast_arrays(forward, left, np.cross(forward, left)), axis=1)
    middle, length = 0.5 * (front + rear), median_length(front - rear)
    computed = {name: Track(middle + length * place @ axes) for name, place in head_places().items()}
    return computed | {"head_top": first_seen(markers["head_top"], computed["head_top"])}
