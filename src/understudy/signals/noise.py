"""How noisy signals are, measured at frequencies above those of human motion.

The spectrum of a capture falls steeply to about 10 Hz, where motion ends; what it shows above is noise, be it
flat (white), falling (1/f, as in skeletons that were fitted frame by frame) or cut off (captures that were
filtered). Its level is measured in bands, see ``band_levels``. A kick that is rare does not move a median.
Impacts in most windows are told by how steeply levels E fall from a band A to the next one B at r times its
frequency: noise falls as f⁻² at most (a random walk), motion as f⁻⁶ at least (white jerk). From

    E_A = n_A + m_A,   E_B = n_B + m_B,   n_A ≤ r² n_B,   m_A ≥ r⁶ m_B

follows, where E_A > r² E_B, that some of it is motion, and that noise is

    n_B ≥ (r⁶ E_B - E_A) / (r⁶ - r²),   n_A = r² n_B,

none where E_A ≥ r⁶ E_B. There the quieter windows are asked as well, and the lower answer counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion import validation as check
from understudy.signals.band_levels import band_levels
from understudy.signals.lattice import lattice_step
from understudy.signals.noise_bands import SLOWEST, NoiseBands, noise_bands

_TARGET = 1
"""Band whose level is the noise, the one right above motion."""

_NOISE, _MOTION = 2.0, 6.0
"""Exponents with which the density of noise falls at most, and that of motion at least."""

_BEYOND_CHANCE = 2.0
"""Standard errors by which a spectrum has to be steeper than that of noise."""

_DRIFT = 1.0
"""Frequency [Hz] below which noise counts as flat: a slower drift cannot be told from posture, and that of a
random walk would grow with the clip."""

_FASTEST = 250.0
"""Frame rate [1/s] to about which frames of faster captures are averaged, so that filters stay short."""


@dataclass(frozen=True, eq=False)
class Noise:
    """Noise of K signals in each coordinate, in the signals' unit; NaN where it is unknown.

    It is unknown where a signal has fewer than about half a second without a gap, 21 frames at least, and
    in captures of fewer than 20 frames a second, which show nothing faster than motion.

    Attributes:
        sigma: (K,) standard deviation in a frame of white noise of the one-sided density S that the noise has
            right above motion, σ² = S fps / 2 (12 to 20 Hz; below 50 frames a second the uppermost fifth of
            the spectrum). It decides how a smoother weighs a frame.
        rms: (K,) root mean square of all noise. Below the measured bands its density goes on with its slope
            down to 1 Hz, and flat from there.
        slope: (K,) exponent s of the density S ~ f⁻ˢ down from there: 0 white, 1 pink, 2 a random walk, which
            is the most; 0 below 50 frames a second, where there is no room to tell.
        step: To what the signals were rounded, 0 where they were not. No noise is less than step / √12.
    """

    sigma: np.ndarray
    rms: np.ndarray
    slope: np.ndarray
    step: float

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in ("sigma", "rms", "slope"):
            object.__setattr__(self, name, check.frozen_array(getattr(self, name)))

    @property
    def is_known(self) -> np.ndarray:
        """(K,) True where the noise could be measured."""
        return np.isfinite(self.sigma)

    @property
    def known_sigma(self) -> np.ndarray:
        """The sigmas that are known."""
        return self.sigma[self.is_known]

    def sigma_or(self, fallback: float) -> np.ndarray:
        """Return (K,) sigma; where unknown the median of the known ones, or the fallback without any."""
        known = self.known_sigma
        return np.where(self.is_known, self.sigma, np.median(known) if len(known) else fallback)


def measured_noise(signals: np.ndarray, known: np.ndarray, fps: float, *, free: int | None = None) -> Noise:
    """Measure the noise of signals.

    Args:
        signals: (T, K, D) in any unit, for example positions [m]; finite where known.
        known: (T, K).
        fps: Frames a second [1/s].
        free: Coordinates in which there is noise, D by default; 2 for unit vectors (T, K, 3), whose noise
            is perpendicular to them.
    """
    merged = max(1, round(fps / _FASTEST))
    bands = noise_bands(fps / merged) if fps >= SLOWEST else None
    if bands is None or len(signals) // merged < bands.filters.shape[1] or signals.shape[1] == 0:
        unknown = np.full(signals.shape[1], np.nan)
        return Noise(unknown, unknown, unknown, 0.0)
    step = lattice_step(signals, known)
    if merged > 1:
        signals, known = _averaged(signals, known, merged)
    found = band_levels(signals, known, bands, free or signals.shape[2])
    levels = _without_motion(found.usual, bands, found.error)
    quiet = _without_motion(found.quiet, bands, found.error)
    levels = np.where(levels < found.usual, np.minimum(levels, quiet), levels)
    slope = _slope(levels, bands)
    least = np.where(np.isfinite(slope), step / np.sqrt(12.0), np.nan)
    # Averages of frames have as many times less noise.
    variances = merged * np.stack([levels[_TARGET], _variance(levels, slope, bands, 0.5 * fps)])
    sigma, rms = np.maximum(np.sqrt(variances), least)
    return Noise(sigma, rms, slope, step)


def _averaged(signals: np.ndarray, known: np.ndarray, merged: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the means of as many successive frames, known where all of them are."""
    length = len(signals) // merged
    shape = (length, merged, signals.shape[1])
    means = signals[: length * merged].reshape(*shape, signals.shape[2]).mean(axis=1)
    return means, np.logical_and.reduce(known[: length * merged].reshape(shape), axis=1)


