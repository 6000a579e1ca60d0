"""What is plotted under the scene: groups of curves over time, with a line where the clock is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from understudy.drawing.extras import require
from understudy.errors import InvalidMotionError

if TYPE_CHECKING:
    from viser import GuiUplotHandle, ViserServer

COLOURS = ("#1980c2", "#f27320", "#229653", "#6e40aa", "#d62728", "#8a6d3b", "#17a2b8", "#7f7f7f")
_CURSOR = "#111827"
_MOST_POINTS = 400
"""Points of a curve that a panel is wide enough to show."""

MOST_CURVES = 8
"""Curves that one plot can tell apart."""


@dataclass(frozen=True, eq=False)
class Curves:
    """Curves that share a unit.

    Attributes:
        fps: Values a second [1/s], the first at time 0.
        unit: What they are measured in, such as ``"°"``.
        series: Name → (T,) values, NaN where there is none.
    """

    fps: float
    unit: str
    series: Mapping[str, np.ndarray]

    def __post_init__(self) -> None:
        """Check that all are as long."""
        lengths = {len(values) for values in self.series.values()}
        if not lengths or len(lengths) > 1 or not self.fps > 0.0:
            raise InvalidMotionError(
                f"curves of {sorted(lengths)} values at {self.fps} a second, expected one length and a rate"
            )

    def chosen(self, count: int = MOST_CURVES) -> tuple[str, ...]:
        """Return the names of the curves that vary most, in their own order."""
        spread = {
            name: float(np.nanstd(values)) if np.isfinite(values).any() else -1.0
            for name, values in self.series.items()
        }
        most = set(sorted(spread, key=lambda name: -spread[name])[:count])
        return tuple(name for name in self.series if name in most)

    def points(self, names: tuple[str, ...]) -> tuple[np.ndarray, list[np.ndarray]]:
        """Return times (P,) [s] and the values (P,) of some curves, thinned out to what can be seen."""
        frames = len(next(iter(self.series.values())))
        kept = np.unique(np.linspace(0, frames - 1, min(frames, _MOST_POINTS)).round().astype(np.int64))
        return kept / self.fps, [np.asarray(self.series[name], dtype=np.float64)[kept] for name in names]


class Plot:
    """One plot of a group of curves, which a cursor goes along."""

    def __init__(self, server: ViserServer, title: str, curves: Curves, height: int = 220) -> None:
        """Add the plot to the panel that is open.

        Args:
            server: viser's.
            title: What stands over it.
            curves: What it shows, of many those that vary most.
            height: [pixels].
        """
        uplot = _uplot()
        names = curves.chosen()
        self._times, self._values = curves.points(names)
        finite = np.concatenate([values[np.isfinite(values)] for values in self._values] or [np.zeros(1)])
        low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
        margin = 0.05 * (high - low) or 0.5
        self._range = (low - margin, high + margin)
        series = [uplot.Series(label="time [s]")]
        series += [
            uplot.Series(label=name, stroke=COLOURS[index % len(COLOURS)], width=1.5)
            for index, name in enumerate(names)
        ]
        series.append(uplot.Series(label="now", stroke=_CURSOR, width=1.0, show=True))
        self._plot: GuiUplotHandle = server.gui.add_uplot(
            self._data(0.0),
            tuple(series),
            title=f"{title} [{curves.unit}]",
            scales={
                "x": uplot.Scale(time=False, range=(0.0, max(float(self._times[-1]), 1e-6))),
                "y": uplot.Scale(range=self._range),
            },
            axes=(uplot.Axis(size=36), uplot.Axis(size=44)),
            legend=uplot.Legend(show=True),
            height=height,
        )

    def show(self, time: float) -> None:
        """Move the cursor to a time [s]."""
        self._plot.data = self._data(time)

    def remove(self) -> None:
        """Take the plot away."""
        self._plot.remove()

    def _data(self, time: float) -> tuple[np.ndarray, ...]:
        """Return times and values with two more of the same time, between which the cursor stands."""
        place = int(np.searchsorted(self._times, time))
        times = np.insert(self._times, place, (time, time))
        held = [np.insert(values, place, (_at(values, place),) * 2) for values in self._values]
        cursor = np.full(len(times), np.nan)
        cursor[place], cursor[place + 1] = self._range
        return (times, *held, cursor)


def _at(values: np.ndarray, place: int) -> float:
    return float(values[min(place, len(values) - 1)])


def _uplot() -> ModuleType:
    return require("viser.uplot")
