"""A T-pose that a conversion put in front of a capture, told from a person who starts in one.

Conversions of the CMU database begin with a T-pose that nobody performed: frame 0 stands with stretched
arms, and the body is elsewhere in frame 1. A person who really starts in a T-pose moves out of it in steps no
larger than the later ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.point_body import body_size
from understudy.capture.placing.posture import AXES, REQUIRED, Landmarks, is_t_pose, middle, standing_axis

MIN_JUMP_RATIO = 2.5
"""How many times larger than later steps the first one is; 12 to 33 in the CMU conversions at 120 Hz,
and 3 in a run that was thinned out to 30 Hz."""

MIN_JUMP_PER_LEG = 0.1
"""Smaller first steps may be a tremble, however still the person stands later on."""

_LATER_PERCENTILE = 99.0
"""A tracking error in one frame of a hundred must not hide the added pose."""


@dataclass(frozen=True)
class AddedPose:
    """Evidence that frame 0 was added.

    Attributes:
        up: The file's axis along which it stands.
        jump: Largest way of a limb's joint from frame 0 to frame 1, seen from the pelvis [file's unit].
        later: The same between later frames, all but the largest hundredth.
    """

    up: str
    jump: float
    later: float


def find_added_pose(motion: Landmarks) -> AddedPose | None:
    """Return the evidence that frame 0 of landmarks (T, 3) was added, or None where it belongs there."""
    first = {name: points[0] for name, points in motion.items()}
    up = standing_axis(first)
    frame_count = len(next(iter(motion.values())))
    if frame_count < 3 or up is None or not is_t_pose(first, AXES[up]):
        return None
    pelvis = middle(motion, "hip")
    steps = [np.linalg.norm(np.diff(motion[name] - pelvis, axis=0), axis=1) for name in REQUIRED]
    largest = np.max(steps, axis=0)
    jump, later = float(largest[0]), float(np.percentile(largest[1:], _LATER_PERCENTILE))
    size = body_size(first)
    if size is None or jump < MIN_JUMP_RATIO * later or jump < MIN_JUMP_PER_LEG * size.leg:
        return None
    return AddedPose(up, jump, later)
