"""Knees, ankles and feet from their markers."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets import hinges
from understudy.capture.naming.marker_sets.pelvis import Pelvis
from understudy.capture.naming.marker_sets.robust import median_length, square_to
from understudy.capture.naming.marker_sets.tracks import Places, Track
from understudy.spatial import rotations as rot

BALL_SHARE = 0.73
"""The ball of the foot, as a share of the way from the heel to the tips of the toes."""

BALL_DEPTH_SHARE = 0.03
"""How far the ball's centre is below a marker on top of the foot, as a share of the shin."""

BALL_HALF_BREADTH_SHARE = 0.22
"""From the edge of the foot to the ball's centre, as a share of the way from the heel: 4 cm of 19 cm."""


def knee_and_ankle(
    places: Places, side: str, hip: np.ndarray | None, pelvis: Pelvis | None
) -> dict[str, Track]:
    """Return knee and ankle of a leg, between inner and outer markers or beside the outer ones.

    Args:
        places: The markers.
        side: ``"l"`` or ``"r"``.
        hip: (T, 3) the hip joint, or None.
        pelvis: The pelvis, or None.
    """
    pairs = {
        f"{joint}_{side}": places.middle(f"{joint}_outer_{side}", f"{joint}_inner_{side}")
        for joint in ("knee", "ankle")
    }
    found = {joint: track for joint, track in pairs.items() if track is not None}
    if len(found) < len(pairs) and hip is not None and pelvis is not None:
        found = _beside_markers(places, side, hip, pelvis) | found
    return found


def foot(places: Places, side: str, knee: np.ndarray | None, ankle: np.ndarray | None) -> dict[str, Track]:
    """Return heel, ball and tip of a foot as far as its markers tell.

    Args:
        places: The markers.
        side: ``"l"`` or ``"r"``.
        knee: (T, 3) the joint, or None.
        ankle: (T, 3) the joint, or None.
    """
    heel, tip, top = (places.points(f"{place}_{side}") for place in ("heel", "toe_tip", "foot_top"))
    ball = places.middle(f"ball_inner_{side}", f"ball_outer_{side}")
    if ball is None and top is not None and heel is not None and knee is not None and ankle is not None:
        shin = median_length(knee - ankle) or 0.0
        up = rot.normalise(square_to(ankle - heel, rot.normalise(top - heel)))
        ball = Track(top - BALL_DEPTH_SHARE * shin * up)
    if ball is None and tip is not None and heel is not None:
        ball = Track(heel + BALL_SHARE * (tip - heel))
    if ball is None and top is None and heel is not None and ankle is not None:
        ball = _ball_beside_edge(places, side, heel, ankle)
    found = {
        f"heel_{side}": places.first(f"heel_{side}"),
        f"toe_{side}": ball or places.first(f"foot_top_{side}"),
        f"toe_tip_{side}": places.first(f"toe_tip_{side}"),
    }
    return {name: track for name, track in found.items() if track is not None}


def _ball_beside_edge(places: Places, side: str, heel: np.ndarray, ankle: np.ndarray) -> Track | None:
    """Return the ball of a foot of which one edge is marked, half of its breadth inwards from there."""
    for place, inward in (("ball_outer", -1.0), ("ball_inner", 1.0)):
        edge = places.points(f"{place}_{side}")
        if edge is not None:
            length = median_length(edge - heel) or 0.0
            left = rot.normalise(np.cross(ankle - heel, edge - heel))
            return Track(edge + inward * hinges.OUTWARD[side] * BALL_HALF_BREADTH_SHARE * length * left)
    return None


def _foot(places: Places, side: str) -> np.ndarray | None:
    """Return (T, 3) from heel to toes."""
    heel = places.points(f"heel_{side}")
    end = places.first(f"foot_top_{side}", f"toe_tip_{side}", f"ball_outer_{side}")
    return None if heel is None or end is None else end.points - heel


def _beside_markers(places: Places, side: str, hip: np.ndarray, pelvis: Pelvis) -> dict[str, Track]:
    """Return knee and ankle beside their outer markers."""
    knee_outer, ankle_outer = (places.points(f"{joint}_outer_{side}") for joint in ("knee", "ankle"))
    if knee_outer is None or ankle_outer is None:
        return {}
    shin = median_length(knee_outer - ankle_outer) or 0.0
    beside_knee = hinges.half_width(places, f"knee_{side}", hinges.KNEE_SHARE * shin)
    beside_ankle = hinges.half_width(places, f"ankle_{side}", hinges.ANKLE_SHARE * shin)
    foot_length, left = _foot(places, side), pelvis.axes[:, 1]
    knee, ankle = knee_outer, ankle_outer
    for _ in range(hinges.ROUNDS):
        inward = hinges.knee_inward(side, hip, knee, ankle, left, foot_length)
        knee = hinges.beside(knee_outer, hip, inward, beside_knee)
        # The axes of knee and ankle differ by less than either is known.
        ankle = hinges.beside(ankle_outer, knee, inward, beside_ankle)
    return {f"knee_{side}": Track(knee), f"ankle_{side}": Track(ankle)}
