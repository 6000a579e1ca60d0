"""Where a sole is on its way from one foothold to the next: as the leg and the foot would have it.

In the air the ankle is where the robot's leg reaches when it points as the person's, and the sole is tilted
about it as the person's foot. How far a standing sole is from that is led over smoothly from one stance to
the next, so that soles leave their footholds and come to them without a jolt. A heel or toe that is up while
the other one stands turns about that one.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import lean_kernel
from understudy.retarget.swings import Swings

STEEPEST = 0.95
"""Sine of the steepest angle by which a sole is taken to be tilted."""


def natural_soles(
    ankles: np.ndarray, sole: np.ndarray, headings: np.ndarray, tilts: np.ndarray | None
) -> np.ndarray:
    """Return where (T, 4, 3) [m] a sole's corners are when leg and foot point as the person's.

    Args:
        ankles: (T, 3) [m] where the leg alone would have the ankle.
        sole: (4, 3) [m] corners from the ankle, x along the foot.
        headings: (T,) [rad] of the foot.
        tilts: (T, 4) orientations of the foot, of which all but the heading counts; None where it is flat.
    """
    corners = np.empty((len(ankles), len(sole), 3))
    if tilts is None:
        tilts = np.zeros((len(ankles), 4))
    write_soles(np.ascontiguousarray(ankles), np.ascontiguousarray(sole), headings, tilts, corners)
    return corners


def sole_drift(natural: np.ndarray, corners: np.ndarray, stand: np.ndarray, between: Swings) -> np.ndarray:
    """Return how far (T, 3) [m] a sole's footholds are from where leg and foot would have it.

    In between that is led over. A sole that never stands is there.

    Args:
        natural: (T, 4, 3) [m] see :func:`natural_soles`.
        corners: (T, 4, 3) [m] of footholds; they count where they stand.
        stand: (T, 4) whether they do.
        between: The ways between stances of the foot.
    """
    drift, away = np.zeros((len(natural), 3)), np.empty((len(natural), 3))
    if stand.any():
        write_drift(natural, corners, stand, *between, away, drift)
    return drift


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


@lean_kernel
def write_soles(
    ankles: np.ndarray, sole: np.ndarray, headings: np.ndarray, tilts: np.ndarray, corners: np.ndarray
) -> None:
    """Write the corners of soles (T, 4, 3) [m]; see :func:`natural_soles`."""
    for i in range(corners.shape[0]):
        w, x, y, z = tilts[i, 0], tilts[i, 1], tilts[i, 2], tilts[i, 3]
        # How far toes and the left edge point up.
        rise = min(max(2.0 * (x * z - w * y), -STEEPEST), STEEPEST)
        lean = min(max(2.0 * (y * z + w * x), -STEEPEST), STEEPEST)
        cos, sin = math.cos(headings[i]), math.sin(headings[i])
        along, across = math.sqrt(1.0 - rise * rise), math.sqrt(1.0 - lean * lean)
        a0, a1, a2 = cos * along, sin * along, rise
        b0, b1, b2 = -sin * across, cos * across, lean
        c0, c1, c2 = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
        for corner in range(sole.shape[0]):
            s0, s1, s2 = sole[corner, 0], sole[corner, 1], sole[corner, 2]
            corners[i, corner, 0] = ankles[i, 0] + s0 * a0 + s1 * b0 + s2 * c0
            corners[i, corner, 1] = ankles[i, 1] + s0 * a1 + s1 * b1 + s2 * c1
            corners[i, corner, 2] = ankles[i, 2] + s0 * a2 + s1 * b2 + s2 * c2


@lean_kernel
def write_drift(
    natural: np.ndarray,
    corners: np.ndarray,
    stand: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
    share: np.ndarray,
    away: np.ndarray,
    drift: np.ndarray,
) -> None:
    """Write how far (T, 3) [m] footholds are from natural soles, led over; ``away`` (T, 3) is a buffer."""
    for i in range(drift.shape[0]):
        # Toes are the last to leave, so that a foothold does not change while the heel rises.
        first = 2 if stand[i, 2] else 0
        for axis in range(3):
            one = corners[i, first, axis] - natural[i, first, axis]
            other = corners[i, first + 1, axis] - natural[i, first + 1, axis]
            away[i, axis] = 0.5 * (one + other)
    for i in range(drift.shape[0]):
        for axis in range(3):
            here = away[before[i], axis]
            drift[i, axis] = here + share[i] * (away[after[i], axis] - here)
