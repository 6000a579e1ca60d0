"""When each part carries, of the person and of the robot: a timeline with a row for every part."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.report import theme
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.contact_schedule import PARTS, carrying
from understudy.motion.stretches import stretches

_ROW, _MARGIN, _THICK = 0.2, 0.75, 0.38
"""Height of a row and of what is around all of them [inch]; thickness of a bar in rows."""


def contacts_over_time(human: HumanMotion, motion: RobotMotion, time: np.ndarray) -> str | None:
    """Return the timeline; None where nothing ever carries."""
    person, robot = carrying(human), carrying(motion)
    parts = [part for part in PARTS if part in person or part in robot]
    if not parts:
        return None
    (axes,) = theme.panels(_MARGIN + _ROW * len(parts), left=0.9)
    step = float(time[1] - time[0]) if len(time) > 1 else 1.0
    for who, found, colour, shift in (
        ("person", person, theme.LEFT, -0.5 * _THICK),
        ("robot", robot, theme.RIGHT, 0.5 * _THICK),
    ):
        label: str | None = who
        for row, part in enumerate(parts):
            runs = [
                (float(time[first]), float(time[stop - 1] - time[first]) + step)
                for first, stop in stretches(found.get(part, np.zeros(len(time), dtype=bool)))
            ]
            if runs:
                axes.broken_barh(
                    runs, (row + shift - 0.5 * _THICK, _THICK), color=colour, linewidth=0, label=label
                )
                label = None
    axes.set_yticks(
        range(len(parts)), [part.replace("_l", " left").replace("_r", " right") for part in parts]
    )
    axes.set_ylim(len(parts) - 0.5, -0.5)
    axes.set_xlabel("time [s]")
    theme.span(axes, time)
    theme.legend_above(axes)
    return theme.to_svg(axes, "When each part of the person and of the robot carries")
