"""How tall a skeleton is, from the lengths of its segments, whatever pose it is in."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.placing.posture import Landmarks, middle, trunk
from understudy.motion.landmarks import SIDES


def leg_length(pose: Landmarks) -> float:
    """Return thigh and shin from hip to ankle, mean of both sides, in the pose's unit."""
    lengths = [
        np.linalg.norm(pose[f"knee_{side}"] - pose[f"hip_{side}"])
        + np.linalg.norm(pose[f"ankle_{side}"] - pose[f"knee_{side}"])
        for side in SIDES
    ]
    return float(np.mean(lengths))


def crown_length(pose: Landmarks) -> float | None:
    """Return the length from mid-hips over the neck to the top of the head, None where it is not known."""
    if "neck" not in pose or "head_top" not in pose:
        return None
    lower = np.linalg.norm(pose["neck"] - middle(pose, "hip"))
    return float(lower + np.linalg.norm(pose["head_top"] - pose["neck"]))


def stature(pose: Landmarks) -> float:
    """Return the height of the standing person, in the pose's unit.

    It is the sum of legs, trunk with neck and head, and the ankles' height. Without a landmark on top of
    the head it follows from legs and trunk, which make up 0.779 of an adult.
    """
    leg, crown = leg_length(pose), crown_length(pose)
    if crown is None:
        return (leg + float(np.linalg.norm(trunk(pose)))) / (winter.LEG + winter.TRUNK)
    return (leg + crown) / (1.0 - winter.ANKLE_HEIGHT)
