"""Knees, ankles and elbows from a marker on their outer side.

Such a joint's centre lies beside the marker, by half of the joint's width, square to the line to the next
joint up the limb, in the direction of the hinge's axis (the chord function of Kadaba 1990 and Davis 1991,
which find that direction by a wand on the limb). A wand turned by 40° puts a knee 5 cm off, so the axis is
found here without wands, from what cannot be misplaced: how the limb bends, where the foot points, and how
pelvis or thorax are turned. Where the joint is straight the latter decide, where it is bent the former.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.robust import square_to
from understudy.capture.naming.marker_sets.tracks import Places
from understudy.spatial import rotations as rot

OUTWARD = {"l": 1.0, "r": -1.0}
"""Whether left of the body's middle is outward."""

KNEE_SHARE = 0.146
ANKLE_SHARE = 0.105
ELBOW_SHARE = 0.168
"""From the centre of an outer marker to the joint's, as a share of the shin (of the forearm for the elbow).

A typical knee is 105 mm wide, an ankle 72 mm, an elbow 70 mm where markers on knee and ankle are 410 mm apart
and those on elbow and wrist 250 mm; markers of 14 mm add half of that.
"""

MARKER_RADIUS = 0.007
"""Of the usual markers of 14 mm [m]; measured joint widths do not contain it."""

ROUNDS = 2
"""How often a joint is found: its outer marker bends a limb sideways, the joint found by it no more."""

_ARM_BIAS = 0.2
_FARTHEST = 0.9
"""A joint's centre is not further beside its marker than this share of the limb."""


def beside(marker: np.ndarray, upper: np.ndarray, inward: np.ndarray, distance: float) -> np.ndarray:
    """Return the joint's centre (T, 3).

    Args:
        marker: (T, 3) on the joint's outer side.
        upper: (T, 3) the next joint up the limb.
        inward: (T, 3) of any length, roughly along the hinge's axis towards the body's middle.
        distance: From the marker's centre to the joint's.
    """
    up = upper - marker
    length = np.linalg.norm(up, axis=-1, keepdims=True)
    up = rot.normalise(up)
    # The triangle of upper joint, joint and marker has its right angle at the joint.
    cosine = np.minimum(distance / np.where(length > 0.0, length, np.inf), _FARTHEST)
    across = rot.normalise(square_to(inward, up))
    return marker + distance * (cosine * up + np.sqrt(1.0 - cosine**2) * across)


def knee_inward(
    side: str,
    hip: np.ndarray,
    knee: np.ndarray,
    ankle: np.ndarray,
    pelvis_left: np.ndarray,
    foot: np.ndarray | None,
) -> np.ndarray:
    """Return (T, 3) the inward direction of a knee's axis.

    Args:
        side: ``"l"`` or ``"r"``.
        hip: (T, 3) the joint.
        knee: (T, 3) the joint, or its outer marker before anything better is known.
        ankle: (T, 3) the same of the ankle.
        pelvis_left: (T, 3) unit vectors.
        foot: (T, 3) from heel to toes, or None.
    """
    outward = OUTWARD[side]
    thigh, shin = rot.normalise(knee - hip), rot.normalise(ankle - knee)
    # A knee bends backwards: seen from the left, the shin turns clockwise against the thigh.
    inward = -outward * (np.cross(thigh, shin) + pelvis_left)
    return inward if foot is None else inward + outward * rot.normalise(np.cross(shin, foot))


def elbow_inward(
    side: str,
    shoulder: np.ndarray,
    elbow: np.ndarray,
    wrist: np.ndarray,
    trunk_left: np.ndarray,
    trunk_up: np.ndarray,
) -> np.ndarray:
    """Return (T, 3) the inward direction of an elbow's axis.

    An elbow bends forwards. Of a straight arm the outer side faces outwards while it hangs and upwards while
    it is stretched out sideways, so that inward is between the body's middle and down.

    Args:
        side: ``"l"`` or ``"r"``.
        shoulder: (T, 3) the joint.
        elbow: (T, 3) the joint, or its outer marker before anything better is known.
        wrist: (T, 3) the joint.
        trunk_left: (T, 3) unit vectors.
        trunk_up: (T, 3) unit vectors.
    """
    outward = OUTWARD[side]
    bend = outward * np.cross(rot.normalise(elbow - shoulder), rot.normalise(wrist - elbow))
    return bend - _ARM_BIAS * rot.normalise(outward * trunk_left + trunk_up)


def half_width(places: Places, joint: str, usual: float) -> float:
    """Return how far a joint's centre is beside its outer marker, by its measured width where there is one.

    Args:
        places: The markers, with measured widths.
        joint: Such as ``knee_l``.
        usual: The distance without a measurement.
    """
    if joint in places.widths and places.unit is not None:
        return 0.5 * places.widths[joint] + MARKER_RADIUS / places.unit
    return usual
