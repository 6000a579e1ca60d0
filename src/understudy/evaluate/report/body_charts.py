"""Charts of feet and of penetration over time."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.feet import SLIDING_THRESHOLDS, stance
from understudy.evaluate.penetration import PENETRATION_THRESHOLD
from understudy.evaluate.report import theme
from understudy.motion import Evaluation, HumanMotion


def feet_over_time(evaluation: Evaluation, human: HumanMotion, time: np.ndarray) -> str | None:
    """Return heights of both soles and sliding speed, the person's stance shaded; None without feet."""
    heights = {m.name[-1]: m.series for m in evaluation.family("feet") if m.name.startswith("feet/height_")}
    if not heights:
        return None
    *panels, speed = theme.panels(0.3 + 1.5 * (len(heights) + 1), len(heights) + 1, sharex=True)
    for axes, (side, height) in zip(panels, heights.items(), strict=True):
        colour, word = theme.SIDES[side]
        theme.shade(axes, time, stance(human, side), colour)
        axes.plot(*theme.thin(time, 100.0 * height), color=colour)
        axes.axhline(0.0, color=theme.MUTED, linewidth=0.8)
        axes.set_title(f"Height of the {word} sole's lowest corner (shaded: the person stands on it)")
        axes.set_ylabel("[cm]")
    sliding = evaluation["feet/sliding"].series
    speed.plot(*theme.thin(time, np.where(np.isnan(sliding), np.nan, 100.0 * sliding)), color=theme.BAD)
    for threshold in SLIDING_THRESHOLDS[1:]:
        if np.nanmax(sliding, initial=0.0) > 0.3 * threshold:
            speed.axhline(100.0 * threshold, color=theme.LIMIT, linewidth=0.9, linestyle="--")
    speed.set_title("Speed of the fastest standing sole point over the floor (dashed: 10 and 30 cm/s)")
    speed.set_ylabel("[cm/s]")
    speed.set_xlabel("time [s]")
    speed.set_ylim(bottom=0.0)
    theme.span(speed, time)
    return theme.to_svg(speed, "Height and sliding of the soles over time")


def penetration_over_time(evaluation: Evaluation, time: np.ndarray) -> str | None:
    """Return depth under the floor and in the robot itself; None where neither was measured."""
    named = {"penetration/floor": (theme.LEFT, "the floor"), "penetration/self": (theme.RIGHT, "itself")}
    metrics = [m for m in evaluation.family("penetration") if not np.isnan(m.series).all()]
    if not metrics:
        return None
    (axes,) = theme.panels(2.1)
    for metric in metrics:
        colour, word = named[metric.name]
        axes.plot(*theme.thin(time, 100.0 * metric.series), color=colour, label=f"into {word}")
    axes.axhline(100.0 * PENETRATION_THRESHOLD, color=theme.LIMIT, linewidth=0.9, linestyle="--")
    axes.set_ylim(bottom=0.0)
    theme.span(axes, time)
    axes.set_ylabel("depth [cm]")
    axes.set_xlabel("time [s]")
    theme.legend_above(axes)
    return theme.to_svg(axes, "Depth of penetration over time")


def forces_over_time(evaluation: Evaluation, human: HumanMotion, time: np.ndarray) -> str | None:
    """Return what floor and motors cannot give, the person's stance shaded; None where none was found."""
    named = {
        "feasibility/root_residual": (100.0, "[% of weight]", "Push at the base that no sole can give"),
        "feasibility/zmp_outside": (100.0, "[cm]", "Distance of the ZMP from the soles that stand"),
        "feasibility/torque": (100.0, "[% of limit]", "Torque of the joint nearest to its limit"),
    }
    metrics = [m for m in evaluation.family("feasibility") if m.name in named]
    if not metrics:
        return None
    panels = theme.panels(0.3 + 1.5 * len(metrics), len(metrics), sharex=True)
    stands = np.logical_or.reduce(human.contact_mask, axis=1)
    for axes, metric in zip(panels, metrics, strict=True):
        factor, unit, title = named[metric.name]
        theme.shade(axes, time, stands, theme.LEFT)
        axes.plot(*theme.thin(time, factor * metric.series), color=theme.BAD)
        axes.set_title(title)
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0.0)
    panels[-1].set_xlabel("time [s]")
    theme.span(panels[-1], time)
    return theme.to_svg(panels[-1], "Forces that floor and motors cannot give, over time")
