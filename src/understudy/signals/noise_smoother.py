"""A noisy signal estimated: as smooth as its noise asks for, as quick as the motion is at any moment.

A signal y with white noise of standard deviation σ is estimated by the x that minimises

    Σₜ wₜ (xₜ − yₜ)² / σ² + Σₜ (Δ³xₜ)² / τₜ²

(Reinsch's smoothing spline, third differences; the same as a Kalman smoother whose jerk has the standard
deviation τₜ). How much jerk there is at a moment is learned from the signal itself by empirical Bayes: τₜ² is
the mean square of Δ³x around it, over the share of it that the noise lets be seen (MacKay's update). So what
is slow is smoothed well, and a kick or a landing keeps its peak. Nothing is late: the estimate looks both
ways.

Noise has glitches: it follows Student's t distribution, so that a measurement yₜ of D components weighs (EM)

    wₜ = min(1, (ν + D) / (ν + ‖xₜ − yₜ‖² / σ²))
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel

SLOWEST = 5.0
"""Cutoff [1/s] with which the search begins."""

AROUND = 0.1
"""Half of the time [s] over which jerk is learned: as long as a strike takes."""

ROUNDS = 6
"""How often jerk is learned."""

TAILS = 4.0
"""Degrees of freedom ν of the noise's distribution (Lange, Little and Taylor 1989)."""

_ROWS = 9
_FREQUENCIES, _STRENGTHS, _WEAKEST = 256, 128, -24.0
"""Frequencies over which a spectrum is summed up; strengths σ²/τ² = 2^(n/2 − 24) that are tabulated."""


def smooth_within_noise(signal: np.ndarray, known: np.ndarray, noise: np.ndarray, fps: float) -> np.ndarray:
    """Return signals (T, K, D) without the noise that is in them.

    Args:
        signal: (T, K, D) K signals of D components; numbers everywhere, also where not known.
        known: (T, K) whether it was measured.
        noise: (K,) standard deviation of a sample's noise per component; a signal without any stays as it is.
        fps: Frames a second [1/s].
    """
    out = np.array(signal, dtype=np.float64, order="C")
    frames, count, size = signal.shape
    if frames < 4:
        return out
    window = max(2, round(AROUND * fps))
    rows, path = np.empty((_ROWS, frames)), np.empty((frames, size))
    first = (2.0 * math.sin(min(math.pi * SLOWEST / fps, 0.5 * math.pi))) ** -6
    for k in range(count):
        if not (noise[k] > 0.0 and math.isfinite(noise[k])) or known[:, k].sum() < 4:
            continue
        smooth_one(
            np.ascontiguousarray(out[:, k]), known[:, k].astype(np.float64), float(noise[k]) ** 2, first,
            window, ROUNDS, _seen_shares(), rows, path,
        )  # fmt: skip
        out[:, k] = path
    return out


@lru_cache(maxsize=1)
def _seen_shares() -> np.ndarray:
    """Return which share of jerk's power white noise lets be seen, by the strength of smoothing."""
    sine = 2.0 * np.sin(0.5 * np.pi * (np.arange(_FREQUENCIES) + 0.5) / _FREQUENCIES)
    return (1.0 / (1.0 + 2.0 ** (0.5 * np.arange(_STRENGTHS)[:, None] + _WEAKEST) * sine**6)).mean(axis=1)


@fused_kernel
def smooth_one(
    y: np.ndarray,
    known: np.ndarray,
    variance: float,
    first: float,
    window: int,
    rounds: int,
    shares: np.ndarray,
    rows: np.ndarray,
    x: np.ndarray,
) -> None:
    """Estimate one signal.

    Args:
        y: (T, D) measured.
        known: (T,) 1 where it was, else 0.
        variance: σ² of each component.
        first: Strength σ²/τ² with which all begins.
        window: Frames before and after a moment by which it is judged.
        rounds: How often.
        shares: See :func:`_seen_shares`.
        rows: (9, T) buffers.
        x: (T, D) receives the estimate.
    """
    frames, size = y.shape
    strength, jerk, seen = rows[0], rows[1], rows[2]
    weakest = 2.0**_WEAKEST
    weight = rows[7]
    for t in range(frames):
        strength[t], weight[t] = first, known[t]
    for turn in range(rounds):
        _solve(y, weight, strength, rows, x)
        if turn == rounds - 1:
            break
        for t in range(frames - 3):
            total = 0.0
            for d in range(size):
                total += (x[t + 3, d] - 3.0 * x[t + 2, d] + 3.0 * x[t + 1, d] - x[t, d]) ** 2
            jerk[t] = total / size
            place = int(2.0 * (math.log2(strength[t]) - _WEAKEST) + 0.5)
            seen[t] = shares[min(max(place, 0), shares.shape[0] - 1)]
        total, share, last = 0.0, 0.0, frames - 4
        for t in range(min(window, last + 1)):
            total, share = total + jerk[t], share + seen[t]
        for t in range(last + 1):
            if t + window <= last:
                total, share = total + jerk[t + window], share + seen[t + window]
            if t - window - 1 >= 0:
                total, share = total - jerk[t - window - 1], share - seen[t - window - 1]
            strength[t] = min(max(variance * share / max(total, 1e-300), weakest), 1e12)
        _weigh(y, known, x, variance, weight)


