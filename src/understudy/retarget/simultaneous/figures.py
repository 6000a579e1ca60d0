"""Figures of a motion, frame by frame, with limits and costs that are linear in them.

A figure is what a frame asks of the ground or of a motor; it depends on the poses of the frame itself and of
those before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from understudy.retarget.simultaneous.sums import Sums


class Figures:
    """N figures of all frames but the ends.

    Attributes:
        values: (T − 2, N).
        by: (T, 3, N, D) [t, a]: of the figures of frame t + 1 − a by variables of frame t; 0 where there are
            none. Or what works them out, which is left undone where only values count.
    """

    def __init__(self, values: np.ndarray, by: np.ndarray | Callable[[], np.ndarray]) -> None:
        """Nobody has asked for a change yet, nor for derivatives that are still to be worked out."""
        self.values, self._by = values, by
        self._seen: tuple[np.ndarray, np.ndarray] | None = None

    @property
    def by(self) -> np.ndarray:
        """(T, 3, N, D) derivatives."""
        if not isinstance(self._by, np.ndarray):
            self._by = self._by()
        return self._by

    def of_window(self, a: int) -> np.ndarray:
        """Return (T − 2, N, D) derivatives by the frame before (0), the frame itself, the one after (2)."""
        return self.by[a : a + len(self.values), a]

    def moved(self, change: np.ndarray) -> np.ndarray:
        """Return (T − 2, N) the figures after a change (T, D); the last one is remembered."""
        if self._seen is None or self._seen[0] is not change:
            count, found = len(self.values), self.values.copy()
            for a in range(3 if change.any() else 0):
                found += (self.of_window(a) @ change[a : a + count, :, None])[..., 0]
            self._seen = change, found
        return self._seen[1]

    def add_pull(self, pull: np.ndarray, gradient: np.ndarray) -> None:
        """Add to gradient (T, D) that of a cost whose derivatives by figures are ``pull`` (T − 2, N)."""
        for a in range(3):
            gradient[a : a + len(pull)] += (pull[:, None] @ self.of_window(a))[:, 0]


def by_frames(frames: int, count: int, size: int) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Return room for derivatives ``by`` of figures, and of it (T − 2, N, D) by each frame of a window."""
    by = np.zeros((frames, 3, count, size))
    return by, tuple(by[a : a + max(frames - 2, 0), a] for a in range(3))


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
        limit = self.limit
        return (limit.over(self.figures.moved(change)[:, limit.part]) + limit.shift)[limit.counts]

    def add_pull(self, pull: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        limit = self.limit
        forces = np.zeros(limit.offsets.shape)
        forces[limit.counts] = pull
        sums.of(self.figures).pull[:, limit.part] += (forces[:, None] @ limit.slopes)[:, 0]

    def add_stiffness(self, stiffness: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        limit = self.limit
        stiff = np.zeros(limit.offsets.shape)
        stiff[limit.counts] = stiffness
        matrix = limit.slopes.transpose(0, 2, 1) @ (stiff[..., None] * limit.slopes)
        sums.of(self.figures).stiffness[:, limit.part, limit.part] += matrix


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

    def _off(self, figures: Figures) -> np.ndarray:
        return self.weight * (figures.values[:, self.part] - self.wanted)

    def cost(self, robot: np.ndarray) -> float:
        """Return the cost; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        return 0.5 * float((self._off(self.source.at(robot)) ** 2).sum())

    def add(self, robot: np.ndarray, sums: Sums) -> None:
        """Add its derivatives; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        found = sums.of(self.source.at(robot))
        found.pull[:, self.part] += self.weight * self._off(found.figures)
        every = np.arange(found.stiffness.shape[2])[self.part]
        found.stiffness[:, every, every] += self.weight**2
