"""Charts of direction errors and of regret: over time, and as boxes for each segment."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.report import theme
from understudy.evaluate.wording import segment_label
from understudy.motion import Evaluation

_PARTS = ("upper_arm", "forearm", "thigh", "shin")


def errors_over_time(evaluation: Evaluation, time: np.ndarray) -> str | None:
    """Return one panel for each part of the limbs, left and right together; None where there is none."""
    present = _judged(evaluation)
    parts = [part for part in _PARTS if any(f"{part}_{side}" in present for side in "lr")]
    if not parts:
        return None
    rows = (len(parts) + 1) // 2
    panels = theme.panels(0.3 + 1.75 * rows, rows, 2, sharex=True, sharey=True)
    for axes, part in zip(panels, parts, strict=False):
        for side, (colour, word) in theme.SIDES.items():
            if f"{part}_{side}" in present:
                axes.plot(*theme.thin(time, present[f"{part}_{side}"]), color=colour, label=word)
        axes.set_title(part.replace("_", " ").capitalize())
    for axes in panels[len(parts) :]:
        axes.set_visible(False)
    for axes in panels[::2]:
        axes.set_ylabel("error [°]")
    for axes in panels[2 * (rows - 1) :]:
        axes.set_xlabel("time [s]")
    theme.span(panels[0], time)
    panels[0].set_ylim(0.0, 1.1 * max(float(np.nanmax(error)) for error in present.values()) + 0.1)
    theme.legend_above(panels[0])
    return theme.to_svg(panels[0], "Direction error over time for each part of the limbs")


def regret_over_time(evaluation: Evaluation, time: np.ndarray) -> str | None:
    """Return a panel for arms and one for legs, left and right together; None where nothing is known."""
    known = {
        metric.name.removeprefix("regret/"): np.degrees(metric.series)
        for metric in evaluation.family("regret")
        if not np.isnan(metric.series).all()
    }
    kinds = [kind for kind in ("arm", "leg") if any(limb.startswith(kind) for limb in known)]
    if not kinds:
        return None
    panels = theme.panels(0.3 + 1.5 * len(kinds), len(kinds), sharex=True)
    for axes, kind in zip(panels, kinds, strict=True):
        for side, (colour, word) in theme.SIDES.items():
            if f"{kind}_{side}" in known:
                axes.plot(*theme.thin(time, known[f"{kind}_{side}"]), color=colour, label=word)
        axes.set_title(f"{kind.capitalize()}s: farther off than they had to be")
        axes.set_ylabel("regret [°]")
        axes.set_ylim(
            0.0, 1.1 * max(np.nanmax(v) for limb, v in known.items() if limb.startswith(kind)) + 0.1
        )
    panels[-1].set_xlabel("time [s]")
    theme.span(panels[-1], time)
    theme.legend_above(panels[0])
    return theme.to_svg(panels[0], "Regret of arms and legs over time")


def error_boxes(evaluation: Evaluation) -> str | None:
    """Return boxes from quarter to three quarters, whiskers from 5 to 95 %; None where there is none."""
    present = _judged(evaluation)
    if not present:
        return None
    (axes,) = theme.panels(0.75 + 0.29 * len(present), left=1.35)
    for row, (name, error) in enumerate(present.items()):
        low, first, middle, third, high = np.nanpercentile(error, (5, 25, 50, 75, 95))
        colour, _ = theme.SIDES.get(name[-1] if name[-2] == "_" else "", (theme.MUTED, ""))
        axes.plot(
            [low, high], [row, row], color=theme.MUTED, linewidth=1.1, marker="|", markersize=7, zorder=1
        )
        axes.barh(row, third - first, left=first, height=0.62, color=colour, zorder=2)
        axes.plot([middle, middle], [row - 0.31, row + 0.31], color=theme.INK, linewidth=1.8, zorder=3)
    axes.set_yticks(range(len(present)), [segment_label(name) for name in present])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(left=0.0)
    axes.set_xlabel("direction error [°]: box 25–75 %, line median, whiskers 5–95 % of frames")
    return theme.to_svg(axes, "Direction error of each segment as boxes")


def _judged(evaluation: Evaluation) -> dict[str, np.ndarray]:
    """Return errors [°] by segment, where there are any."""
    errors = {
        metric.name.split("/", 1)[1]: np.degrees(metric.series) for metric in evaluation.family("direction")
    }
    return {name: error for name, error in errors.items() if not np.isnan(error).all()}
