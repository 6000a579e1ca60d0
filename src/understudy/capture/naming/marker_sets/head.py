"""The head by four markers around it, or by three in its middle plane."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.robust import median_length, square_to
from understudy.capture.naming.marker_sets.tracks import Places, Track
from understudy.motion.head import head_places
from understudy.spatial import rotations as rot


def head_landmarks(places: Places) -> dict[str, Track]:
    """Return landmarks of the head, only its top where its markers do not tell how it is turned."""
    landmarks: dict[str, Track] = {}
    top = places.first("head_top")
    if top is not None:
        landmarks["head_top"] = top
    front = places.middle("head_front_l", "head_front_r") or places.first("forehead")
    rear = places.middle("head_back_l", "head_back_r") or places.first("head_rear")
    if front is None or rear is None:
        return landmarks
    length = median_length(front.points - rear.points)
    left = _left(places, front.points, rear.points)
    if length is None or left is None:
        return landmarks
    forward = rot.normalise(front.points - rear.points)
    left = rot.normalise(square_to(left, forward))
    axes = np.stack([forward, left, np.cross(forward, left)], axis=1)
    middle = 0.5 * (front.points + rear.points)
    for landmark, place in head_places().items():
        landmarks.setdefault(landmark, Track(middle + length * place @ axes))
    return landmarks


def _left(places: Places, front: np.ndarray, rear: np.ndarray) -> np.ndarray | None:
    """Return vectors (T, 3) to the left, by pairs of markers or else by the plane of the middle ones."""
    pairs = [places.pair(name) for name in ("head_front", "head_back")]
    ways = [pair[0] - pair[1] for pair in pairs if pair is not None]
    if ways:
        return np.sum(ways, axis=0)
    top = places.points("head_top")
    return None if top is None else np.cross(top - rear, front - rear)
