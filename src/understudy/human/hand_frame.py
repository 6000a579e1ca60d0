"""The frame of a hand by the markers on it, and the markers of a captured hand in the reference hand.

Terlemez et al. (2014), VI-B, eq. (1). Their x = z × y makes the three axes left-handed. That is harmless and
kept: captured and reference hand get axes of the same kind, so that one is a rotation of the other.

The middle fingertip gives z, so that the frame would nod whenever that finger bends. Eq. (1) is therefore
taken once, where the hand is most like the stretched reference hand, and carried through the clip by
the markers of the palm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.spatial import rotations as rot
from understudy.spatial.alignment import align

PALM = ("PM", "HTS", "HPS")
"""Markers on the back of the hand and on its thumb's and little finger's sides."""

TIPS = {"TFP": "Thumb", "IFP": "Index", "MFP": "Middle", "RFP": "Ring", "LFP": "Little"}
"""Marker of a fingertip → its finger."""

_LEAST_THICKNESS = 0.05


@dataclass(frozen=True, eq=False)
class HandMarkers:
    """Where the markers of a captured hand would be on the reference hand.

    Attributes:
        tips: Marker of a fingertip → (T, 3) [m] in the frame of the reference hand's wrist, NaN where it was
            not seen.
        ratio: Length of the captured hand over that of the reference hand.
        calibration_frame: The frame in which eq. (1) was taken.
    """

    tips: dict[str, np.ndarray]
    ratio: float
    calibration_frame: int


def hand_axes(markers: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return (..., 3, 3) whose columns are the axes x, y, z of Terlemez (2014), eq. (1).

    Args:
        markers: ``PM``, ``HTS``, ``HPS`` and ``MFP``, (..., 3) [m] each.
    """
    z = rot.normalise(markers["PM"] - markers["MFP"])
    # The paper leaves y without its length, which is one only where the palm is square to the finger.
    y = rot.normalise(np.cross(z, markers["HPS"] - markers["HTS"]))
    x = np.cross(z, y)
    return np.stack([x, y, z], axis=-1)


def onto_reference_hand(
    seen: Mapping[str, np.ndarray], reference: Mapping[str, np.ndarray], hand: str = "the hand"
) -> HandMarkers:
    """Return the captured fingertips in the reference hand, scaled to its length.

    Args:
        seen: The markers of ``PALM``, ``MFP`` and any other of ``TIPS``, (T, 3) [m] in the world, NaN where
            not seen.
        reference: The same markers (3,) [m] on the stretched reference hand, in the frame of its wrist.
        hand: What the hand is called in messages.

    Raises:
        InvalidMotionError: Where a marker is missing, or no frame shows palm and middle fingertip.
    """
    missing = [name for name in (*PALM, "MFP") if name not in seen]
    if missing:
        raise InvalidMotionError(f"{hand} has no marker '{missing[0]}', expected {', '.join((*PALM, 'MFP'))}")
    frame = _calibration_frame(seen, reference)
    if frame is None:
        raise InvalidMotionError(f"{hand} is in no frame seen with palm and middle fingertip")
    base = {name: seen[name][frame] for name in (*PALM, "MFP")}
    axes_w, axes_reference = hand_axes(base), hand_axes(reference)
    # r_H; both lengths are taken from the back of the hand, as no marker shows its base.
    length, reference_length = (np.linalg.norm(each["MFP"] - each["PM"]) for each in (base, reference))
    ratio = float(length / reference_length)
    to_reference = axes_reference @ axes_w.T / ratio
    rotations, translations, known = _palm_motion(seen, np.stack([base[name] for name in PALM]))
    tips: dict[str, np.ndarray] = {}
    for name in TIPS:
        if name in seen:
            in_base = np.einsum("tji,tj->ti", rotations, seen[name] - translations)
            placed = reference["PM"] + (in_base - base["PM"]) @ to_reference.T
            tips[name] = np.where(known[:, None], placed, np.nan)
    return HandMarkers(tips, ratio, frame)


def _calibration_frame(seen: Mapping[str, np.ndarray], reference: Mapping[str, np.ndarray]) -> int | None:
    """Return the frame whose palm and middle fingertip are shaped most like the reference's, of any size."""
    names = (*PALM, "MFP")
    points = np.stack([seen[name] for name in names], axis=1)
    known = np.isfinite(points).all(axis=(1, 2))
    if not known.any():
        return None
    shape = _of_unit_size(np.stack([reference[name] for name in names])[None])[0]
    shapes = _of_unit_size(points[known])
    best = align(shape, shapes, np.ones(shapes.shape[:2]))
    return int(np.flatnonzero(known)[np.argmin(best.residuals)])


def _of_unit_size(points: np.ndarray) -> np.ndarray:
    """Return (T, K, 3) around their middle, scaled to a root mean square distance of one from it."""
    centred = points - points.mean(axis=1, keepdims=True)
    size = np.sqrt(np.mean(np.sum(centred**2, axis=2), axis=1))
    return centred / np.where(size > 0.0, size, 1.0)[:, None, None]


def _palm_motion(
    seen: Mapping[str, np.ndarray], base: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how the palm moved since the calibration, (T, 3, 3) and (T, 3), and where it is known (T,)."""
    palm = np.stack([seen[name] for name in PALM], axis=1)
    known = np.asarray(np.isfinite(palm).all(axis=(1, 2)))
    best = align(base, palm, np.repeat(known[:, None], len(PALM), axis=1).astype(np.float64))
    return best.rotations, best.translations, known & (best.thickness > _LEAST_THICKNESS)
