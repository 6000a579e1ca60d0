"""Filters that see what is faster than human motion, and next to nothing of motion itself.

Voluntary motion has little power above 10 Hz, so that noise shows in bands above. The filters of a band are
the sequences of N frames that collect the most of white noise within the band relative to everything that
they collect: white noise of all frequencies and motion, whose density falls as f⁻⁶ (white jerk),

    maximise  hᵀ P h / hᵀ (1 + M) h,

with P and M the covariances (N, N) of unit white noise within the band and of motion: Slepian's tapers
(Slepian 1978) in the presence of motion. A band of width B has about 2 B N / fps of them. They are
orthonormal: each gives a white noise's variance, independent of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

SLOWEST = 20.0
"""Frame rate [1/s] from which on noise can be told: half of it, the fastest that frames show, lies at 10 Hz,
where motion ends."""

FAST = 50.0
"""Frame rate [1/s] from which on there is room for a band right above motion and for one above that."""

MOTION_ENDS = 10.0
"""Frequency [Hz] up to which filters are blind: voluntary motion has little power above (Winter 2009)."""

_LOWER = (6.0, 10.0)
"""Frequencies [Hz] of fast motion, whose level noise cannot exceed."""

_BAND = (12.0, 20.0)
"""Frequencies [Hz] right above motion, where a smoother's trade-off between noise and motion is decided."""

_SHARES = ((0.4, 0.6), (0.8, 1.0))
"""Both in slow captures, as shares of half the frame rate; 6 to 9 and 12 to 15 Hz at 30 frames a second."""

_WIDER = 1.75
"""By how much a band's edges differ above, nearly an octave."""

_SECONDS = 0.3
"""Length of a filter [s]: long enough for three in the band above, so short that a strike spoils little."""

_LEAST_FRAMES = 12
"""Length of a filter at least; shorter ones cannot tell the bands of slow captures apart."""

_MOTION = 1e8
"""Variance of motion relative to that of the least noise to be told: 0.3 m to 0.03 mm, squared."""

_BLIND, _LOWER_BLIND = 0.85, 0.5
"""Shares of a band's lower edge up to which its filters are blind; the second is that of the band of fast
motion, whose filters shall see it."""

_FLAT = 1.0
"""Frequency [Hz] below which motion's density is flat, since people stay where they are."""


@dataclass(frozen=True, eq=False)
class NoiseBands:
    """Filters by band, in rising order of frequency: that of fast motion, the one right above, and more.

    Attributes:
        edges: (B, 2) [Hz] where bands begin and end, the last one at half the frame rate.
        centres: (B,) [Hz] where the filters of a band see, which is a little higher than in its middle.
        filters: (F, N) orthonormal within a band.
        counts: (B,) how many of the filters belong to each band.
    """

    edges: np.ndarray
    centres: np.ndarray
    filters: np.ndarray
    counts: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """(B,) the first filter of each band."""
        return np.cumsum(self.counts) - self.counts


@lru_cache(maxsize=16)
def noise_bands(fps: float) -> NoiseBands:
    """Return the filters for a frame rate of at least ``SLOWEST`` [1/s]."""
    edges = _edges(fps)
    frames = max(round(_SECONDS * fps), _LEAST_FRAMES)
    blind = np.minimum(_BLIND * edges[:, 0], MOTION_ENDS)
    blind[0] = _LOWER_BLIND * edges[0, 0]
    filters = [
        _filters_of(frames, fps, low, high, slow) for (low, high), slow in zip(edges, blind, strict=True)
    ]
    return NoiseBands(
        edges,
        np.array([_centre(own, fps) for own in filters]),
        np.concatenate(filters),
        np.array([len(own) for own in filters]),
    )


def _edges(fps: float) -> np.ndarray:
    """Return (B, 2) [Hz], at least two bands."""
    highest = 0.5 * fps
    if fps < FAST:
        return highest * np.array(_SHARES)
    high = _BAND[1]
    count = max(1, round(np.log(highest / high) / np.log(_WIDER)))
    above = high * (highest / high) ** (np.arange(count + 1) / count)
    return np.array([_LOWER, _BAND, *zip(above, above[1:], strict=False)])


def _filters_of(frames: int, fps: float, low: float, high: float, blind: float) -> np.ndarray:
    """Return (F, N) the best filters of a band [Hz] over N ``frames``, blind to motion below ``blind``."""
    times, share = np.arange(frames) / fps, 2.0 * (high - low) / fps
    band = _covariance(times, np.linspace(low, high, 64), np.full(64, share / 64))
    slow = np.arange(0.05, blind, 0.1)
    density = np.maximum(slow, _FLAT) ** -6.0
    motion = _covariance(times, slow, _MOTION * density / density.sum())
    # They are blind altogether to what rests, however far away, and to what moves steadily.
    free = np.linalg.qr(np.vander(times, 2), mode="complete")[0][:, 2:]
    factor = np.linalg.cholesky(np.eye(frames - 2) + free.T @ motion @ free)
    whitened = np.linalg.solve(factor, np.linalg.solve(factor, free.T @ band @ free).T)
    _, vectors = np.linalg.eigh(whitened)
    # Tapers beyond the band's count of degrees of freedom, and the last before, leak.
    count = max(1, int(share * frames) - 1)
    best = np.linalg.solve(factor.T, vectors[:, ::-1][:, :count])
    return (free @ np.linalg.qr(best / np.linalg.norm(best, axis=0))[0]).T


def _centre(filters: np.ndarray, fps: float) -> float:
    """Return the frequency [Hz], a geometric mean, of what filters (F, N) pass of white noise."""
    size = 8 * filters.shape[1]
    powers = np.sum(np.abs(np.fft.rfft(filters, size)) ** 2, axis=0)[1:]
    return float(np.exp(powers @ np.log(np.fft.rfftfreq(size, 1.0 / fps)[1:]) / powers.sum()))


def _covariance(times: np.ndarray, frequencies: np.ndarray, variances: np.ndarray) -> np.ndarray:
    """Return (N, N) the covariance of frames [s] of waves of these frequencies [Hz] and variances."""
    angles = 2.0 * np.pi * np.outer(times, frequencies)
    waves = np.concatenate([np.cos(angles), np.sin(angles)], axis=1) * np.sqrt(np.tile(variances, 2))
    return waves @ waves.T