@fused_inner_kernel
def _weigh(y: np.ndarray, known: np.ndarray, x: np.ndarray, variance: float, weight: np.ndarray) -> None:
    """Write weights (T,) of measurements: those far from the estimate are likely glitches."""
    frames, size = y.shape
    total, count = 0.0, 1e-300
    for t in range(frames):
        weight[t] = 0.0
        for d in range(size):
            weight[t] += (y[t, d] - x[t, d]) ** 2
        total, count = total + known[t] * weight[t], count + known[t] * size
    # Where the estimate cannot come as near as the noise is small, all of it is no glitch.
    scale = max(variance, total / count)
    for t in range(frames):
        weight[t] = known[t] * min(1.0, (TAILS + size) * scale / (TAILS * scale + weight[t] + 1e-300))


@fused_inner_kernel
def _solve(y: np.ndarray, known: np.ndarray, strength: np.ndarray, rows: np.ndarray, x: np.ndarray) -> None:
    """Solve (K + D₃ᵀ U D₃) x = K y by L D Lᵀ with three lower diagonals.

    Row t of D₃ is of frames t to t + 3.
    """
    frames, size = y.shape
    diagonal, a, b, c = rows[3], rows[4], rows[5], rows[6]
    for t in range(frames):
        # Where nothing was measured a trace keeps the matrix definite at the ends of a clip.
        diagonal[t], a[t], b[t], c[t] = max(known[t], 1e-9), 0.0, 0.0, 0.0
    for t in range(frames - 3):
        u = strength[t]
        diagonal[t] += u
        diagonal[t + 1] += 9.0 * u
        diagonal[t + 2] += 9.0 * u
        diagonal[t + 3] += u
        a[t + 1] -= 3.0 * u
        a[t + 2] -= 9.0 * u
        a[t + 3] -= 3.0 * u
        b[t + 2] += 3.0 * u
        b[t + 3] += 3.0 * u
        c[t + 3] -= u
    for t in range(frames):
        # a, b, c of row t: to t − 1, t − 2, t − 3. They become L's, by D of the rows before.
        if t >= 3:
            b[t] -= c[t] * a[t - 2]
            a[t] -= c[t] * b[t - 1]
        if t >= 2:
            a[t] -= b[t] * a[t - 1]
        la = a[t] / diagonal[t - 1] if t >= 1 else 0.0
        lb = b[t] / diagonal[t - 2] if t >= 2 else 0.0
        lc = c[t] / diagonal[t - 3] if t >= 3 else 0.0
        diagonal[t] -= la * a[t] + lb * b[t] + lc * c[t]
        a[t], b[t], c[t] = la, lb, lc
    for d in range(size):
        for t in range(frames):
            value = max(known[t], 1e-9) * y[t, d]
            if t >= 1:
                value -= a[t] * x[t - 1, d]
            if t >= 2:
                value -= b[t] * x[t - 2, d]
            if t >= 3:
                value -= c[t] * x[t - 3, d]
            x[t, d] = value
        for t in range(frames - 1, -1, -1):
            value = x[t, d] / diagonal[t]
            if t + 1 < frames:
                value -= a[t + 1] * x[t + 1, d]
            if t + 2 < frames:
                value -= b[t + 2] * x[t + 2, d]
            if t + 3 < frames:
                value -= c[t + 3] * x[t + 3, d]
            x[t, d] = value
