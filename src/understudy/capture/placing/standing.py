"""Whether a body stands: what anatomy says about which way is up, against what a file says.

Head over feet tells the axis along which a body holds itself. That of a lying person points along the floor,
so where a file says that another axis is up, the body overrules it only where it must be standing:

* it is upside down by the file, or
* legs and trunk are straight over each other in most frames, or the legs alone in nearly all of them, or
* the lower foot swings under the pelvis at one height, as in walking, or
* the feet keep their height while hips and shoulders change theirs, as in squats and when sitting down; in
  sit-ups the hips stay.

An infant's body overrules nothing: infants lie.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.placing.posture import (
    MAX_LEG_SPREAD,
    MAX_TRUNK_LEAN,
    Landmarks,
    angles_to,
    level,
    middle,
    point,
    trunk,
)
from understudy.motion.landmarks import SIDES

_MOST, _NEARLY_ALL = 0.6, 0.95
"""Shares of frames."""

_SWING, _BOB = 0.15, 0.08
"""How far the standing foot swings under the pelvis at least, and how little it moves up and down, as shares
of the body's length."""

_RISE = 0.08
"""Change of the heights of hips and shoulders, as a share of the body's length, that counts."""


def stands_along(tracks: Landmarks, axis: np.ndarray, stature: float, may_lie_straight: bool = False) -> bool:
    """Tell whether a body must be standing along an axis.

    Args:
        tracks: Canonical landmark → (T, 3) in the file's unit, NaN where unknown.
        axis: (3,) unit vector from feet to head.
        stature: Length of the body in the file's unit.
        may_lie_straight: Whether straight legs and trunk are not enough, as a person may lie like that.
    """
    if not may_lie_straight and _is_straight(tracks, axis):
        return True
    return _walks(tracks, axis, stature) or _keeps_feet(tracks, axis, stature)


def _is_straight(tracks: Landmarks, axis: np.ndarray) -> bool:
    """Tell whether thighs and shins hang and the trunk rises, in most of the frames that show them.

    Whoever bends forward has straight legs in nearly all of them.
    """
    segments = [(trunk(tracks), axis, MAX_TRUNK_LEAN)]
    for upper, lower in (("hip", "knee"), ("knee", "ankle")):
        segments += [
            (point(tracks, f"{lower}_{side}") - point(tracks, f"{upper}_{side}"), -axis, MAX_LEG_SPREAD)
            for side in SIDES
        ]
    angles = [(angles_to(vectors, direction), most) for vectors, direction, most in segments]
    known = np.all([np.isfinite(each) for each, _ in angles], axis=0)
    if not known.any():
        return False
    is_near = np.stack([np.nan_to_num(each, nan=np.inf) <= most for each, most in angles])[:, known]
    return is_near.all(axis=0).mean() >= _MOST or is_near[1:].all(axis=0).mean() >= _NEARLY_ALL


def _walks(tracks: Landmarks, axis: np.ndarray, stature: float) -> bool:
    """Tell whether the lower foot swings under the pelvis at one height, as the foot that stands does.

    It is seen from the pelvis, since captures may be centred on it. The leg that a lying person draws up or
    stretches out moves along the body instead.
    """
    pelvis = middle(tracks, "hip")
    feet = np.stack([point(tracks, f"ankle_{side}") - pelvis for side in SIDES])
    known = np.isfinite(feet).all(axis=(0, 2))
    if not known.any():
        return False
    feet = feet[:, known]
    lower = feet[np.argmin(feet @ axis, axis=0), np.arange(feet.shape[1])]
    flat = level(lower, axis)
    # The direction in which the feet swing is that of the largest spread.
    direction = np.linalg.svd(flat - flat.mean(axis=0), full_matrices=False)[2][0]
    swing, rise = (_spread(lower @ along) for along in (direction, axis))
    return swing > _SWING * stature and rise < _BOB * stature


def _keeps_feet(tracks: Landmarks, axis: np.ndarray, stature: float) -> bool:
    """Tell whether the lower foot keeps its height while hips and shoulders change theirs."""
    feet = np.stack([point(tracks, f"ankle_{side}") @ axis for side in SIDES]).min(axis=0)
    hips, shoulders = (middle(tracks, name) @ axis for name in ("hip", "shoulder"))
    known = np.isfinite(feet) & np.isfinite(hips) & np.isfinite(shoulders)
    if not known.any():
        return False
    of_feet, of_hips, of_shoulders = (_spread(heights[known]) for heights in (feet, hips, shoulders))
    return min(of_hips, of_shoulders) > _RISE * stature and of_feet < 0.25 * of_shoulders


def _spread(values: np.ndarray) -> float:
    """Return the range of values (N,) without the largest and smallest twentieth."""
    return float(np.subtract(*np.percentile(values, (95.0, 5.0))))
