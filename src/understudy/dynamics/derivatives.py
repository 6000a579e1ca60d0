"""Smooth coordinates of a body with their velocities and accelerations.

A polynomial is fitted to a window around every frame (Savitzky and Golay 1964), and its value and derivatives
there are taken. At both ends the polynomial of the last whole window goes on, so that constant acceleration
is exact up to the last frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kernels.compilation import lean_kernel
from understudy.motion import validation as check
from understudy.spatial import rotations as rot

DEGREE = 4

DEFAULT_CUTOFF = 6.0
"""Movements of human limbs in daily life are below about 6 Hz (Winter)."""

_ROOT_TURN = slice(3, 7)


@dataclass(frozen=True, eq=False)
class SmoothMotion:
    """Coordinates in MuJoCo's convention with their derivatives, all (T, …).

    Attributes:
        q: (T, nq) smoothed; a free root comes first, its quaternion of unit length.
        velocities: (T, nv) [m/s, rad/s]; the root's turn in its own axes.
        accelerations: (T, nv) [m/s², rad/s²].
    """

    q: np.ndarray
    velocities: np.ndarray
    accelerations: np.ndarray


def smooth_motion(
    q: np.ndarray, fps: float, cutoff: float = DEFAULT_CUTOFF, free_root: bool = True, every: int = 1
) -> SmoothMotion:
    """Return smoothed coordinates and their derivatives.

    Args:
        q: (T, nq) root position [m], root quaternion wxyz, hinges [rad]; hinges alone without a free root.
        fps: Frames a second [1/s].
        cutoff: Frequency [Hz] at which the smoothing halves the power of a movement.
        free_root: Whether a free root comes first.
        every: Which frames are returned: every so many.

    Raises:
        InvalidMotionError: For fewer frames than a polynomial needs, or values that are not finite.
    """
    check.require_fps(fps)
    check.require_shape("q", q, (None, None))
    check.require_finite("q", q)
    if free_root:
        check.require_unit_quaternions("q", q[:, _ROOT_TURN])
        q = np.concatenate([q[:, :3], rot.continuous(q[:, _ROOT_TURN]), q[:, 7:]], axis=1)
    value, first, second = _polynomial(q, fps, half_window(len(q), fps, cutoff), every)
    if not free_root:
        return SmoothMotion(value, first, second)
    turn, turn_first, turn_second = (each[:, _ROOT_TURN] for each in (value, first, second))
    spin, spin_change = _spin(turn, turn_first, turn_second)
    return SmoothMotion(
        q=np.concatenate([value[:, :3], rot.normalise(turn), value[:, 7:]], axis=1),
        velocities=np.concatenate([first[:, :3], spin, first[:, 7:]], axis=1),
        accelerations=np.concatenate([second[:, :3], spin_change, second[:, 7:]], axis=1),
    )


def require_cutoff(cutoff: float) -> None:
    """Require a frequency [Hz] over 0; infinity smooths nothing."""
    if not cutoff > 0.0:
        raise InvalidMotionError(f"the cutoff is {cutoff} Hz, expected a frequency over 0")


def half_window(count: int, fps: float, cutoff: float) -> int:
    """Return how many frames to either side a window has, by the rule of Schafer (2011) for its cutoff.

    So many frames at both ends have the polynomial of the last whole window go on, and are less certain.

    Args:
        count: Frames of the clip.
        fps: Frames a second [1/s].
        cutoff: Frequency [Hz] at which the smoothing halves the power of a movement.

    Raises:
        InvalidMotionError: For fewer frames than a polynomial needs, or no frequency.
    """
    if count <= DEGREE:
        raise InvalidMotionError(
            f"accelerations of {count} frames cannot be told, expected at least {DEGREE + 1}"
        )
    require_cutoff(cutoff)
    wanted = ((DEGREE + 1) * 0.5 * fps / cutoff + 4.6) / 3.2
    if np.isinf(cutoff):
        # A parabola through three frames smooths nothing: these are central differences.
        return 1
    # A window has more frames than the polynomial coefficients, and no more than the clip.
    return int(min(max(round(wanted), DEGREE // 2 + 1), (count - 1) // 2))


def _polynomial(
    q: np.ndarray, fps: float, half: int, every: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (N, n) value, first and second derivative of the polynomials at every so many frames."""
    count, width = len(q), 2 * half + 1
    fit = _fitted(half)
    scale = fps / max(half, 1)
    factors = (1.0, scale, 2.0 * scale**2)
    frames = np.arange(0, count, every)
    found = np.empty((len(factors), len(frames), q.shape[1]))
    inside = slice(*np.searchsorted(frames, (half, count - half)).tolist())
    first, number = inside.start * every - half, inside.stop - inside.start
    by_kernel = _add_weighted.is_worth_it(len(factors) * number)
    rows = np.ascontiguousarray(q) if by_kernel else q
    for out, factor, weights in zip(found[:, inside], factors, fit, strict=False):
        out[:] = 0.0
        if by_kernel:
            _add_weighted(factor * weights, rows, first, every, out)
            continue
        for offset, weight in enumerate(factor * weights, first):
            out += weight * rows[offset::every][:number]
    for ends, start in ((slice(0, inside.start), 0), (slice(inside.stop, len(frames)), count - width)):
        coefficients = fit @ q[start : start + width]
        powers = _powers(half, *(frames[ends] - start).tolist())
        for out, factor, of_order in zip(found[:, ends], factors, powers, strict=True):
            out[:] = factor * np.einsum("tp,pn->tn", of_order, coefficients)
    return found[0], found[1], found[2]


@lru_cache(maxsize=32)
def _fitted(half: int) -> np.ndarray:
    """Return (D, 2 half + 1) what makes polynomials' coefficients of a window; not to be written to."""
    at = np.arange(-half, half + 1) / max(half, 1)
    fit = np.linalg.pinv(np.vander(at, min(DEGREE, 2 * half) + 1, increasing=True))
    fit.setflags(write=False)
    return fit


@lru_cache(maxsize=128)
def _powers(half: int, *frames: int) -> np.ndarray:
    """Return (3, N, D) what coefficients count in values and derivatives over their order's factorial.

    Args:
        half: Of the window.
        frames: N frames from the window's first one on.
    """
    place = (np.array(frames, dtype=np.int64) - half) / max(half, 1)
    found = np.zeros((3, len(place), min(DEGREE, 2 * half) + 1))
    for order, of_order in enumerate(found):
        for power in range(order, of_order.shape[1]):
            of_order[:, power] = float(math.comb(power, order)) * place ** (power - order)
    found.setflags(write=False)
    return found


@lean_kernel
def _add_weighted(weights: np.ndarray, q: np.ndarray, first: int, every: int, out: np.ndarray) -> None:
    """Add to rows (N, n) the weighted sum of the rows of q (T, n) in a window that goes on by so many."""
    for row in range(out.shape[0]):
        for offset in range(weights.shape[0]):
            for column in range(out.shape[1]):
                out[row, column] += weights[offset] * q[first + offset + row * every, column]


def _spin(turn: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, 3) angular velocity and acceleration in own axes, of quaternions of any length.

    ω = 2 vec(p* ṗ) / |p|², and its derivative, in which ṗ* ṗ has no vector part.
    """
    square = np.sum(turn**2, axis=1, keepdims=True)
    inverse = rot.conjugate(turn)
    spin = 2.0 * rot.multiply(inverse, first)[:, 1:] / square
    growth = 2.0 * np.sum(turn * first, axis=1, keepdims=True) / square
    return spin, 2.0 * rot.multiply(inverse, second)[:, 1:] / square - growth * spin
