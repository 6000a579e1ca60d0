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

from understudy.capture.naming.marker_sets.markers import Markers, Track, first_seen, median_length, square_to
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
    """The pelvis in every frame, NaN where its corners are not marked or not seen together.

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


def find_pelvis(markers: Markers) -> Pelvis:
    """Return the pelvis."""
    front_l, front_r = markers.points("pelvis_front_l", "pelvis_front_r")
    rear = first_seen(markers.middle("pelvis_back_l", "pelvis_back_r"), markers["sacrum"]).points
    origin = 0.5 * (front_l + front_r)
    left = rot.normalise(front_l - front_r)
    forward = rot.normalise(square_to(origin - rear, left))
    axes = np.stack(np.broadcast_arrays(forward, left, np.cross(forward, left)), axis=1)
    return Pelvis(origin, axes, median_length(front_l - front_r), median_length(origin - rear))


def hip_centres(pelvis: Pelvis, unit: float | None) -> tuple[dict[str, Track], str]:
    """Return both hip joints, and by whose regression.

    Args:
        pelvis: The pelvis.
        unit: Metres per unit of the file, or None where that is not known.
    """
    if unit is None or pelvis.width * unit < LEAST_WIDTH:
        place, author = BELL * pelvis.width, "Bell (1990)"
    else:
        place = HARRINGTON_DEPTH * pelvis.depth + HARRINGTON_WIDTH * pelvis.width + HARRINGTON_METRES / unit
        author = "Harrington (2007)"
    hips = {
        side: pelvis.origin + place * (1.0, sign, 1.0) @ pelvis.axes for side, sign in (("l", 1), ("r", -1))
    }
    return {f"hip_{side}": Track(points) for side, points in hips.items()}, author