def _without_motion(levels: np.ndarray, bands: NoiseBands, errors: np.ndarray) -> np.ndarray:
    """Return levels (B, K) of which the target and its neighbour are freed of motion.

    ``errors`` (B, K) are the levels' standard errors, as shares. The neighbour is the band above the target;
    in slow captures, which have none, the one below.
    """
    lower = min(_TARGET, len(levels) - 2)
    pair = slice(lower, lower + 2)
    ratio = bands.centres[lower + 1] / bands.centres[lower]
    most, least = ratio**_NOISE, ratio**_MOTION
    chance = 1.0 + _BEYOND_CHANCE * np.sqrt(np.sum(errors[pair] ** 2, axis=0))
    first, second = levels[lower] / chance, levels[lower + 1]
    above = np.maximum((least * second - first) / (least - most), 0.0)
    freed = np.array(levels)
    freed[pair] = np.where(first > most * second, np.stack([most * above, above]), levels[pair])
    return freed


def _slope(levels: np.ndarray, bands: NoiseBands) -> np.ndarray:
    """Return (K,) the exponent with which the noise's density falls up to the target and on from there.

    Below the target there is motion as well, so that noise is no steeper than what is seen there.
    """
    flat = np.where(np.isfinite(levels[_TARGET]), 0.0, np.nan)
    if len(levels) - 1 == _TARGET:
        return flat
    three = slice(_TARGET - 1, _TARGET + 2)
    is_there = (levels[three] > 0.0).all(axis=0)
    falls = -np.diff(np.log(np.where(is_there, levels[three], 1.0)), axis=0)
    exponents = falls / np.diff(np.log(bands.centres[three]))[:, None]
    return flat + np.clip(exponents.min(axis=0), 0.0, _NOISE)


def _variance(levels: np.ndarray, slope: np.ndarray, bands: NoiseBands, highest: float) -> np.ndarray:
    """Return (K,) [unit²] of the noise of all frequencies up to ``highest`` [Hz], half the frame rate."""
    widths = bands.edges[_TARGET:, 1] - bands.edges[_TARGET:, 0]
    # What is faster than the bands reach was averaged out; it counts as flat.
    widths[-1] += highest - bands.edges[-1, 1]
    below = np.geomspace(_DRIFT, bands.edges[_TARGET, 0], 33)
    middles = np.sqrt(below[1:] * below[:-1])
    centre = bands.centres[_TARGET]
    continued = np.diff(below) @ (centre / middles[:, None]) ** slope + _DRIFT * (centre / _DRIFT) ** slope
    return (widths @ levels[_TARGET:] + levels[_TARGET] * continued) / highest
