"""What has to be known of a skeleton to state a motion in its joint coordinates.

All vectors are in the skeleton's own axes: x forward, y up, z to the right, as in OpenSim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

Turns = tuple[tuple[str, tuple[float, float, float]], ...]
"""Coordinates of a joint, each with the unit axis that it turns about, in order; axes move along."""

TO_SKELETON = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Takes a vector from our axes (x forward, y left, z up) to the skeleton's."""


@dataclass(frozen=True, eq=False)
class ClinicalSkeleton:
    """Joints whose coordinates describe a pose.

    Attributes:
        turns: Joint → its turns: ``pelvis``, ``lumbar``, and with ``_l`` and ``_r`` ``hip``, ``knee``,
            ``ankle``, ``subtalar``, ``toes``, ``shoulder``, ``elbow``, ``forearm``, ``wrist``.
        upper_arm: (3,) from the right shoulder to the elbow when all coordinates are zero; any length.
        forearm: Two vectors (3,) whose sum runs from the right elbow to the wrist then: the first moves with
            the elbow, the second with the forearm's own turn as well.
        pelvis_from_hips: (3,) from the middle of the hips to the pelvis's origin, as a share of body height.
    """

    turns: Mapping[str, Turns]
    upper_arm: np.ndarray
    forearm: tuple[np.ndarray, np.ndarray]
    pelvis_from_hips: np.ndarray


def on_side(vector: np.ndarray, side: str) -> np.ndarray:
    """Return a vector (3,) of the right side as ``l`` or ``r`` has it."""
    return vector * np.array([1.0, 1.0, -1.0 if side == "l" else 1.0])
