"""Where a sole is on its way from one foothold to the next: as the leg and the foot would have it.

In the air the ankle is where the robot's leg reaches when it points as the person's, and the sole is tilted
about it as the person's foot. How far a standing sole is from that is led over smoothly from one stance to
the next, so that soles leave their footholds and come to them without a jolt. A heel or toe that is up
while the other one stands turns about that one.
"""

from __future__ import annotations

import numpy as np

from understudy.retarget.swings import Swings
from understudy.spatial import rotations as rot

STEEPEST = 0.95
"""Sine of the steepest angle by which a sole is taken to be tilted."""


def tilts(frame: np.ndarray) -> np.ndarray:
    """Return by how much (T, 2), as sines, toes and the left edge of a foot turned so (T, 4) point up."""
    up = np.stack([rot.rotate(frame, axis)[:, 2] for axis in np.eye(3)[:2]], axis=1)
    return np.clip(up, -STEEPEST, STEEPEST)


def natural_soles(ankles: np.ndarray, sole: np.ndarray, headings: np.ndarray, tilt: np.ndarray) -> np.ndarray:
    """Return where (T, 4, 3) [m] a sole's corners are when leg and foot point as the person's.

    Args:
        ankles: (T, 3) [m] where the leg alone would have the ankle.
        sole: (4, 3) [m] corners from the ankle, x along the foot.
        headings: (T,) [rad] of the foot.
        tilt: (T, 2) see :func:`tilts`.
    """
    return ankles[:, None] + _turned(sole, headings, tilt)


def sole_drift(natural: np.ndarray, corners: np.ndarray, stand: np.ndarray, between: Swings) -> np.ndarray:
    """Return how far (T, 3) [m] a sole's footholds are from where leg and foot would have it.

    In between that is led over.

    Args:
        natural: (T, 4, 3) [m] see :func:`natural_soles`.
        corners: (T, 4, 3) [m] of footholds; they count where they stand.
        stand: (T, 4) whether they do.
        between: The ways between stances of the foot.
    """
    if not stand.any():
        return np.zeros((len(natural), 3))
    away = corners - natural
    # Toes are the last to leave the floor, so that what is a foothold's does not change while the heel rises.
    away = np.where(stand[:, 2:3], away[:, 2:].mean(axis=1), away[:, :2].mean(axis=1))
    return between.led_over(away)


def swinging_soles(
    natural: np.ndarray, corners: np.ndarray, stand: np.ndarray, between: Swings, is_level: bool
) -> np.ndarray:
    """Return a sole's corners (T, 4, 3) [m], on footholds where they stand; see :func:`sole_drift`.

    On level ground they are nowhere below it.
    """
    moved = natural + sole_drift(natural, corners, stand, between)[:, None]
    if is_level:
        np.maximum(moved[..., 2], 0.0, out=moved[..., 2])
    return np.where(stand[..., None], corners, moved)


def _turned(sole: np.ndarray, headings: np.ndarray, tilt: np.ndarray) -> np.ndarray:
    """Return corners (4, 3) from the ankle as (T, 4, 3), turned by headings (T,) and tilted (T, 2)."""
    cos, sin = np.cos(headings), np.sin(headings)
    flat = np.sqrt(1.0 - tilt**2)
    ahead = np.stack([cos * flat[:, 0], sin * flat[:, 0], tilt[:, 0]], axis=1)
    left = np.stack([-sin * flat[:, 1], cos * flat[:, 1], tilt[:, 1]], axis=1)
    axes = np.stack([ahead, left, np.cross(ahead, left)], axis=1)
    return np.einsum("ci,tij->tcj", sole, axes)
