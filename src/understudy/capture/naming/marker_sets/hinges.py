"""Knees, ankles and elbows from a marker on their outer side.

Such a joint's centre lies beside the marker, by half of the joint's width, square to the line to the next
joint up the limb, in the direction of the hinge's axis (the chord function of Kadaba 1990 and Davis 1991,
which find that direction by a wand on the limb). A wand turned by 40° puts a knee 5 cm off, so the axis is
found here without wands, from what cannot be misplaced: how the limb bends, where the foot points, and how
pelvis or thorax are turned. Where the joint is straight the latter decide, where it is bent the former.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.markers import Markers, square_to
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross, norms

OUTWARD = {"l": 1.0, "r": -1.0}
"""Whether left of the body's middle is outward."""

MARKER_RADIUS = 0.007
"""Of the usual markers of 14 mm [m]; measured joint widths do not contain it."""

ROUNDS = 2
"""How often a joint is found: its outer marker bends a limb sideways, the joint found by it no more."""

_SHARES = {"knee": 0.146, "ankle": 0.105, "elbow": 0.168}
"""From the centre of an outer marker to the joint's, as a share of the shin (of the forearm for the elbow).

A typical knee is 105 mm wide, an ankle 72 mm, an elbow 70 mm where markers on knee and ankle are 410 mm apart
and those on elbow and wrist 250 mm; markers of 14 mm add half of that.
"""

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
    length = norms(up)[..., None]
    up = rot.normalise(up)
    # The triangle of upper joint, joint and marker has its right angle at the joint.
    cosine = np.minimum(distance / np.where(length > 0.0, length, np.inf), _FARTHEST)
    across = rot.normalise(square_to(inward, up))
    return marker + distance * (cosine * up + np.sqrt(1.0 - cosine**2) * across)


def knee_inward(
    side: str, hip: np.ndarray, knee: np.ndarray, ankle: np.ndarray, left: np.ndarray, foot: np.ndarray
) -> np.ndarray:
    """Return (T, 3) the inward direction of a knee's axis, of points (T, 3).

    Args:
        side: ``"l"`` or ``"r"``.
        hip: The joint.
        knee: The joint, or its outer marker before anything better is known.
        ankle: The same of the ankle.
        left: Unit vectors to the left of the pelvis.
        foot: From heel to toes, zero where that is not known.
    """
    thigh, shin = rot.normalise(knee - hip), rot.normalise(ankle - knee)
    # A knee bends backwards: seen from the left, the shin turns clockwise against the thigh.
    return OUTWARD[side] * (rot.normalise(cross(shin, foot)) - cross(thigh, shin) - left)


def elbow_inward(
    side: str, shoulder: np.ndarray, elbow: np.ndarray, wrist: np.ndarray, left: np.ndarray, up: np.ndarray
) -> np.ndarray:
    """Return (T, 3) the inward direction of an elbow's axis, of points (T, 3).

    An elbow bends forwards. Of a straight arm the outer side faces outwards while it hangs and upwards while
    it is stretched out sideways, so that inward is between the body's middle and down.

    Args:
        side: ``"l"`` or ``"r"``.
        shoulder: The joint.
        elbow: The joint, or its outer marker before anything better is known.
        wrist: The joint.
        left: Unit vectors to the left of the trunk.
        up: Unit vectors up the trunk.
    """
    bend = cross(rot.normalise(elbow - shoulder), rot.normalise(wrist - elbow))
    return OUTWARD[side] * bend - _ARM_BIAS * rot.normalise(OUTWARD[side] * left + up)


def half_width(markers: Markers, joint: str, segment: float) -> float:
    """Return how far a joint such as ``knee_l`` is beside its outer marker, in the file's unit.

    Its measured width tells where there is one, else the length of the shin or forearm.
    """
    if joint in markers.widths and markers.unit is not None:
        return 0.5 * markers.widths[joint] + MARKER_RADIUS / markers.unit
    return _SHARES[joint[:-2]] * segment
