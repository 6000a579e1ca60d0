"""Two sines mimicked by five cosines (Bartholomew 2014, Fig. 9 and Table 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion.primitives import cosines
from understudy.retarget.compose.weights import gram, optimal_weights
from understudy.study.composition import published

_FINE = 100_000
"""Steps of a sum that stands for an integral."""


@dataclass(frozen=True, eq=False)
class Mimicry:
    """A sine and what five cosines make of it.

    Attributes:
        frequency: Of the sine [rad/s].
        times: (T,) [s].
        motion: (T,) the sine.
        composed: (T,) the mimicry.
        weights: (5,) by sums over frames, as the table's.
        integrals: (5,) by integrals.
        condition: Of Ψ.
    """

    frequency: float
    times: np.ndarray
    motion: np.ndarray
    composed: np.ndarray
    weights: np.ndarray
    integrals: np.ndarray
    condition: float

    @property
    def printed(self) -> np.ndarray:
        """(5,) weights of Table 2."""
        return np.array(published.TABLE_2[self.frequency])

    @property
    def agrees(self) -> bool:
        """Whether all five come out to the printed four digits."""
        return bool((np.round(self.weights, 4) == self.printed).all())

    @property
    def residual(self) -> float:
        """∫ (H − R)² dt, Bartholomew (1)."""
        return float(((self.motion - self.composed) ** 2).sum() * published.STEP)

    @property
    def rms(self) -> float:
        """Root mean square of the error."""
        return float(np.sqrt(np.mean((self.motion - self.composed) ** 2)))


def mimicry(frequency: float) -> Mimicry:
    """Return how a sine is mimicked over the table's window."""
    library = cosines()
    times = np.arange(round(published.SECONDS / published.STEP) + 1) * published.STEP
    values, motion = library.values(times), np.sin(frequency * times)
    weights = optimal_weights(values, motion[:, None])[:, 0]
    fine = (np.arange(_FINE) + 0.5) * published.SECONDS / _FINE
    exact = optimal_weights(library.values(fine), np.sin(frequency * fine)[:, None])[:, 0]
    composed = values.T @ weights
    return Mimicry(frequency, times, motion, composed, weights, exact, gram(values).condition)
