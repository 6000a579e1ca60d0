"""Where the head's up and left are, from whatever of a face was captured.

Fiala (3.4.4) takes the plane through neck and both eyes: its normal leans back from the spine by a
reference angle, 81°, when the neck's pitch is zero. That angle depends on where a capture puts the neck
and the eyes, so it can be given; 81° is the thesis's figure for its own infants.

Without eyes, the ears take their place: the plane through neck and ears leans back by a right angle less
how far the ears lie before the neck, taken as none. Without those, the nose is left. It tells where the
head looks but not how it is tilted to the side: roll is then unknown, and yaw and pitch count with no roll.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.anatomy.body_vectors import BodyVectors, Track
from understudy.anatomy.components import Axes, cross, dot, in_axes, length, unit
from understudy.anatomy.names import ESTIMATED, HELD, MEASURED

THESIS_REFERENCE = np.radians(81.0)
"""Angle [rad] between the spine and the normal of neck and eyes at no pitch, Fiala (3.35)."""

EAR_REFERENCE = np.radians(90.0)
"""The same for neck and ears: they lie straight above it."""

NOSE_ELEVATION = np.radians(43.0)
"""How far [rad] the nose is above the level of the neck, seen from there, when the head is straight: that
of the infant figure by Table 3.3."""


class Head(NamedTuple):
    """The head's up and left, components (3, T) in the chest's axes, with flags (T,) of the three angles."""

    up: np.ndarray
    left: np.ndarray
    pitch_flags: np.ndarray
    roll_flags: np.ndarray
    yaw_flags: np.ndarray


def find_head(vectors: BodyVectors, chest: Axes, reference: float | None) -> Head:
    """Return the head from the best of eyes, ears and nose, frame by frame.

    Args:
        vectors: The body, some frames of it.
        chest: Axes in which the head is measured, up along the spine.
        reference: Angle [rad] of neck and eyes at no pitch; None takes the head's frame where there is one.
    """
    if reference is None and vectors.head is not None:
        up, left = (in_axes(chest, track.values) for track in vectors.head)
        flags = np.where(chest.known, MEASURED, HELD)
        return Head(up, left, flags, flags, flags)
    leaning = THESIS_REFERENCE if reference is None else reference
    frames = len(chest.known)
    up, left = np.zeros((3, frames)), np.zeros((3, frames))
    up[2], left[1] = 1.0, 1.0
    flags = np.full((3, frames), HELD)
    if not _seen(vectors, "eye").all():
        _nose(vectors, chest, up, left, flags)
        _pair(vectors, "ear", EAR_REFERENCE, chest, (up, left), flags, ESTIMATED)
    _pair(vectors, "eye", leaning, chest, (up, left), flags, MEASURED)
    flags[:, ~chest.known] = HELD
    return Head(up, left, *flags)


def _seen(vectors: BodyVectors, name: str) -> np.ndarray:
    """Return (T,) where both eyes, or both ears, and the neck were seen."""
    points = vectors.points
    return points[f"{name}_l"].known & points[f"{name}_r"].known & points["neck"].known


def _pair(
    vectors: BodyVectors,
    name: str,
    reference: float,
    chest: Axes,
    into: tuple[np.ndarray, np.ndarray],
    flags: np.ndarray,
    flag: int,
) -> None:
    """Fill in the frames in which both eyes, or both ears, were seen."""
    to_left, to_right = (vectors.points[f"{name}_{side}"] - vectors.points["neck"] for side in ("l", "r"))
    known = _seen(vectors, name)
    if not known.any():
        return
    left, left_size = unit(to_left.values - to_right.values)
    normal, normal_size = unit(cross(to_right.values, to_left.values))
    known = known & (left_size > 1e-9) & (normal_size > 1e-9)
    # The normal is up turned back by the reference about left, so up is the normal turned forth again.
    up = np.cos(reference) * normal + np.sin(reference) * cross(left, normal)
    for whole, part in zip(into, (up, left), strict=True):
        np.copyto(whole, in_axes(chest, part), where=known)
    flags[:, known] = flag


def _nose(vectors: BodyVectors, chest: Axes, up: np.ndarray, left: np.ndarray, flags: np.ndarray) -> None:
    """Fill in the frames in which the nose was seen, as if the head had no roll."""
    nose: Track = vectors.points["nose"] - vectors.points["neck"]
    if not nose.is_seen:
        return
    (forward, aside, above), size = unit(in_axes(chest, nose.values))
    known = nose.known & (size > 1e-9)
    # A nose raised by the elevation e is turned by yaw first and lifted by pitch then: yaw is what brings it
    # aside by cos e · sin yaw, and pitch what is left of its height.
    sine_yaw = np.clip(aside / np.cos(NOSE_ELEVATION), -1.0, 1.0)
    cosine_yaw = np.sqrt(1.0 - sine_yaw**2)
    pitch = np.arctan2(above, forward) - np.arctan2(
        np.sin(NOSE_ELEVATION), np.cos(NOSE_ELEVATION) * cosine_yaw
    )
    sine, cosine = np.sin(pitch), np.cos(pitch)
    np.copyto(up, np.stack([-sine, np.zeros_like(sine), cosine]), where=known)
    np.copyto(left, np.stack([-sine_yaw * cosine, cosine_yaw, -sine_yaw * sine]), where=known)
    flags[0, known] = ESTIMATED
    flags[2, known] = ESTIMATED


def neck_reference(vectors: BodyVectors) -> float:
    """Return the median angle [rad] between the spine and the normal of neck and eyes, NaN without eyes.

    In a pose in which the head is straight, such as a robot's home, this is the body's own reference.
    """
    to_left, to_right = (vectors.points[f"eye_{side}"] - vectors.points["neck"] for side in ("l", "r"))
    known = to_left.known & to_right.known & vectors.spine.known
    if not known.any():
        return float("nan")
    normal, _ = unit(cross(to_right.values[:, known], to_left.values[:, known]))
    spine, _ = unit(vectors.spine.values[:, known])
    return float(np.median(np.arctan2(length(cross(spine, normal)), dot(spine, normal))))
