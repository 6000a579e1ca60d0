"""What costs and limits of a robot's motion add up to near some poses: a quadratic function of changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.clip_system import FRAMES_APART, FrameRows, Squares
from understudy.retarget.simultaneous.figures import Figures


class FigureSums:
    """Of the figures of one source: derivatives of what they cost.

    Attributes:
        figures: The figures.
        pull: (T − 2, N) first derivatives by figures.
        stiffness: (T − 2, N, N) second ones.
    """

    def __init__(self, figures: Figures) -> None:
        """Nothing was added yet."""
        count = figures.values.shape[1]
        self.figures, self.pull = figures, np.zeros(figures.values.shape)
        self.stiffness = np.zeros((len(figures.values), count, count))


class Sums:
    """Sums over D variables of T frames.

    Attributes:
        gradient: (T, D) first derivatives, but of what figures cost.
        own: (T, D, D) second ones within frames, but of figures and of single variables over time.
        diagonals: (T, 3, D) of a variable of frame t and itself of frame t + a.
        figures: What figures cost, by source.
        rows: What is added to ``own`` by rows of single frames, second derivatives alone.
    """

    def __init__(self, frames: int, size: int, own: np.ndarray | None = None) -> None:
        """Nothing was added yet, to ``own`` (T, D, D), which is written to, neither."""
        self.gradient, self.diagonals = np.zeros((frames, size)), np.zeros((frames, FRAMES_APART + 1, size))
        self.own = np.zeros((frames, size, size)) if own is None else own
        self.figures: list[FigureSums] = []
        self.rows: list[FrameRows] = []

    def add_rows(self, frames: np.ndarray, by: np.ndarray, stiffness: np.ndarray) -> None:
        """Add N rows of single ``frames`` (N,) with derivatives (N, D) and a stiffness (N,) each."""
        self.rows.append(FrameRows(frames, by, stiffness))

    def of(self, figures: Figures) -> FigureSums:
        """Return the sums of some figures, of which there were none yet where they are new."""
        for each in self.figures:
            if each.figures is figures:
                return each
        self.figures.append(FigureSums(figures))
        return self.figures[-1]

    def slope(self) -> np.ndarray:
        """Return (T, D) all first derivatives."""
        found = self.gradient.copy()
        for each in self.figures:
            each.figures.add_pull(each.pull, found)
        return found

    def squares(self, base: Sequence[FigureSums] = ()) -> list[Squares]:
        """Return what is quadratic in figures, with that of others."""
        mine = {id(each.figures): each.stiffness for each in self.figures}
        for each in base:
            more = mine.get(id(each.figures))
            mine[id(each.figures)] = each.stiffness if more is None else more + each.stiffness
        every = {id(each.figures): each.figures for each in (*self.figures, *base)}
        return [Squares(every[key].by, stiffness) for key, stiffness in mine.items()]

    def square(self, change: np.ndarray) -> float:
        """Return changeᵀ H change of a change (T, D)."""
        found = float(((self.own @ change[..., None])[..., 0] * change).sum())
        for apart in range(FRAMES_APART + 1):
            pairs = change[: len(change) - apart] * change[apart:]
            both = float((self.diagonals[: len(pairs), apart] * pairs).sum())
            found += both if apart == 0 else 2.0 * both
        for each in self.figures:
            moved = each.figures.moved(change) - each.figures.values
            found += float(((each.stiffness @ moved[..., None])[..., 0] * moved).sum())
        return found
