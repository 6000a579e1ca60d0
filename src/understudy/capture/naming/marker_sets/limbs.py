"""Legs, feet, arms and hands from their markers: between inner and outer ones, or beside the outer ones."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets import hinges
from understudy.capture.naming.marker_sets.markers import Markers, Track, first_seen, median_length, square_to
from understudy.capture.naming.marker_sets.trunk import Pelvis
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

BALL_SHARE = 0.73
"""The ball of the foot, as a share of the way from the heel to the tips of the toes."""

BALL_DEPTH_SHARE = 0.03
"""How far the ball's centre is below a marker on top of the foot, as a share of the shin."""

BALL_HALF_BREADTH_SHARE = 0.22
"""From the edge of the foot to the ball's centre, as a share of the way from the heel: 4 cm of 19 cm."""

ACROMION_SHARE = 0.17
"""How far a shoulder's centre is below the acromion, as a share of the distance between both acromia.

Rab G, Petuskey K, Bagley A (2002): A method for determination of upper extremity kinematics. Gait Posture 15.
"""


def knee_and_ankle(markers: Markers, side: str, hip: np.ndarray, pelvis: Pelvis) -> dict[str, Track]:
    """Return knee and ankle of the leg of a side below its hip joint (T, 3)."""
    outer_knee, outer_ankle = markers.points(f"knee_outer_{side}", f"ankle_outer_{side}")
    shin = median_length(outer_knee - outer_ankle)
    beside_knee, beside_ankle = (
        hinges.half_width(markers, f"{joint}_{side}", shin) for joint in ("knee", "ankle")
    )
    ends = (markers[f"{place}_{side}"] for place in ("foot_top", "toe_tip", "ball_outer"))
    foot = Track(first_seen(*ends).points - markers[f"heel_{side}"].points)
    foot_length = foot.points if foot.is_seen else np.zeros((1, 3))
    knee, ankle = outer_knee, outer_ankle
    for _ in range(hinges.ROUNDS):
        inward = hinges.knee_inward(side, hip, knee, ankle, pelvis.axes[:, 1], foot_length)
        knee = hinges.beside(outer_knee, hip, inward, beside_knee)
        # The axes of knee and ankle differ by less than either is known.
        ankle = hinges.beside(outer_ankle, knee, inward, beside_ankle)
    return {
        f"{joint}_{side}": first_seen(
            markers.middle(f"{joint}_outer_{side}", f"{joint}_inner_{side}"), Track(computed)
        )
        for joint, computed in (("knee", knee), ("ankle", ankle))
    }


def foot(markers: Markers, side: str, knee: np.ndarray, ankle: np.ndarray) -> dict[str, Track]:
    """Return heel, ball and tip of the foot of a side below its knee and ankle joints (T, 3)."""
    heel, tip, top = markers.points(f"heel_{side}", f"toe_tip_{side}", f"foot_top_{side}")
    up = rot.normalise(square_to(ankle - heel, rot.normalise(top - heel)))
    ball = first_seen(
        markers.middle(f"ball_inner_{side}", f"ball_outer_{side}"),
        Track(top - BALL_DEPTH_SHARE * median_length(knee - ankle) * up),
        Track(heel + BALL_SHARE * (tip - heel)),
        markers[f"foot_top_{side}"],
        _inwards(markers[f"ball_outer_{side}"].points, heel, ankle, -hinges.OUTWARD[side]),
        _inwards(markers[f"ball_inner_{side}"].points, heel, ankle, hinges.OUTWARD[side]),
    )
    return {
        f"heel_{side}": markers[f"heel_{side}"],
        f"toe_{side}": ball,
        f"toe_tip_{side}": markers[f"toe_tip_{side}"],
    }


def _inwards(edge: np.ndarray, heel: np.ndarray, ankle: np.ndarray, sign: float) -> Track:
    """Return the ball of a foot, half of its breadth inwards from the one edge that is marked."""
    left = rot.normalise(cross(ankle - heel, edge - heel))
    return Track(edge + sign * BALL_HALF_BREADTH_SHARE * median_length(edge - heel) * left)


def shoulders(markers: Markers, trunk_up: np.ndarray) -> dict[str, Track]:
    """Return both shoulders, below the acromia along unit vectors (T, 3) or between front and back."""
    tops = markers.points("shoulder_top_l", "shoulder_top_r")
    drop = ACROMION_SHARE * median_length(tops[0] - tops[1]) * trunk_up
    return {
        f"shoulder_{side}": first_seen(
            Track(top - drop), markers.middle(f"shoulder_front_{side}", f"shoulder_back_{side}")
        )
        for side, top in zip(SIDES, tops, strict=True)
    }


def elbow_and_wrist(
    markers: Markers, side: str, shoulder: np.ndarray, trunk_up: np.ndarray
) -> dict[str, Track]:
    """Return elbow and wrist of the arm of a side below its shoulder joint (T, 3)."""
    wrist = first_seen(
        markers.middle(f"wrist_thumb_{side}", f"wrist_little_{side}"),
        *(markers[f"{place}_{side}"] for place in ("wrist", "wrist_thumb", "wrist_little")),
    )
    outer, top_l, top_r = markers.points(f"elbow_outer_{side}", "shoulder_top_l", "shoulder_top_r")
    distance = hinges.half_width(markers, f"elbow_{side}", median_length(outer - wrist.points))
    trunk_left, elbow = rot.normalise(top_l - top_r), outer
    for _ in range(hinges.ROUNDS):
        inward = hinges.elbow_inward(side, shoulder, elbow, wrist.points, trunk_left, trunk_up)
        elbow = hinges.beside(outer, shoulder, inward, distance)
    between = markers.middle(f"elbow_outer_{side}", f"elbow_inner_{side}")
    return {f"elbow_{side}": first_seen(between, Track(elbow)), f"wrist_{side}": wrist}


def knuckle(markers: Markers, side: str) -> dict[str, Track]:
    """Return the knuckles of the hand of a side."""
    pair = markers.middle(f"hand_thumb_{side}", f"hand_little_{side}")
    return {f"knuckle_{side}": first_seen(pair, markers[f"hand_back_{side}"])}
