"""The thesis's figures redone: sines, spectrum, smoothing, and eight joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from understudy.evaluate.report import theme
from understudy.study.composition import published
from understudy.study.composition.performance import BEST, THESIS, ArmMotion
from understudy.study.composition.sinusoids import Mimicry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN = 20.0
"""Seconds of the arm motion around two windows' borders (Fig. 15)."""

_FASTEST = 4.0
"""Frequency [Hz] up to which the spectrum is drawn (Fig. 8)."""


def sines_chart(sines: Sequence[Mimicry]) -> str:
    """Return the two sines and what five cosines make of them (Fig. 9)."""
    panels = theme.panels(2.5, 1, 2, sharey=True)
    for axes, each in zip(panels, sines, strict=True):
        axes.plot(each.times, each.motion, color=theme.LEFT, label="motion")
        axes.plot(each.times, each.composed, color=theme.RIGHT, linestyle="--", label="composed")
        axes.set_title(f"sin({each.frequency:g} t)")
        axes.set_xlabel("time [s]")
        theme.span(axes, each.times)
    theme.legend_above(panels[1])
    return theme.to_svg(panels[0], "Sines mimicked by five cosines")


def spectrum_chart(arms: ArmMotion) -> str:
    """Return the spectrum of the arm motion (Fig. 8)."""
    (axes,) = theme.panels(2.3)
    angles = arms.arms()
    sizes = np.abs(np.fft.rfft(angles - angles.mean(axis=0), axis=0)) / len(angles)
    rates = np.fft.rfftfreq(len(angles), 1.0 / arms.captured.fps)
    low = rates <= _FASTEST
    axes.plot(rates[low], np.degrees(sizes[low]).max(axis=1), color=theme.LEFT)
    axes.axvline(2.0, color=theme.LIMIT, linestyle=":", linewidth=0.9)
    axes.set_xlabel("frequency [Hz]")
    axes.set_ylabel("amplitude [°]")
    axes.set_xlim(0.0, _FASTEST)
    return theme.to_svg(axes, "Spectrum of the arm motion, of all joints the largest")


def smoothing_chart(arms: ArmMotion) -> str:
    """Return one joint around borders of windows: not smoothed, by the controller, continuous (Fig. 15)."""
    (axes,) = theme.panels(3.0)
    column = published.JOINTS.index("LShoulderPitch")
    time = _time(arms)
    part = time <= min(_SHOWN, time[-1])
    axes.plot(time[part], np.degrees(arms.arms()[part, column]), color=theme.MUTED, label="captured")
    lines = {"thesis, no smoothing": (theme.BAD, ":"), THESIS: (theme.RIGHT, "--"), BEST: (theme.LEFT, "-")}
    for way, (colour, style) in lines.items():
        axes.plot(
            time[part], np.degrees(arms.arms(way)[part, column]), color=colour, linestyle=style, label=way
        )
    for border in np.arange(5.0, time[part][-1], 5.0):
        axes.axvline(border, color=theme.GRID, linewidth=0.9)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("LShoulderPitch [°]")
    theme.span(axes, time[part])
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.subplots_adjust(top=1.0 - 0.5 / figure.get_figheight())
    figure.legend(*axes.get_legend_handles_labels(), loc="upper right", ncols=4, borderaxespad=0.0)
    return theme.to_svg(axes, "Jumps between windows and what becomes of them")


def joint_charts(arms: ArmMotion) -> str:
    """Return the eight joints: captured, as in the thesis, and at best (Figs. 17 to 24)."""
    panels = theme.panels(9.2, 4, 2, sharex=True)
    time, wanted = _time(arms), arms.arms()
    for index, (axes, name) in enumerate(zip(_by_side(panels), published.JOINTS, strict=True)):
        _line(axes, time, wanted[:, index], theme.MUTED, "-", "captured")
        _line(axes, time, arms.arms(THESIS)[:, index], theme.RIGHT, "--", THESIS)
        _line(axes, time, arms.arms(BEST)[:, index], theme.LEFT, "-", BEST)
        axes.set_title(f"{name} (Fig. {published.FIRST_FIGURE + index})")
        theme.span(axes, time)
    figure = panels[0].get_figure(root=True)
    assert figure is not None
    figure.subplots_adjust(wspace=0.14, top=1.0 - 0.5 / figure.get_figheight())
    for axes in panels[-2:]:
        axes.set_xlabel("time [s]")
    for axes in panels[::2]:
        axes.set_ylabel("angle [°]")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="upper right", ncols=3, borderaxespad=0.0)
    return theme.to_svg(panels[0], "Eight joints of the arms")


def _by_side(panels: list[Axes]) -> list[Axes]:
    """Return panels in the order of joints: the left arm in the left column."""
    return [*panels[::2], *panels[1::2]]


def _line(axes: Axes, time: np.ndarray, angles: np.ndarray, colour: str, style: str, label: str) -> None:
    axes.plot(
        *theme.thin(time, np.degrees(angles)), color=colour, linestyle=style, linewidth=1.1, label=label
    )


def _time(arms: ArmMotion) -> np.ndarray:
    return np.arange(arms.captured.frame_count) / arms.captured.fps
