"""Matrices whose rows hold a few numbers each, every row one column further than the row above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class BandedRows:
    """A matrix (R, R + W − 1) that is nothing but W numbers in every row, from the diagonal on.

    Attributes:
        values: (R, W).
    """

    values: np.ndarray

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return self.values.shape[0] + self.values.shape[1] - 1

    def times(self, vectors: np.ndarray) -> np.ndarray:
        """Return its product (R, N) with vectors (R + W − 1, N)."""
        rows, width = self.values.shape
        return sum(
            (self.values[:, [a]] * vectors[a : a + rows] for a in range(width)),
            start=np.zeros((rows, vectors.shape[1])),
        )

    def transposed_times(self, vectors: np.ndarray) -> np.ndarray:
        """Return its transpose's product (R + W − 1, N) with vectors (R, N)."""
        rows, width = self.values.shape
        product = np.zeros((self.columns, vectors.shape[1]))
        for a in range(width):
            product[a : a + rows] += self.values[:, [a]] * vectors
        return product

    def add_square(self, bands: np.ndarray) -> None:
        """Add AᵀA to the bands (≥ W, R + W − 1) of a symmetric matrix: its diagonal, then those below."""
        rows, width = self.values.shape
        for below in range(width):
            for a in range(width - below):
                bands[below, a : a + rows] += self.values[:, a] * self.values[:, a + below]
