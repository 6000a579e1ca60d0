"""Shoulders, elbows, wrists and knuckles from their markers."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets import hinges
from understudy.capture.naming.marker_sets.robust import median_length
from understudy.capture.naming.marker_sets.tracks import Places, Track
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

ACROMION_SHARE = 0.17
"""How far a shoulder's centre is below the acromion, as a share of the distance between both acromia.

Rab G, Petuskey K, Bagley A (2002): A method for determination of upper extremity kinematics. Gait Posture 15.
"""


def shoulders(places: Places, trunk_up: np.ndarray | None) -> dict[str, Track]:
    """Return both shoulders, below the acromia or between markers in front and behind.

    Args:
        places: The markers.
        trunk_up: (T, 3) unit vectors up the trunk, or None.
    """
    tops = places.pair("shoulder_top")
    breadth = None if tops is None else median_length(tops[0] - tops[1])
    if tops is not None and trunk_up is not None and breadth is not None:
        drop = ACROMION_SHARE * breadth * trunk_up
        return {f"shoulder_{side}": Track(top - drop) for side, top in zip(SIDES, tops, strict=True)}
    found = {
        f"shoulder_{side}": places.middle(f"shoulder_front_{side}", f"shoulder_back_{side}") for side in SIDES
    }
    return {name: track for name, track in found.items() if track is not None}


def elbow_and_wrist(
    places: Places, side: str, shoulder: np.ndarray | None, trunk_up: np.ndarray | None
) -> dict[str, Track]:
    """Return elbow and wrist of an arm, between inner and outer markers or beside the outer ones.

    Args:
        places: The markers.
        side: ``"l"`` or ``"r"``.
        shoulder: (T, 3) the shoulder's centre, or None.
        trunk_up: (T, 3) unit vectors up the trunk, or None.
    """
    wrist = places.middle(f"wrist_thumb_{side}", f"wrist_little_{side}") or places.first(
        f"wrist_{side}", f"wrist_thumb_{side}", f"wrist_little_{side}"
    )
    elbow = places.middle(f"elbow_outer_{side}", f"elbow_inner_{side}")
    if elbow is None and wrist is not None and shoulder is not None and trunk_up is not None:
        elbow = _elbow_beside_marker(places, side, shoulder, wrist.points, trunk_up)
    found = {f"elbow_{side}": elbow, f"wrist_{side}": wrist}
    return {name: track for name, track in found.items() if track is not None}


def knuckle(places: Places, side: str) -> Track | None:
    """Return the knuckles of a hand, None without markers."""
    return places.middle(f"hand_thumb_{side}", f"hand_little_{side}") or places.first(f"hand_back_{side}")


def _elbow_beside_marker(
    places: Places, side: str, shoulder: np.ndarray, wrist: np.ndarray, trunk_up: np.ndarray
) -> Track | None:
    outer, tops = places.points(f"elbow_outer_{side}"), places.pair("shoulder_top")
    if outer is None or tops is None:
        return None
    trunk_left = rot.normalise(tops[0] - tops[1])
    usual = hinges.ELBOW_SHARE * (median_length(outer - wrist) or 0.0)
    distance = hinges.half_width(places, f"elbow_{side}", usual)
    elbow = outer
    for _ in range(hinges.ROUNDS):
        inward = hinges.elbow_inward(side, shoulder, elbow, wrist, trunk_left, trunk_up)
        elbow = hinges.beside(outer, shoulder, inward, distance)
    return Track(elbow)
