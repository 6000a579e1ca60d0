"""Curves over time as a matplotlib figure: a robot's joints, a person's landmarks, or metrics a frame.

Figures belong to nobody's window: notebooks show what a cell returns, and ``figure.savefig`` writes a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.drawing.extras import require
from understudy.errors import RenderError
from understudy.motion import Evaluation, HumanMotion, RobotMotion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Plotted = RobotMotion | HumanMotion | Evaluation

_WIDTH, _HEIGHT = 9.6, 4.2
_MOST_COLUMNS = 4
_DEGREES = {f"rad{per}": (float(np.degrees(1.0)), f"°{per}") for per in ("", "/s", "/s²", "/s³")}
"""Units as people read them: factor and name."""


def plot(what: Plotted, names: Sequence[str] | None = None) -> Figure:
    """Return a figure of curves over time.

    Args:
        what: A robot's motion (joints, [rad] or [m]), a person's (heights of landmarks, [m]), or an
            evaluation (metrics that have a value a frame).
        names: Joints, landmarks or metrics. By default all joints that move, all landmarks, or the directions
            of the limbs; a family's name stands for all of its metrics.

    Raises:
        UnderstudyError: For a name that there is none of, naming the nearest.
    """
    curves, label = _curves(what, names)
    if not curves:
        raise RenderError("nothing to plot: no curve over time is known here")
    figure_module: Any = require("matplotlib.figure")
    figure: Figure = figure_module.Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    axes = figure.subplots()
    for name, values in curves.items():
        axes.plot(np.arange(len(values)) / what.fps, values, label=name, linewidth=1.2)
    axes.set_xlabel("time [s]")
    axes.set_ylabel(label)
    axes.grid(alpha=0.3)
    axes.margins(x=0.0)
    figure.legend(loc="outside lower center", ncols=min(len(curves), _MOST_COLUMNS), fontsize="small")
    return figure


def _curves(what: Plotted, names: Sequence[str] | None) -> tuple[dict[str, np.ndarray], str]:
    """Return name → values (T,), and what the vertical axis shows."""
    if isinstance(what, Evaluation):
        return _metrics(what, ("direction",) if names is None else names)
    if isinstance(what, RobotMotion):
        moving = [name for name in what.joints if np.ptp(what.joint(name)) > 0.0]
        # A motion does not know which of its joints are slides; those are in metres where others are angles.
        return {name: what.joint(name) for name in (moving if names is None else names)}, "joint [rad or m]"
    chosen = what.names if names is None else tuple(names)
    heights = what.body_positions(chosen)[:, :, 2]
    return dict(zip(chosen, heights.T, strict=True)), "height [m]"


def _metrics(evaluation: Evaluation, names: Sequence[str]) -> tuple[dict[str, np.ndarray], str]:
    """Return the metrics of some names or families that have a value a frame, in the units of the first."""
    found = {}
    for name in names:
        for metric in (evaluation[name],) if "/" in name else evaluation.family(name):
            if metric.per_frame is not None:
                found[metric.name] = metric
    units = {metric.unit for metric in found.values()}
    if len(units) > 1:
        raise RenderError(f"one plot has one unit, found {', '.join(sorted(units))}: choose metrics of one")
    unit = next(iter(units), "1")
    factor, shown = _DEGREES.get(unit, (1.0, unit))
    return {name: factor * metric.series for name, metric in found.items()}, f"[{shown}]"
