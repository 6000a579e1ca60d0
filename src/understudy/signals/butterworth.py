"""The zero-phase Butterworth low-pass filter of biomechanics (Winter), of fourth order in all.

A second-order filter runs over the signal forwards and backwards. The delays of the two runs cancel, and
their amplitudes multiply to

    1 / (1 + (tan(π f / fs) / Ω)⁴),

which falls by 24 dB an octave as a filter of fourth order does. At the cutoff of the single filter the two
runs together pass a half. Winter therefore designs the single filter for a higher frequency, such that
both together pass 1/√2 at the cutoff that was asked for:

    Ω = tan(π fc / fs) / (√2 - 1)^(1/4).

Written by hand because importing ``scipy.signal`` takes longer than reading and retargeting a clip; the
tests hold it to that package.
"""

from __future__ import annotations

import numpy as np

from understudy.signals.block_filter import run_both_ways

TWO_RUNS = (np.sqrt(2.0) - 1.0) ** 0.25
"""By how much the cutoff of two runs is lower than that of one, 0.802 (Winter)."""

_PAD_PERIODS = 1.5
"""Periods of the cutoff frequency by which a signal is continued at its ends."""

_MANY = 20_000
"""Values from which on a kernel is worth its compilation."""


def design(cutoffs: np.ndarray, fps: float, *, for_two_runs: bool = True) -> np.ndarray:
    """Return (C, 5) coefficients b0, b1, b2, a1, a2 of second-order Butterworth low-pass filters.

    They come from the analogue filter 1 / (s² + √2 s + 1) by the bilinear transform, whose warping of
    frequencies is undone at the cutoff.

    Args:
        cutoffs: (C,) [Hz], over 0 and under fps / 2.
        fps: Frames a second [1/s].
        for_two_runs: Whether the cutoff is that of a run forwards and one backwards together, or that of
            a single run.
    """
    omega = np.tan(np.pi * np.asarray(cutoffs, dtype=np.float64) / fps)
    if for_two_runs:
        omega = omega / TWO_RUNS
    scale = 1.0 / (1.0 + np.sqrt(2.0) * omega + omega**2)
    b0 = omega**2 * scale
    a1 = 2.0 * (omega**2 - 1.0) * scale
    a2 = (1.0 - np.sqrt(2.0) * omega + omega**2) * scale
    return np.stack([b0, 2.0 * b0, b0, a1, a2], axis=-1)


def zero_phase_low_pass(
    signals: np.ndarray, cutoffs: np.ndarray | float, fps: float, *, for_two_runs: bool = True
) -> np.ndarray:
    """Return signals (T, C) without what is faster than the cutoffs, in phase with what went in.

    At its ends a signal is continued by its own image turned about the end point, so that neither value
    nor slope jumps there. A cutoff of half the frame rate or more lets everything pass.

    Args:
        signals: (T, C) in any unit, finite.
        cutoffs: (C,) or one for all [Hz], over 0.
        fps: Frames a second [1/s].
        for_two_runs: Whether the filter passes 1/√2 at the cutoff (Winter's correction), or 1/2 as two
            runs of a filter designed for the cutoff do.
    """
    wanted = np.broadcast_to(np.asarray(cutoffs, dtype=np.float64), signals.shape[1:])
    result = np.array(signals, dtype=np.float64, order="C")
    columns = np.flatnonzero(wanted < 0.5 * fps)
    if len(signals) < 2 or len(columns) == 0:
        return result
    chosen = wanted[columns]
    pads = np.minimum(np.ceil(_PAD_PERIODS * fps / chosen), len(signals) - 1).astype(np.int64)
    coefficients = design(chosen, fps, for_two_runs=for_two_runs)
    if len(signals) * len(columns) > _MANY:
        # Numba takes a third of a second to load, which short takes need not wait for.
        from understudy.signals.filter_kernel import run_all_both_ways

        longest = np.empty(len(signals) + 2 * int(pads.max()))
        run_all_both_ways(result, columns, coefficients, pads, longest)
    else:
        result[:, columns] = run_both_ways(result[:, columns], coefficients, pads)
    return result
