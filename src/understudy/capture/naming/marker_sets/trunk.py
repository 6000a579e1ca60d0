"""Pelvis, hip joints, trunk, neck and head from their markers.

Hip joints are computed between the centres of markers on the skin, as the published regressions do:

- Harrington ME, Zavatsky AB, Lawson SEM, Yuan Z, Theologis TN (2007): Prediction of the hip joint centre in
  adults, children, and patients with cerebral palsy based on magnetic resonance imaging. J Biomech 40.
- Bell AL, Pedersen DR, Brand RA (1990): A comparison of the accuracy of several hip center location
  prediction methods. J Biomech 23. It has no constants in millimetres, so it needs no unit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.naming.marker_sets.markers import (
    Markers,
    Track,
    first_seen,
    median_length,
    median_vector,
    square_to,
)
from understudy.motion.head import head_places
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

BELL = np.array([-0.19, 0.36, -0.30])
"""Hip joint in shares of the pelvis's width: forward, outward, up from between its front corners."""

HARRINGTON_DEPTH = np.array([-0.24, 0.0, 0.0])
HARRINGTON_WIDTH = np.array([0.0, 0.33, -0.30])
HARRINGTON_METRES = np.array([-0.0099, 0.0073, -0.0109])
"""The same as shares of depth and of width, and what is added [m]."""

LEAST_WIDTH = 0.15
"""Harrington's youngest subjects were five; the constants would be too long for a narrower pelvis [m]."""

SPINE_SHARE = 0.35
"""How far the lower spine is above the hips, as a share of the pelvis's width."""


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
    axes = np.stack(np.broadcast_arrays(forward, left, cross(forward, left)), axis=1)
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
    left = np.sum(ways, axis=0) if ways else cross(markers["head_top"].points - rear, front - rear)
    forward = rot.normalise(front - rear)
    left = rot.normalise(square_to(left, forward))
    axes = np.stack(np.broadcast_arrays(forward, left, cross(forward, left)), axis=1)
    middle, length = 0.5 * (front + rear), median_length(front - rear)
    computed = {name: Track(middle + length * place @ axes) for name, place in head_places().items()}
    return computed | {"head_top": first_seen(markers["head_top"], computed["head_top"])}
