"""What a pose looks like from its landmarks alone: does it stand, does it stretch its arms out?

A pose is a mapping from canonical landmarks to points ``(..., 3)`` in any unit. Every reader asks the
same questions of it, to find out which way is up, how long a unit is, and what to compare frames with.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

Landmarks = Mapping[str, np.ndarray]

MAX_TRUNK_LEAN = np.deg2rad(30.0)
MAX_LEG_SPREAD = np.deg2rad(35.0)
"""Rest poses of skeletons stand straddle-legged: those of the CMU conversions spread each leg by 20°."""

MAX_ARM_DROOP = np.deg2rad(30.0)
"""How far the arms of a T-pose may be from horizontal and from pointing sideways."""


_SAME_PLACE = 3e-4
"""Sides nearer to each other than this share of the body coincide."""


def middle(pose: Landmarks, name: str) -> np.ndarray:
    """Return the mean of a landmark of the left and of the right side, ``(..., 3)``."""
    return 0.5 * (pose[f"{name}_l"] + pose[f"{name}_r"])


def trunk(pose: Landmarks) -> np.ndarray:
    """Return the vector from mid-hips to mid-shoulders, ``(..., 3)``."""
    return middle(pose, "shoulder") - middle(pose, "hip")


def trunk_of(tracks: Landmarks) -> np.ndarray | None:
    """Return the same where it is not sure that hips and shoulders are known, None where they are not."""
    corners = ("hip_l", "hip_r", "shoulder_l", "shoulder_r")
    return trunk(tracks) if all(corner in tracks for corner in corners) else None


def stands(pose: Landmarks, up: np.ndarray) -> bool:
    """Tell whether one pose is that of a standing person, if ``up`` (3,) is up."""
    if not np.linalg.norm(trunk(pose)) > 0.0 or rot.angle_between(trunk(pose), up) > MAX_TRUNK_LEAN:
        return False
    for upper, lower in (("hip", "knee"), ("knee", "ankle")):
        for side in SIDES:
            segment = pose[f"{lower}_{side}"] - pose[f"{upper}_{side}"]
            if not np.linalg.norm(segment) > 0.0 or rot.angle_between(segment, -up) > MAX_LEG_SPREAD:
                return False
    return True


def is_t_pose(pose: Landmarks, up: np.ndarray) -> bool:
    """Tell whether one pose stands and stretches both arms straight out to the sides."""
    if not stands(pose, up):
        return False
    leftwards = pose["shoulder_l"] - pose["shoulder_r"]
    for upper, lower in (("shoulder", "elbow"), ("elbow", "wrist")):
        for side, outwards in (("l", leftwards), ("r", -leftwards)):
            segment = pose[f"{lower}_{side}"] - pose[f"{upper}_{side}"]
            if rot.angle_between(segment, outwards) > MAX_ARM_DROOP:
                return False
    return True


def facing(pose: Landmarks, up: np.ndarray) -> np.ndarray | None:
    """Return the horizontal unit vector (3,) that one pose faces, or None where its sides coincide."""
    lines = [
        pose[f"{name}_l"] - pose[f"{name}_r"]
        for name in ("hip", "shoulder")
        if f"{name}_l" in pose and f"{name}_r" in pose
    ]
    forward = np.cross(np.sum(lines, axis=0), up) if lines else np.zeros(3)
    length = float(np.linalg.norm(forward))
    return forward / length if length > _SAME_PLACE * _reach(pose) else None


def _reach(pose: Landmarks) -> float:
    """Return how large a pose is."""
    points = np.stack(list(pose.values()))
    return float(np.linalg.norm(np.ptp(points, axis=0)))
