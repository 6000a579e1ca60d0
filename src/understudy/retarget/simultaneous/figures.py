"""Figures of a motion, frame by frame, with limits and costs that are linear in them.

A figure is what a frame asks of the ground or of a motor; it depends on the poses of the frame itself and of
those before and after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, eq=False)
class Figures:
    """N figures of all frames but the ends.

    Attributes:
        values: (T − 2, N).
        by: (T − 2, 3, N, D) by variables of the frame before, of the frame itself and of the one after.
    """

    values: np.ndarray
    by: np.ndarray


class Source(Protocol):
    """Whence figures are."""

    def at(self, robot: np.ndarray) -> Figures:
        """Return the figures of poses (T, Q)."""
        ...


class FigureLimit:
    """Rows that are linear in a frame's figures, by a penalty that grows where they are over 0.

    Args:
        name: What is limited.
        unit: ``mm`` for rows in metres, ``%`` for shares.
        source: Whence figures are.
        part: Which of the figures, F of them.
        slopes: (T − 2, R, F) of the rows by the figures.
        offsets: (T − 2, R) their values where figures are 0.
        counts: (T − 2, R) which rows there are.
        weight: Of a row that is over 0, in its unit.
    """

    def __init__(
        self,
        name: str,
        unit: str,
        source: Source,
        part: slice,
        slopes: np.ndarray,
        offsets: np.ndarray,
        counts: np.ndarray,
        weight: float,
    ) -> None:
        """Note what is needed; nothing was exceeded yet."""
        self.name, self.unit, self.source, self.part = name, unit, source, part
        self.slopes, self.offsets, self.counts, self.weight = slopes, offsets, counts, weight
        self.scale = 1000.0 if unit == "mm" else 100.0
        self.shift = np.zeros(offsets.shape)

    def over(self, figures: np.ndarray) -> np.ndarray:
        """Return (T − 2, R) the rows of figures (T − 2, F), negative within the limit."""
        return np.where(self.counts, (self.slopes @ figures[..., None])[..., 0] + self.offsets, -1.0)

    def at(self, robot: np.ndarray) -> LinearFigureLimit:
        """Return the limit near poses (T, Q)."""
        return LinearFigureLimit(self, self.source.at(robot))

    def _over_at(self, robot: np.ndarray) -> np.ndarray:
        return self.over(self.source.at(robot).values[:, self.part])

    def excess(self, robot: np.ndarray) -> float:
        """Return the largest excess [mm or %]."""
        return self.scale * float(self._over_at(robot).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Note what was exceeded, so that the next steps make up for it."""
        self.shift = np.maximum(self.shift + self._over_at(robot), 0.0) / factor**2
        self.weight *= factor


@dataclass(frozen=True, eq=False)
class LinearFigureLimit:
    """A limit near some poses."""

    limit: FigureLimit
    figures: Figures

    @property
    def weight(self) -> float:
        """Of a row that is over 0."""
        return self.limit.weight

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return (N,) the rows that there are."""
        limit, by = self.limit, self.figures.by[:, :, self.limit.part]
        moved, count = self.figures.values[:, limit.part].copy(), len(by)
        for a in range(3):
            moved += (by[:, a] @ change[a : a + count, :, None])[..., 0]
        return (limit.over(moved) + limit.shift)[limit.counts]

    def add(
        self,
        pull: np.ndarray | None,
        stiffness: np.ndarray | None,
        gradient: np.ndarray | None,
        bands: np.ndarray | None,
    ) -> None:
        """Add to the equations; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        limit, by = self.limit, self.figures.by[:, :, self.limit.part]
        count = len(by)
        if pull is not None and gradient is not None:
            forces = np.zeros(limit.offsets.shape)
            forces[limit.counts] = pull
            force = np.einsum("tr,trf->tf", forces, limit.slopes)
            for a in range(3):
                gradient[a : a + count] += (force[:, None] @ by[:, a])[:, 0]
        if stiffness is not None and bands is not None:
            stiff = np.zeros(limit.offsets.shape)
            stiff[limit.counts] = stiffness
            matrix = limit.slopes.transpose(0, 2, 1) @ (stiff[..., None] * limit.slopes)
            for a in range(3):
                pushed = matrix @ by[:, a]
                for b in range(a, 3):
                    bands[a : a + count, b - a] += by[:, b].transpose(0, 2, 1) @ pushed


class FigureCost:
    """What differs of figures from those wanted, as a cost.

    Args:
        source: Whence figures are.
        part: Which of the figures, F of them.
        wanted: (T − 2, F).
        weight: (T − 2, 1) or one, of a difference in the figures' unit.
    """

    def __init__(self, source: Source, part: slice, wanted: np.ndarray, weight: np.ndarray | float) -> None:
        """Note what is wanted."""
        self.source, self.part, self.wanted, self.weight = source, part, wanted, np.asarray(weight)

    def add(self, robot: np.ndarray, gradient: np.ndarray, bands: np.ndarray) -> float:
        """Add the cost; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        figures = self.source.at(robot)
        off = self.weight * (figures.values[:, self.part] - self.wanted)
        by = (
            self.weight[..., None, None] * figures.by[:, :, self.part]
            if self.weight.ndim
            else (self.weight * figures.by[:, :, self.part])
        )
        count = len(off)
        for a in range(3):
            gradient[a : a + count] += (off[:, None] @ by[:, a])[:, 0]
            for b in range(a, 3):
                bands[a : a + count, b - a] += by[:, b].transpose(0, 2, 1) @ by[:, a]
        return 0.5 * float((off**2).sum())
