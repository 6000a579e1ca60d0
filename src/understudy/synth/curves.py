"""Smooth curves over time: periodic ones through key points, rests joined by movements, slow wandering."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_SAMPLES = 512
"""Samples a period from which Fourier coefficients are taken; far above any harmonic kept."""


@dataclass(frozen=True, eq=False)
class PeriodicCurve:
    """A real Fourier series of period 1.

    Attributes:
        coefficients: (H + 1,) complex; value = Re Σ coefficients[h] exp(2πi h phase).
    """

    coefficients: np.ndarray

    @classmethod
    def through_keys(cls, keys: Sequence[tuple[float, float]], harmonics: int) -> PeriodicCurve:
        """Return a smooth curve close to key points, without overshoot between them.

        A periodic monotone cubic runs through the keys; its series is cut after ``harmonics`` with a
        taper, which rounds the corners of the cubic without ringing.

        Args:
            keys: Pairs of phase in [0, 1), increasing, and value.
            harmonics: Highest harmonic kept.
        """
        phases, values = (np.array(column) for column in zip(*keys, strict=True))
        samples = _periodic_monotone_cubic(phases, values, np.arange(_SAMPLES) / _SAMPLES)
        return cls.through_samples(samples, harmonics).tapered()

    @classmethod
    def through_samples(cls, samples: np.ndarray, harmonics: int) -> PeriodicCurve:
        """Return the least-squares series of evenly spaced samples (N,) of one period."""
        coefficients = np.fft.rfft(samples)[: harmonics + 1] * (2.0 / len(samples))
        coefficients[0] *= 0.5
        return cls(coefficients)

    def tapered(self) -> PeriodicCurve:
        """Return the curve with its upper harmonics faded out by Lanczos' factors."""
        harmonic = np.arange(len(self.coefficients))
        return PeriodicCurve(self.coefficients * np.sinc(harmonic / len(harmonic)))

    def __call__(self, phase: np.ndarray) -> np.ndarray:
        """Return values at phases of any shape."""
        harmonic = np.arange(len(self.coefficients))
        waves = np.exp(2j * np.pi * np.asarray(phase, dtype=np.float64)[..., None] * harmonic)
        return np.real(waves @ self.coefficients)


def _periodic_monotone_cubic(phases: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Interpolate by cubic pieces whose slopes are harmonic means (Fritsch and Butland), period 1."""
    phases = np.concatenate([phases, phases[:1] + 1.0])
    values = np.concatenate([values, values[:1]])
    steps = np.diff(phases)
    rises = np.diff(values) / steps
    before, after = np.roll(rises, 1), rises
    same_sign = before * after > 0.0
    total = np.where(same_sign, before + after, 1.0)
    slopes = np.where(same_sign, 2.0 * before * after / total, 0.0)
    slopes = np.concatenate([slopes, slopes[:1]])
    at = phases[0] + np.mod(at - phases[0], 1.0)
    piece = np.clip(np.searchsorted(phases, at, side="right") - 1, 0, len(steps) - 1)
    step, fraction = steps[piece], (at - phases[piece]) / steps[piece]
    return (
        values[piece] * (1.0 + 2.0 * fraction) * (1.0 - fraction) ** 2
        + values[piece + 1] * fraction**2 * (3.0 - 2.0 * fraction)
        + slopes[piece] * step * fraction * (1.0 - fraction) ** 2
        - slopes[piece + 1] * step * fraction**2 * (1.0 - fraction)
    )


def fade_out(value: np.ndarray, slope: np.ndarray, span: float, at: np.ndarray) -> np.ndarray:
    """Return the quintic that starts with a value and slope and comes smoothly to rest at zero.

    Args:
        value: (n,) at 0; it also holds before.
        slope: (n,) at 0.
        span: Where it is zero, and stays.
        at: (T,) places.

    Returns:
        (T, n) values.
    """
    s = np.clip(at, 0.0, span)[:, None] / span
    start = s - s**3 * (6.0 - 8.0 * s + 3.0 * s**2)
    return (1.0 - minimum_jerk(s)) * value + span * start * slope


def minimum_jerk(fraction: np.ndarray) -> np.ndarray:
    """Return the course from rest (0) to rest (1) with the least jerk; constant outside [0, 1].

    This is how people move from point to point (Flash and Hogan 1985): 10 s³ - 15 s⁴ + 6 s⁵.
    """
    s = np.clip(fraction, 0.0, 1.0)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)


def rests_and_movements(times: Sequence[float], values: Sequence[float], at: np.ndarray) -> np.ndarray:
    """Return a curve that comes to rest at every key and moves with the least jerk between them.

    Args:
        times: (N,) increasing [s].
        values: (N,) in any unit.
        at: Times [s] of any shape.
    """
    result = np.full(np.shape(at), float(values[0]))
    for start, end, low, high in zip(times[:-1], times[1:], values[:-1], values[1:], strict=True):
        result = result + (high - low) * minimum_jerk((at - start) / (end - start))
    return result


def wander(generator: random.Random, at: np.ndarray, slowest: float, fastest: float) -> np.ndarray:
    """Return a slow, never repeating course within [-1, 1] with a root mean square of about 0.4.

    Args:
        generator: Source of the periods and phases.
        at: (T,) times [s].
        slowest: Longest period [s].
        fastest: Shortest period [s].
    """
    waves = []
    for index in range(_WAVES):
        share = (index + generator.random()) / _WAVES
        period = slowest * (fastest / slowest) ** share
        waves.append(np.sin(2.0 * np.pi * (at / period + generator.random())))
    return np.mean(waves, axis=0)


_WAVES = 3
"""Sine waves of unrelated periods that make up a wandering course."""
