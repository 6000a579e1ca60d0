"""The thesis's figures redone as charts: keypoints, body vectors, filtered angles, errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from understudy.anatomy import AnatomicalAngles
from understudy.evaluate.body_vectors import BODY_VECTORS, canonise
from understudy.evaluate.report import theme
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS
from understudy.study import thesis
from understudy.study.methods import LIFTED, METHODS
from understudy.study.tables import Totals

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TRUNK = (("hip_l", "hip_r"), ("shoulder_l", "shoulder_r"), ("hip_l", "shoulder_l"), ("hip_r", "shoulder_r"))
_FACE = ("nose", "eye_l", "eye_r", "ear_l", "ear_r", "neck", "mid_hip")
_NAMED = ("nose", "neck", "shoulder_l", "elbow_l", "wrist_l", "hip_l", "knee_l", "ankle_l")
"""Keypoints with a name in the chart; those of the other side are the same."""

_VIEWS = ("from the front", "from its left")
_MARKERS = ("D", "s", "o")
_COLOURS = (theme.MUTED, theme.RIGHT, theme.LEFT)


def skeleton_chart(human: HumanMotion, frame: int) -> str:
    """Return the keypoints and the body vectors of a frame, canonised (Fiala, Figs. 3.1 and 5.1)."""
    points, _ = canonise(human.section(frame, frame + 1))
    places = {name: place[0] for name, place in points.items() if np.isfinite(place[0]).all()}
    panels = theme.panels(4.4, 1, 3, left=0.3)
    _keypoints(panels[0], places)
    for axes, view, columns in zip(panels[1:], _VIEWS, ((0, 1), (2, 1)), strict=True):
        _vectors(axes, places, columns)
        axes.set_title(f"Body vectors {view}")
    for axes in panels:
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        axes.margins(0.12)
    return theme.to_svg(panels[0], "Keypoints and body vectors of one frame, canonised")


def _keypoints(axes: Axes, places: dict[str, np.ndarray]) -> None:
    axes.set_title("Keypoints from the front")
    for name, place in places.items():
        colour, _ = theme.SIDES.get(name[-1] if name[-2:-1] == "_" else "", (theme.MUTED, ""))
        axes.plot(*place[:2], marker="o", markersize=5, color=colour, linestyle="none")
        if name in _NAMED:
            label = name.removesuffix("_l").replace("_", " ")
            axes.annotate(
                label,
                (place[0], place[1]),
                (5, -3),
                textcoords="offset points",
                color=theme.MUTED,
                fontsize=7,
            )


def _vectors(axes: Axes, places: dict[str, np.ndarray], columns: tuple[int, int]) -> None:
    """Draw the trunk as lines and the body vectors as arrows, seen along the remaining axis."""
    chosen = list(columns)
    for start, end in _TRUNK:
        if {start, end} <= set(places):
            line = np.stack([places[start][chosen], places[end][chosen]])
            axes.plot(*line.T, color=theme.MUTED, linewidth=1.6)
    for name in _FACE:
        if name in places:
            axes.plot(*places[name][chosen], marker="o", markersize=3.5, color=theme.MUTED, linestyle="none")
    for segment in BODY_VECTORS.values():
        start, end = SEGMENTS[segment]
        if {start, end} <= set(places):
            colour, _ = theme.SIDES[segment[-1]]
            axes.plot(*places[end][chosen], marker="", linestyle="none")
            axes.annotate(
                "",
                xy=tuple(places[end][chosen]),
                xytext=tuple(places[start][chosen]),
                arrowprops={
                    "arrowstyle": "-|>",
                    "color": colour,
                    "linewidth": 2.2,
                    "shrinkA": 0.0,
                    "shrinkB": 0.0,
                },
            )


def filter_chart(before: AnatomicalAngles, after: AnatomicalAngles, names: Sequence[str]) -> str | None:
    """Return angles as read off keypoints and as filtered, one panel each (Fiala, Fig. 5.2)."""
    shown = [name for name in names if name in before.names]
    if not shown:
        return None
    rows = (len(shown) + 1) // 2
    panels = theme.panels(0.45 + 1.8 * rows, rows, 2, sharex=True)
    frames = np.arange(1, before.frame_count + 1)
    for axes, name in zip(panels, shown, strict=False):
        axes.plot(frames, np.degrees(before[name]), color=theme.RIGHT, linewidth=0.9, label="as read off")
        axes.plot(frames, np.degrees(after[name]), color=theme.LEFT, linewidth=1.6, label="filtered")
        axes.set_title(name.replace("_l", ", left").replace("_r", ", right").replace("_", " ").capitalize())
        axes.set_xlim(1, max(2, before.frame_count))
    for axes in panels[len(shown) :]:
        axes.set_visible(False)
    for axes in panels[::2]:
        axes.set_ylabel("angle [°]")
    for axes in panels[2 * (rows - 1) :]:
        axes.set_xlabel("frame")
    theme.legend_above(panels[0])
    return theme.to_svg(panels[0], "Joint angles before and after filtering")


def median_chart(totals: Totals, robot: str, methods: Sequence[str], limits: str) -> str:
    """Return the median error of every body vector by every method, and the published one."""
    (axes,) = theme.panels(0.85 + 0.27 * len(BODY_VECTORS), left=1.35)
    rows = np.arange(len(BODY_VECTORS))
    published = thesis.ERRORS.get(robot) if limits == LIFTED else None
    if published is not None:
        medians = [published[vector][2] for vector in BODY_VECTORS]
        axes.barh(rows, medians, height=0.66, color=theme.GRID, label="published", zorder=1)
    for method, marker, colour in zip(methods, _MARKERS, _COLOURS, strict=False):
        errors = totals[robot, method].errors[limits]
        medians = [math.degrees(errors[vector].median) for vector in BODY_VECTORS]
        axes.plot(
            medians,
            rows,
            linestyle="none",
            marker=marker,
            markersize=6,
            color=colour,
            label=METHODS[method].title,
            zorder=3,
        )
    axes.set_yticks(rows, list(BODY_VECTORS))
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(left=-0.2)
    axes.set_xlabel("median error [°]")
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.97), ncols=4, borderaxespad=0.0)
    return theme.to_svg(axes, f"Median error of every body vector on {robot}, limits {limits}")
