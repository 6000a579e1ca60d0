"""Yu's two-step choice of the cutoff frequency, as Fiala (5.6) to (5.8) gives it.

The thesis filters joint angles recorded at 25 frames a second with "the Butterworth zero-phase low-pass
filter introduced by Winter" of fourth order. That filter is a second-order one run both ways
(see ``butterworth``). Whether its implementation raised the cutoff for the second run the thesis does not
say; Winter, whom it follows, does, and so do we.
"""

from __future__ import annotations

import numpy as np

from understudy.signals.butterworth import zero_phase_low_pass

FASTEST = 1000.0
"""Frame rate [1/s] from which on cutoffs stay the same: the parabolas would soon fall and turn negative."""


def first_cutoff(fps: float) -> float:
    """Return the mean optimum cutoff [Hz] for a frame rate [1/s], Fiala (5.6)."""
    return 0.071 * fps - 0.00003 * fps**2


def relative_residual(raw: np.ndarray, filtered: np.ndarray) -> np.ndarray:
    """Return (C,) [%] what filtering took from signals (T, C, D), relative to their spread, Fiala (5.7).

    The D coordinates of a vector are summed over, so that the result does not depend on how the axes
    lie. Signals that never change have none.
    """
    taken = np.sum((raw - filtered) ** 2, axis=(0, 2))
    spread = np.sum((raw - raw.mean(axis=0)) ** 2, axis=(0, 2))
    return 100.0 * np.sqrt(np.divide(taken, spread, out=np.zeros_like(taken), where=spread > 0.0))


def second_cutoff(fps: float, residual: np.ndarray | float) -> np.ndarray:
    """Return the final optimum cutoff [Hz] for a frame rate [1/s] and residuals [%], Fiala (5.8).

    Signals from which the first filter took nothing need none: their cutoff is infinite.
    """
    residual = np.asarray(residual, dtype=np.float64)
    beyond = np.divide(5.95, residual, out=np.full_like(residual, np.inf), where=residual > 0.0)
    return 0.06 * fps - 0.000022 * fps**2 + beyond


def yu_cutoffs(signals: np.ndarray, fps: float) -> np.ndarray:
    """Return (C,) [Hz] the cutoff for each of C signals.

    Args:
        signals: (T, C, D) finite; D coordinates of a vector share a cutoff, D = 1 is the thesis's case.
        fps: Frames a second [1/s].
    """
    frames, count, size = signals.shape
    rate = min(fps, FASTEST)
    smoothed = zero_phase_low_pass(signals.reshape(frames, count * size), first_cutoff(rate), fps)
    return second_cutoff(rate, relative_residual(signals, smoothed.reshape(signals.shape)))
