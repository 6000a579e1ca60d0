"""The paper's figures redone: skeletons with noise, the controller alone, errors with their spread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.evaluate.report import theme
from understudy.study.therapy import published
from understudy.study.therapy.findings import Findings
from understudy.study.therapy.tasks import Outcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHARES = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
_NEAR_NOISE = 0.12
"""Distance [m] from its course at which a point is drawn as noisy."""


def skeleton_chart(outcome: Outcome) -> str:
    """Return frames of a take as the camera saw them, from the front (Fig. 3)."""
    panels = theme.panels(2.6, 1, len(_SHARES), sharey=True)
    off = np.linalg.norm(outcome.raw - outcome.cleaned, axis=-1)
    jumped = off - np.nanmedian(off) > _NEAR_NOISE
    noisy = np.flatnonzero(jumped.any(axis=1))
    for axes, share in zip(panels, _SHARES, strict=True):
        frame = int(share * (len(outcome.raw) - 1))
        if len(noisy) and axes is panels[2]:
            frame = int(noisy[len(noisy) // 2])
        points, bad = outcome.raw[frame], jumped[frame]
        for start, end in outcome.bones:
            bone = outcome.cleaned[frame, [start, end]]
            axes.plot(-bone[:, 1], bone[:, 2], color=theme.MUTED, linewidth=1.6)
        axes.plot(-points[~bad, 1], points[~bad, 2], "o", color=theme.LEFT, markersize=3)
        axes.plot(-points[bad, 1], points[bad, 2], "x", color=theme.BAD, markersize=7, markeredgewidth=2)
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_title(f"{frame / outcome.fps:.1f} s")
    panels[0].set_ylabel("height [m]")
    return theme.to_svg(panels[0], f"Skeletons of {outcome.participant}, {outcome.move}")


def open_loop_chart(found: Findings, joint: int) -> str:
    """Return one joint of one participant over several moves: target, and the controller alone (Fig. 4)."""
    moves = found.moves[: published.FIGURE_MOVES]
    panels = _grid(len(moves))
    for axes, move in zip(panels, moves, strict=False):
        outcome = found.of(move)[0]
        time = np.arange(len(outcome.targets)) / outcome.fps
        axes.plot(time, np.degrees(outcome.targets[:, joint]), color=theme.LEFT, label="measured")
        estimated = np.degrees(outcome.open_loop[:, joint])
        axes.plot(time, estimated, color=theme.RIGHT, linestyle="--", label="estimated")
        axes.set_title(move)
        theme.span(axes, time)
    return _finished(panels, "angle [°]", f"Controller alone, {found.joints[joint]}")


def error_chart(found: Findings) -> str:
    """Return the mean error per frame over participants with its spread, first frames included (Fig. 5)."""
    moves = found.moves[: published.FIGURE_MOVES]
    panels = _grid(len(moves))
    people = found.participants[: published.FIGURE_PARTICIPANTS]
    for axes, move in zip(panels, moves, strict=False):
        chosen = [outcome for outcome in found.of(move) if outcome.participant in people]
        _band(axes, chosen, theme.RIGHT, f"{len(chosen)} participants")
        _band(axes, found.of(move), theme.LEFT, "all")
        axes.axhline(published.BAR, color=theme.LIMIT, linewidth=0.9, linestyle=":")
        axes.set_title(move)
        axes.set_ylim(bottom=0.0)
    return _finished(panels, "error [°]", "Error per frame with its spread")


def _band(axes: Axes, outcomes: list[Outcome], colour: str, label: str) -> None:
    count = min(len(outcome.per_frame) for outcome in outcomes)
    errors = np.degrees(np.stack([outcome.per_frame[:count] for outcome in outcomes]))
    time = np.arange(count) / outcomes[0].fps
    mean, spread = errors.mean(axis=0), errors.std(axis=0)
    axes.fill_between(
        time, np.maximum(mean - spread, 0.0), mean + spread, color=colour, alpha=0.2, linewidth=0
    )
    axes.plot(time, mean, color=colour, label=label)
    theme.span(axes, time)


def _grid(count: int) -> list[Axes]:
    rows = -(-count // 3)
    return theme.panels(0.5 + 1.9 * rows, rows, min(3, count))


def _finished(panels: list[Axes], label: str, title: str) -> str:
    figure = panels[0].get_figure(root=True)
    assert figure is not None
    figure.subplots_adjust(wspace=0.22, hspace=0.55, top=1.0 - 0.55 / figure.get_figheight())
    columns = min(3, len(panels))
    for index, axes in enumerate(panels):
        if index % columns == 0:
            axes.set_ylabel(label)
        if index >= len(panels) - columns:
            axes.set_xlabel("time [s]")
    handles = panels[0].get_legend_handles_labels()
    figure.legend(*handles, loc="upper right", ncols=2, borderaxespad=0.0)
    return theme.to_svg(panels[0], title)
