"""Charts of touch: which parts touch which, and for how long."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.report import theme
from understudy.study.senses.sensed import MODES, PHYSICS
from understudy.study.senses.tables import AllSensed, pair_touches, part_words

_MOST = 8
"""Pairs that are shown of a robot."""

_COLOURS = dict(zip(MODES, (theme.RIGHT, theme.LEFT), strict=True))


def pairs_chart(sensed: AllSensed) -> str | None:
    """Return for how long parts of each robot touched each other, one panel a robot; None where none did."""
    times = {robot: _times(sensed, robot) for robot in sensed}
    times = {robot: pairs for robot, pairs in times.items() if pairs}
    if not times:
        return None
    rows = (len(times) + 1) // 2
    panels = theme.panels(0.5 + 2.5 * rows, rows, 2, left=1.85)
    panels[0].figure.subplots_adjust(wspace=0.62)
    for axes, (robot, pairs) in zip(panels, times.items(), strict=False):
        names = sorted(pairs, key=lambda pair: -max(pairs[pair].values()))[:_MOST]
        places = np.arange(len(names))
        for shift, mode in zip((-0.2, 0.2), MODES, strict=True):
            lengths = [pairs[name].get(mode, 0.0) for name in names]
            axes.barh(places + shift, lengths, height=0.36, color=_COLOURS[mode], label=mode)
        axes.set_yticks(places, [" · ".join(map(part_words, name)) for name in names])
        axes.set_title(robot)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("touched [s of a minute]")
    for axes in panels[len(times) :]:
        axes.set_visible(False)
    theme.legend_above(panels[0])
    return theme.to_svg(panels[0], "For how long parts of robots touched each other")


def _times(sensed: AllSensed, robot: str) -> dict[tuple[str, str], dict[str, float]]:
    """Return pair → mode → seconds of a minute."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for mode in MODES:
        of_robot = list(sensed[robot].values())
        felt = [each.felt[mode] for each in of_robot]
        counts = [(each.reached if mode == PHYSICS else each.wanted).shape[1] for each in of_robot]
        minutes = sum(count / each.fps for count, each in zip(counts, of_robot, strict=True)) / 60.0
        for pair, touches in pair_touches(felt).items():
            found.setdefault(pair, {})[mode] = sum(duration for duration, _ in touches) / minutes
    return found
