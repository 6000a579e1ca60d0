"""The pelvis by the markers on its corners, and the hip joints inside of it.

The regressions are taken between the centres of markers on the skin, as the published ones are:

- Harrington ME, Zavatsky AB, Lawson SEM, Yuan Z, Theologis TN (2007): Prediction of the hip joint centre in
  adults, children, and patients with cerebral palsy based on magnetic resonance imaging. J Biomech 40.
- Bell AL, Pedersen DR, Brand RA (1990): A comparison of the accuracy of several hip center location
  prediction methods. J Biomech 23. It has no constants in millimetres, so it needs no unit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.naming.marker_sets.robust import median_length, square_to
from understudy.capture.naming.marker_sets.tracks import Places
from understudy.spatial import rotations as rot

BELL = np.array([-0.19, 0.36, -0.30])
"""Hip joint in shares of the pelvis's width: forward, outward, up from between its front corners."""

HARRINGTON_DEPTH = np.array([-0.24, 0.0, 0.0])
HARRINGTON_WIDTH = np.array([0.0, 0.33, -0.30])
HARRINGTON_METRES = np.array([-0.0099, 0.0073, -0.0109])
"""The same as shares of depth and of width, and what is added [m]."""

LEAST_WIDTH = 0.15
"""Harrington's youngest subjects were five; the constants would be too long for a narrower pelvis [m]."""


@dataclass(frozen=True, eq=False)
class Pelvis:
    """The pelvis in every frame.

    Attributes:
        origin: (T, 3) between the front corners.
        axes: (T, 3, 3) whose rows point forward, left and up.
        width: Between the front corners, in the file's unit.
        depth: From between the front corners to between the rear ones.
    """

    origin: np.ndarray
    axes: np.ndarray
    width: float
    depth: float

    def at(self, place: np.ndarray) -> np.ndarray:
        """Return (T, 3) where a place (3,), given forward, left and up from the origin, is in the world."""
        return self.origin + place @ self.axes


def find_pelvis(places: Places) -> Pelvis | None:
    """Return the pelvis, None where its corners are not marked or never seen together."""
    corners = places.pair("pelvis_front")
    back = places.middle("pelvis_back_l", "pelvis_back_r") or places.first("sacrum")
    if corners is None or back is None:
        return None
    (front_l, front_r), rear = corners, back.points
    origin = 0.5 * (front_l + front_r)
    width, depth = median_length(front_l - front_r), median_length(origin - rear)
    if width is None or depth is None:
        return None
    left = rot.normalise(front_l - front_r)
    forward = rot.normalise(square_to(origin - rear, left))
    return Pelvis(origin, np.stack([forward, left, np.cross(forward, left)], axis=1), width, depth)


def hip_centres(pelvis: Pelvis, unit: float | None) -> tuple[np.ndarray, np.ndarray, str]:
    """Return the left and the right hip joint (T, 3), and by whose regression.

    Args:
        pelvis: The pelvis.
        unit: Metres per unit of the file, or None where that is not known.
    """
    if unit is None or pelvis.width * unit < LEAST_WIDTH:
        place, author = BELL * pelvis.width, "Bell (1990)"
    else:
        place = HARRINGTON_DEPTH * pelvis.depth + HARRINGTON_WIDTH * pelvis.width + HARRINGTON_METRES / unit
        author = "Harrington (2007)"
    return pelvis.at(place), pelvis.at(place * np.array([1.0, -1.0, 1.0])), author
