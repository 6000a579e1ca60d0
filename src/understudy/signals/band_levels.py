"""How strong signals are in bands of frequencies, by medians over windows, which rare strikes do not move.

A level is the variance that white noise of the same density S has in a frame, σ² = S fps / 2. In a window of
white noise the filters of a band give χ²-distributed powers; quantiles over windows are brought to the
variance by the same quantile of χ².
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from understudy.signals.noise_bands import NoiseBands

_HALF, _QUARTER = (0.5, 0.0), (0.25, -0.67449)
"""Shares of windows that are quieter, and the same of a standard normal variable."""

_MEDIAN = 1.25
"""By how much a median is farther off than a mean of as many windows."""

_LEAST_WINDOWS = 4
"""Windows without a gap, each a quarter after the other, that tell a level to about a sixth."""

_MOST_WINDOWS = 2000
"""More would not tell it better."""

_AT_A_TIME = 256
"""Windows that are filtered together, so that long clips take little memory."""


class BandLevels(NamedTuple):
    """Levels of B bands of K signals [unit²], NaN where a signal has too few windows without a gap.

    Attributes:
        usual: (B, K) by the median of all windows.
        quiet: (B, K) by their lower quartile; the same for noise that is always there.
        error: (B, K) standard error of a level, as a share of it.
    """

    usual: np.ndarray
    quiet: np.ndarray
    error: np.ndarray


def band_levels(signals: np.ndarray, known: np.ndarray, bands: NoiseBands, free: int) -> BandLevels:
    """Return the levels of signals.

    Args:
        signals: (T, K, D), at least as long as the filters; finite where known.
        known: (T, K).
        bands: Filters of N frames.
        free: Coordinates of the D in which there is noise; levels are per coordinate of these.
    """
    length, (count, size) = len(signals), signals.shape[1:]
    frames = bands.filters.shape[1]
    hop = max(frames // 4, -(-(length - frames + 1) // _MOST_WINDOWS))
    flat = np.ascontiguousarray(signals, dtype=np.float64).reshape(length, count * size)
    windows = sliding_window_view(flat, frames, axis=0)[::hop].transpose(0, 2, 1)
    squares = np.empty((len(windows), len(bands.counts), count * size))
    for first in range(0, len(windows), _AT_A_TIME):
        seen = np.matmul(bands.filters, windows[first : first + _AT_A_TIME])
        np.add.reduceat(seen * seen, bands.starts, axis=1, out=squares[first : first + _AT_A_TIME])
    powers = squares.reshape(len(windows), -1, count, size).sum(axis=-1)
    is_whole = _without_gap(known, np.arange(len(windows)) * hop, frames)
    powers = np.sort(np.where(is_whole[:, None], powers, np.inf), axis=0)
    whole = is_whole.sum(axis=0)
    freedom = (free * bands.counts)[:, None]
    usual, quiet = (
        np.where(
            whole >= _LEAST_WINDOWS,
            _ranked(powers, whole, share) / (freedom * _chi_square(freedom, normal)),
            np.nan,
        )
        for share, normal in (_HALF, _QUARTER)
    )
    # Windows overlap; only so many are independent.
    apart = np.maximum(whole * min(hop / frames, 1.0), 1.0)
    return BandLevels(usual, quiet, _MEDIAN * np.sqrt(2.0 / (freedom * apart)))


def _without_gap(known: np.ndarray, starts: np.ndarray, frames: int) -> np.ndarray:
    """Return (W, K) whether signals are known in all frames of the windows that begin at ``starts`` (W,)."""
    missed = np.zeros((len(known) + 1, known.shape[1]), dtype=np.int64)
    np.cumsum(~known, axis=0, out=missed[1:])
    return missed[starts + frames] == missed[starts]


def _ranked(powers: np.ndarray, counts: np.ndarray, share: float) -> np.ndarray:
    """Return (B, K) a quantile of the first ``counts`` (K,) of sorted powers (W, B, K), between two ranks."""
    last = np.maximum(counts - 1, 0)
    place = share * last
    lower = place.astype(np.int64)
    columns = np.arange(powers.shape[2])
    low, high = (powers[rank, :, columns].T for rank in (lower, np.minimum(lower + 1, last)))
    part = place - lower
    with np.errstate(invalid="ignore"):
        return (1.0 - part) * low + part * high


def _chi_square(freedom: np.ndarray, normal: float) -> np.ndarray:
    """Return a quantile of χ² over its degrees of freedom, to 4 % at one of 3 (Wilson and Hilferty 1931)."""
    spread = 2.0 / (9.0 * freedom)
    return (1.0 - spread + normal * np.sqrt(spread)) ** 3
