"""The paper's figures redone as charts: joints at their limits, the waist joint, the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.evaluate.report import theme
from understudy.study.morphing.findings import Finding

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_JOINT_LINES = ((theme.LEFT, "-"), (theme.RIGHT, ":"), (theme.INK, "--"))
_PERSONS = {
    "original": (theme.LEFT, "-"),
    "robot": (theme.MUTED, ":"),
    "reconstructed": (theme.RIGHT, "--"),
}
_TURNS = ("x, to the right", "y, ahead", "z, up")
_PLACES = ("x, ahead", "y, to the left", "z, up")


def joints_chart(found: Finding) -> str | None:
    """Return joint angles of chest and hip, grey where one is at its limit (Figs. 7 and 8)."""
    if not found.joints:
        return None
    (axes,) = theme.panels(2.6)
    time = np.arange(found.human.frame_count) / found.human.fps
    at_limit = np.zeros(len(time), dtype=bool)
    for course, (colour, style) in zip(found.joints, _JOINT_LINES, strict=False):
        _line(axes, time, np.degrees(course.angle), colour, style, course.title)
        at_limit |= course.is_at_limit
    theme.shade(axes, time, at_limit, theme.MUTED)
    theme.span(axes, time)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("angle [°]")
    _legend(axes)
    return theme.to_svg(axes, f"Joint angles of the robot, {found.name}")


def waist_chart(found: Finding) -> str:
    """Return angles, velocities and torques of the waist (Figs. 11 and 12)."""
    panels = theme.panels(6.2, 3, 3, sharex=True)
    rows = (
        ("angle [°]", [np.degrees(each.angles) for each in found.waists]),
        ("velocity [°/s]", [np.degrees(each.velocities) for each in found.waists]),
        ("torque [N m]", [each.torques for each in found.waists]),
    )
    _make_room(panels[0])
    for row, (label, series) in enumerate(rows):
        for column in range(3):
            axes = panels[3 * row + column]
            for name, values in zip(("original", "reconstructed"), series, strict=True):
                _line(axes, _normalised(values), values[:, column], *_PERSONS[name], name)
            if row == 0:
                axes.set_title(_TURNS[column])
        panels[3 * row].set_ylabel(label)
    _label_time(panels)
    return theme.to_svg(panels[0], f"Waist of the person, {found.name}")


def hands_chart(found: Finding) -> str | None:
    """Return where the hand was on the person, on the robot and on the person again (Figs. 13 and 14)."""
    hands = found.hands
    if hands is None:
        return None
    panels = theme.panels(2.8, 1, 3)
    _make_room(panels[0])
    for column, axes in enumerate(panels):
        for name, (colour, style) in _PERSONS.items():
            values = getattr(hands, name)
            _line(axes, _normalised(values), values[:, column], colour, style, name)
        axes.set_title(_PLACES[column])
    panels[0].set_ylabel("place [m]")
    _label_time(panels)
    return theme.to_svg(panels[0], f"Right hand, {found.name}")


def _line(axes: Axes, x: np.ndarray, y: np.ndarray, colour: str, style: str, label: str) -> None:
    axes.plot(*theme.thin(x, y), color=colour, linestyle=style, linewidth=1.5, label=label)


def _normalised(values: np.ndarray) -> np.ndarray:
    """Return (T,) the time as a share of the whole."""
    return np.linspace(0.0, 1.0, len(values))


def _make_room(axes: Axes) -> None:
    """Set panels apart, each of which has values of its own, with room for the last tick's label."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.subplots_adjust(
        wspace=0.22, top=1.0 - 0.6 / figure.get_figheight(), right=1.0 - 0.16 / figure.get_figwidth()
    )


def _label_time(panels: list[Axes]) -> None:
    for axes in panels:
        axes.set_xlim(0.0, 1.0)
    for axes in panels[-3:]:
        axes.set_xlabel("time, normalised")
    _legend(panels[2])


def _legend(axes: Axes) -> None:
    """Put the legend over the figure, where it hides neither line nor title."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.legend(*axes.get_legend_handles_labels(), loc="upper right", ncols=3, borderaxespad=0.0)
