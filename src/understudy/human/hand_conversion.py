"""Fingertip markers of a captured hand to the angles of the 23-DoF hand (Terlemez 2014, VI-B)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.finger import finger_of, reach, tip_of
from understudy.human.hand_frame import PALM, TIPS, onto_reference_hand
from understudy.human.human import Human
from understudy.motion import Recording
from understudy.spatial import rotations as rot


@dataclass(frozen=True, eq=False)
class HandAngles:
    """A hand in motion.

    Attributes:
        joints: N names of joints of the human, those of the fingers whose tips were seen.
        angles: (T, N) [rad], within limits; where a tip was not seen its finger keeps its last angles.
        valid: (T, N) where they are told by a tip.
        fingers: F markers of fingertips that were used.
        residuals: (T, F) [m] how far the reference hand's tips stay from the captured ones, NaN where those
            were not seen.
        ratio: Length of the captured hand over that of the reference hand.
    """

    joints: tuple[str, ...]
    angles: np.ndarray
    valid: np.ndarray
    fingers: tuple[str, ...]
    residuals: np.ndarray
    ratio: float


def hand_from_markers(human: Human, side: str, markers: Mapping[str, np.ndarray]) -> HandAngles:
    """Return the angles of a hand's joints from markers on palm and fingertips.

    Args:
        human: A body with fingers, in the size of the person or any other.
        side: ``l`` or ``r``.
        markers: ``PM``, ``HTS``, ``HPS``, ``MFP``, and any of ``TFP``, ``IFP``, ``RFP`` and ``LFP``, without
            the letter of the side; (T, 3) [m] in the world, NaN where not seen.

    Raises:
        InvalidMotionError: Where the human has no fingers, or markers that are needed are missing.
    """
    if not any(name.startswith(f"{side.upper()}Index") for name in human.joints):
        raise InvalidMotionError(f"the human's subset '{human.subset}' has no fingers, expected 'full'")
    name = "the left hand" if side == "l" else "the right hand"
    hand = onto_reference_hand(markers, _reference(human, side), name)
    joints: list[str] = []
    parts, known, residuals = [], [], []
    for marker, target in hand.tips.items():
        finger = finger_of(human, side, marker)
        seen = np.asarray(np.isfinite(target).all(axis=1))
        angles = np.zeros((len(target), len(finger.joints)))
        apart = np.full(len(target), np.nan)
        if seen.any():
            angles[seen] = reach(finger, target[seen])
            apart[seen] = np.linalg.norm(tip_of(finger, angles[seen]) - target[seen], axis=1)
            angles = _held(angles, seen)
        joints += finger.joints
        parts.append(angles)
        known.append(np.repeat(seen[:, None], len(finger.joints), axis=1))
        residuals.append(apart)
    return HandAngles(
        joints=tuple(joints),
        angles=np.concatenate(parts, axis=1),
        valid=np.concatenate(known, axis=1),
        fingers=tuple(hand.tips),
        residuals=np.stack(residuals, axis=1),
        ratio=hand.ratio,
    )


def hand_markers_of(recording: Recording, side: str) -> dict[str, np.ndarray]:
    """Return marker without its side → (T, 3) [m], of the hand's markers that a recording holds.

    Labels are compared without what stands before a colon, as in ``Ann:RPM``.
    """
    columns = {label.rpartition(":")[2].upper(): column for column, label in enumerate(recording.names)}
    found: dict[str, np.ndarray] = {}
    for name in (*PALM, *TIPS):
        column = columns.get(f"{side.upper()}{name}")
        if column is not None:
            seen = recording.valid_mask[:, column, None]
            found[name] = np.where(seen, recording.points[:, column], np.nan)
    return found


def _reference(human: Human, side: str) -> dict[str, np.ndarray]:
    """Return marker → (3,) [m] in the frame of the wrist, when nothing is bent."""
    model = human.model
    wrist = model.body(f"{side.upper()}W").id
    places: dict[str, np.ndarray] = {}
    for name in (*PALM, *TIPS):
        spot = human.markers[f"{side.upper()}{name}"]
        body, place = spot.body, np.array(spot.point)
        while body != wrist:
            place = rot.rotate(model.body_quat[body], place) + model.body_pos[body]
            body = int(model.body_parentid[body])
        places[name] = place
    return places


def _held(angles: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return angles with unseen frames filled by the last seen one, at the start by the first."""
    last = np.maximum.accumulate(np.where(seen, np.arange(len(seen)), -1))
    return angles[np.where(last < 0, int(np.argmax(seen)), last)]
