"""Angles of torso and neck, each turned by pitch, then roll, then yaw about axes already turned.

For the torso, Fiala's three projections (3.4.3) are exactly these angles. For the neck (3.4.4) they are
only where the other two angles are zero; here it is read in the same sequence as the torso, which agrees
with the thesis for one angle at a time and stays right for all three together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anatomy.components import LEAST_SINE, TINY, length, length_in_plane, unit
from understudy.anatomy.limbs import Reading

FORWARDS, BACKWARDS = 1.0, -1.0
"""Which way a positive pitch tilts: a torso forwards, a head backwards."""

CLOCKWISE, ANTICLOCKWISE = 1.0, -1.0
"""Which way a positive yaw turns, seen from above: a torso to the right, a head to the left."""


@dataclass(frozen=True)
class TorsoShape:
    """Where the joint of a torso is when the body stands, lengths relative to that from joint to spine's end.

    The defaults are the thesis's: the joint between the hips, the spine straight above it.

    Attributes:
        forward: How far the joint is ahead of the middle of the hips.
        up: How far it is above it.
        lean: How far [rad] the line from the joint to the spine's end leans forwards.
    """

    forward: float = 0.0
    up: float = 0.0
    lean: float = 0.0


def above_joint(spine: np.ndarray, shape: TorsoShape) -> np.ndarray:
    """Return the torso's own up (3, T), which the spine is where the joint lies between the hips.

    From the hips to the spine's end it is a = (forward, 0, up) to the joint and then one unit along the
    torso: λ · spine = a + w, with the λ for which w has unit length. Taking the lean off w gives up.

    Args:
        spine: (3, T) from hips to the spine's end, components in the pelvis's axes.
        shape: Where the joint is.
    """
    if shape == TorsoShape():
        return spine
    along, _ = unit(spine)
    across = shape.forward * along[0] + shape.up * along[2]
    scale = across + np.sqrt(np.maximum(across**2 + 1.0 - shape.forward**2 - shape.up**2, 0.0))
    forward, left, up = scale * along[0] - shape.forward, scale * along[1], scale * along[2] - shape.up
    cosine, sine = np.cos(shape.lean), np.sin(shape.lean)
    return np.stack([cosine * forward - sine * up, left, sine * forward + cosine * up])


def tilt_and_turn(
    up: np.ndarray, left: np.ndarray, tilt: float, turn: float
) -> tuple[Reading, Reading, Reading]:
    """Return pitch, roll (to the right) and yaw of a part of the trunk.

    Args:
        up: (3, T) the part's own up (spine, head), components in the axes of what carries it.
        left: (3, T) a vector of the part in its plane of left and up (shoulders, eyes), likewise.
        tilt: ``FORWARDS`` or ``BACKWARDS``.
        turn: ``CLOCKWISE`` or ``ANTICLOCKWISE``.
    """
    swing = length_in_plane(up[0], up[2])
    size = length(up)
    has_length = size > TINY
    has_pitch = has_length & (swing > LEAST_SINE * size)
    pitch = Reading(np.arctan2(tilt * up[0], up[2]), has_pitch)
    roll = Reading(np.arctan2(-up[1], swing), has_length)
    cosine_pitch, sine_pitch = up[2] / np.maximum(swing, TINY), up[0] / np.maximum(swing, TINY)
    cosine_roll, sine_roll = swing / np.maximum(size, TINY), -up[1] / np.maximum(size, TINY)
    ahead = cosine_pitch * left[0] - sine_pitch * left[2]
    aside = cosine_roll * left[1] + sine_roll * (cosine_pitch * left[2] + sine_pitch * left[0])
    defined = has_pitch & (length_in_plane(ahead, aside) > LEAST_SINE * length(left)) & (length(left) > TINY)
    return pitch, roll, Reading(np.arctan2(turn * ahead, aside), defined)
