"""How far a person's hands are closed, read off knuckles, fingertips and the tips of the thumbs.

A finger whose joints bend by θ, 1.1 θ and 0.7 θ turns the line from its knuckle to its tip by φ ≈ 1.73 θ from
the hand's own direction: 0 where it is stretched, 156° where θ = 90° makes a fist. Closure is φ over that. A
thumb lies at about 45° beside a flat hand and at 15° across a closed one.
"""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

FIST = np.radians(156.0)
"""Angle [rad] between hand and fingertip in a fist."""

THUMB_OPEN, THUMB_CLOSED = np.radians(45.0), np.radians(15.0)
"""Angle [rad] between hand and thumb, seen from the wrist, of a flat and of a closed hand."""

REST = 0.25
"""Closure of a hand that does nothing."""

LEAST_PLAY = np.radians(8.0)
"""Angle [rad] over which fingers move at least where a capture has them: skeletons often carry stiff ones."""

_BACKWARDS = 0.3
"""A finger that leans to the hand's back by more than this share of its slant is stretched, not closed."""

FINGERS, THUMB = "fingers", "thumb"
PARTS = (FINGERS, THUMB)


def hand_closures(human: HumanMotion) -> dict[tuple[str, str], np.ndarray]:
    """Return how far the person's fingers and thumbs are closed, for those that the capture shows moving.

    Args:
        human: The person's motion.

    Returns:
        (part, side) → (T,) from 0, stretched, to 1, a fist; NaN in frames that do not show it. Part is
        ``"fingers"`` or ``"thumb"``. Hands of which all fingertips are missing or stiff are left out.
    """
    found = {}
    for (part, side), angle in hand_angles(human).items():
        known = angle[np.isfinite(angle)]
        if len(known) and float(np.ptp(np.quantile(known, [0.02, 0.98]))) >= LEAST_PLAY:
            found[part, side] = closure(part, angle)
    return found


def hand_angles(human: HumanMotion) -> dict[tuple[str, str], np.ndarray]:
    """Return (part, side) → the angle (T,) [rad] from hand to fingertip or thumb, NaN where not shown."""
    return {
        (part, side): angle(human, side)
        for side in SIDES
        for part, angle in ((FINGERS, _finger_slant), (THUMB, _thumb_angle))
    }


def closure(part: str, angle: np.ndarray) -> np.ndarray:
    """Return how far, 0 to 1, fingers or thumbs are closed at angles [rad]."""
    if part == FINGERS:
        return np.clip(angle / FIST, 0.0, 1.0)
    return np.clip((THUMB_OPEN - angle) / (THUMB_OPEN - THUMB_CLOSED), 0.0, 1.0)


def _finger_slant(human: HumanMotion, side: str) -> np.ndarray:
    """Return the angle (T,) [rad] from hand to fingertip, towards the palm where the hand's frame tells."""
    hand, finger = _way(human, "wrist", "knuckle", side), _way(human, "knuckle", "fingertip", side)
    slant = _angle(hand, finger)
    frame = human.frames.get(f"hand_{side}")
    if frame is None:
        return slant
    # Palms of hanging arms face each other: the left one to the right.
    inward = rot.rotate(frame, np.array([0.0, -1.0 if side == "l" else 1.0, 0.0]))
    aside = (finger * inward).sum(axis=1) / np.maximum(np.linalg.norm(finger, axis=1), 1e-9)
    backwards = (aside < -_BACKWARDS * np.sin(slant)) & (slant < 0.5 * np.pi)
    return np.where(backwards, 0.0, slant)


def _thumb_angle(human: HumanMotion, side: str) -> np.ndarray:
    """Return the angle (T,) [rad] between hand and thumb, seen from the wrist."""
    return _angle(_way(human, "wrist", "knuckle", side), _way(human, "wrist", "thumb_tip", side))


def _way(human: HumanMotion, start: str, end: str, side: str) -> np.ndarray:
    """Return the way (T, 3) [m] from one landmark to another, NaN where either is not known."""
    places = []
    for name in (start, end):
        place, known = human.landmark(f"{name}_{side}")
        places.append(np.where(known[:, None], place, np.nan))
    return places[1] - places[0]


def _angle(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the angle (T,) [rad] between vectors (T, 3), NaN where one is not known or has no length."""
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        cosine = np.where(lengths > 1e-9, (first * second).sum(axis=1) / lengths, np.nan)
    return np.arccos(np.clip(cosine, -1.0, 1.0))
