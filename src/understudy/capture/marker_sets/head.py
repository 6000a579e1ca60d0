"""The head by four markers around it, or by three in its middle plane."""

from __future__ import annotations

import numpy as np

from understudy.capture.marker_sets.hinges import OUTWARD
from understudy.capture.marker_sets.robust import median_length, square_to
from understudy.capture.marker_sets.tracks import Places, Track
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

PLACES: dict[str, tuple[float, float, float]] = {
    "head": (-0.05, 0.0, -0.40),
    "head_top": (0.0, 0.0, 0.38),
    "nose": (0.62, 0.0, -0.50),
    "eye": (0.42, 0.17, -0.25),
    "ear": (0.0, 0.40, -0.33),
}
"""Forward, outward and up from the middle of the markers, as shares of the distance from front to rear ones.

Markers around an adult's head stand 18 cm apart from front to rear, above brows and ears, 7 cm below the
top of the head; the head turns on the neck between and somewhat below the ears.
"""


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
    for landmark, place in _places_on_both_sides().items():
        landmarks.setdefault(landmark, Track(middle + length * place @ axes))
    return landmarks


def _places_on_both_sides() -> dict[str, np.ndarray]:
    """Return landmark → (3,) forward, left and up."""
    places = {}
    for name, (forward, outward, up) in PLACES.items():
        if outward == 0.0:
            places[name] = np.array([forward, outward, up])
        else:
            places |= {f"{name}_{side}": np.array([forward, OUTWARD[side] * outward, up]) for side in SIDES}
    return places


def _left(places: Places, front: np.ndarray, rear: np.ndarray) -> np.ndarray | None:
    """Return vectors (T, 3) to the left, by pairs of markers or else by the plane of the middle ones."""
    pairs = [places.pair(name) for name in ("head_front", "head_back")]
    ways = [pair[0] - pair[1] for pair in pairs if pair is not None]
    if ways:
        return np.sum(ways, axis=0)
    top = places.points("head_top")
    return None if top is None else np.cross(top - rear, front - rear)
