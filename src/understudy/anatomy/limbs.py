"""Angles of arms and legs from the components of their segments in the axes of chest or pelvis.

A limb hangs along -up. Pitch turns it about the left axis, roll about the forward axis that pitch has
turned, yaw about the limb itself: R = R_left(-pitch) R_forward(±roll) R_up(∓yaw), upper signs on the left.

Fiala finds yaw by forward kinematics: the limb is laid out with the pitch, roll and bend already found and
no yaw, and yaw is the angle by which the real lower segment is turned from that one about the upper one
(3.20 to 3.33). Here the same is written out. Without yaw, the lower segment of an arm leaves the upper one
along R·forward, that of a leg along -R·forward; R·left is square to both. With the components of the lower
segment along these two, yaw is one arctan2, and cosines of pitch and roll are ratios of components of the
upper segment, so no matrix has to be built. See docs/anatomical-angles.md on where the printed equations
differ from this, and why.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.anatomy.components import LEAST_SINE, TINY, cross, dot, length, length_in_plane

SIGN = {"l": 1.0, "r": -1.0}
"""Which way along the left axis a side's limbs are spread."""

ARM_BENDS, LEG_BENDS = 1.0, -1.0
"""Which way along the forward axis the lower segment bends."""


class Reading(NamedTuple):
    """An angle (T,) [rad] and where (T,) it is defined."""

    values: np.ndarray
    known: np.ndarray


def bend(upper: np.ndarray, lower: np.ndarray) -> Reading:
    """Return elbow or knee, Fiala (3.19), by arctan2 rather than arccos; components (3, T)."""
    return Reading(
        np.arctan2(length(cross(upper, lower)), dot(upper, lower)),
        (dot(upper, upper) > TINY**2) & (dot(lower, lower) > TINY**2),
    )


def pitch_roll_yaw(
    upper: np.ndarray, lower: np.ndarray, side: str, bends: float
) -> tuple[Reading, Reading, Reading]:
    """Return pitch, roll and yaw of shoulder or hip.

    Args:
        upper: (3, T) upper arm or thigh, away from the body: forward, left, up.
        lower: (3, T) forearm or shin, likewise.
        side: ``l`` or ``r``.
        bends: ``ARM_BENDS`` or ``LEG_BENDS``.
    """
    sign = SIGN[side]
    forward, left, up = upper
    swing = length_in_plane(forward, up)
    size = length(upper)
    has_length = size > TINY
    has_pitch = has_length & (swing > LEAST_SINE * size)
    pitch = Reading(np.arctan2(forward, -up), has_pitch)  # Fiala (3.14) in the plane across the left axis
    roll = Reading(np.arctan2(sign * left, swing), has_length)  # Fiala (3.17), with the sign of 3.3
    cosine_pitch, sine_pitch = -up / np.maximum(swing, TINY), forward / np.maximum(swing, TINY)
    cosine_roll, sine_roll = swing / np.maximum(size, TINY), left / np.maximum(size, TINY)
    ahead = cosine_pitch * lower[0] + sine_pitch * lower[2]
    aside = cosine_roll * lower[1] + sine_roll * (cosine_pitch * lower[2] - sine_pitch * lower[0])
    return pitch, roll, _twist(ahead, aside, lower, sign, bends, has_pitch)


def horizontal_elevation_rotation(
    upper: np.ndarray, lower: np.ndarray, side: str
) -> tuple[Reading, Reading, Reading]:
    """Return a shoulder's horizontal angle, elevation (3.18) and rotation (3.26 to 3.28).

    R = R_up(∓horizontal) R_forward(±elevation) R_up(∓rotation); elevation counts from the hanging arm.

    Args:
        upper: (3, T) upper arm, away from the body: forward, left, up.
        lower: (3, T) forearm, likewise.
        side: ``l`` or ``r``.
    """
    sign = SIGN[side]
    forward, left, up = upper
    reach = length_in_plane(forward, left)
    size = length(upper)
    has_length = size > TINY
    has_plane = has_length & (reach > LEAST_SINE * size)
    horizontal = Reading(np.arctan2(forward, sign * left), has_plane)
    elevation = Reading(np.arctan2(reach, -up), has_length)
    out, ahead_of = sign * left / np.maximum(reach, TINY), forward / np.maximum(reach, TINY)
    cosine, sine = -up / np.maximum(size, TINY), reach / np.maximum(size, TINY)
    ahead = out * lower[0] - sign * ahead_of * lower[1]
    aside = cosine * (out * lower[1] + sign * ahead_of * lower[0]) + sign * sine * lower[2]
    return horizontal, elevation, _twist(ahead, aside, lower, sign, ARM_BENDS, has_plane)


def _twist(
    ahead: np.ndarray, aside: np.ndarray, lower: np.ndarray, sign: float, bends: float, known: np.ndarray
) -> Reading:
    """Return the internal rotation of the lower segment about the upper one, from where it is without any."""
    defined = known & (length_in_plane(ahead, aside) > LEAST_SINE * length(lower)) & (length(lower) > TINY)
    return Reading(np.arctan2(-sign * bends * aside, bends * ahead), defined)
