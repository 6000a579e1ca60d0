"""People made of waves and strikes, and noise of every colour, for tests of how noise is measured."""

from __future__ import annotations

import numpy as np

STRIKE = 0.15
"""How long a strike takes [s]."""

REACH = 0.6
"""How far it goes [m]."""


def minimum_jerk(share: np.ndarray) -> np.ndarray:
    """Return the course from 0 to 1 with the least jerk (Flash and Hogan 1985), at shares of its time."""
    share = np.clip(share, 0.0, 1.0)
    return share**3 * (10.0 - 15.0 * share + 6.0 * share**2)


def person(fps: float, seconds: float = 6.0, count: int = 20, strikes: int = 2, seed: int = 0) -> np.ndarray:
    """Return (T, K, 3) [m] points that walk in waves up to 4 Hz and strike out as often as told."""
    generator = np.random.default_rng(seed)
    times = np.arange(round(seconds * fps)) / fps
    points = np.zeros((len(times), count, 3)) + np.outer(times, [1.3, 0.0, 0.0])[:, None]
    for harmonic in range(1, 5):
        size, phase = generator.normal(size=(count, 3)), generator.uniform(0.0, 2.0 * np.pi, (count, 3))
        points += 0.25 / harmonic**3 * size * np.sin(1.9 * np.pi * harmonic * times[:, None, None] + phase)
    for k in range(count):
        for start in generator.uniform(0.3, seconds - 0.8, strikes):
            way = generator.normal(size=3)
            out = minimum_jerk((times - start) / STRIKE)
            back = minimum_jerk((times - start - STRIKE - 0.05) / (2.0 * STRIKE))
            points[:, k] += REACH * np.outer(out - back, way / np.linalg.norm(way))
    return points


def coloured(shape: tuple[int, ...], fps: float, exponent: float, at: float, seed: int = 1) -> np.ndarray:
    """Return noise with density ~ f to the minus ``exponent`` that equals unit white noise's ``at`` [Hz]."""
    length = 8 * shape[0]
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=(length, *shape[1:])), axis=0)
    frequencies = np.fft.rfftfreq(length, 1.0 / fps)
    frequencies[0] = frequencies[1]
    gains = (frequencies / at) ** (-0.5 * exponent)
    return np.fft.irfft(spectrum * gains[:, None, None], length, axis=0)[: shape[0]]
