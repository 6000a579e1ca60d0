"""How charts look: figures become inline SVG whose colours are the page's, in light and in dark.

Charts are drawn in placeholder colours. In the finished SVG each placeholder becomes a variable of the
page's style sheet, so that one drawing serves both modes. Text stays text and takes the page's font.
"""

from __future__ import annotations

import html
import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.errors import RenderError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, MUTED, GRID = "#010203", "#010204", "#010205"
LEFT, RIGHT, BAND, LIMIT, GOOD, BAD = "#010206", "#010207", "#010208", "#010209", "#01020a", "#01020b"

_VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--grid",
    LEFT: "--left",
    RIGHT: "--right",
    BAND: "--band",
    LIMIT: "--limit",
    GOOD: "--good",
    BAD: "--bad",
}

SIDES = {"l": (LEFT, "left"), "r": (RIGHT, "right")}
"""Colour and word of each side of the body, the same in every chart."""

WIDTH = 9.6
"""Width of every chart [inch]; the page scales it to its own."""

MOST_POINTS = 1200
"""More points than this on a line add bytes but nothing that the eye sees."""

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 9.0,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "lines.linewidth": 1.3,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "legend.frameon": False,
    "figure.facecolor": "none",
}


@contextmanager
def page_style() -> Iterator[None]:
    """Draw in the style of the page; matplotlib is loaded here and nowhere before.

    matplotlib reads its settings both when a part is made and when it is drawn, so a chart has to be
    made and turned to SVG inside one such context.
    """
    try:
        from matplotlib import style
    except ImportError as error:
        raise RenderError("a report's charts need matplotlib: pip install 'understudy[view]'") from error
    # Its own defaults first: it reads a file of settings in the current folder, which may be a stranger's.
    with style.context(["default", dict(_STYLE)]):
        yield


def panels(height: float, rows: int = 1, columns: int = 1, left: float = 0.6, **options: Any) -> list[Axes]:
    """Return the axes of a new figure, row by row.

    Margins are given rather than found, since finding them takes matplotlib longer than drawing.

    Args:
        height: Height of the figure [inch]; its width is always ``WIDTH``.
        rows: Rows of axes.
        columns: Columns of axes.
        left: Room for the labels of the y axis [inch].
        **options: Handed to ``Figure.subplots``.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height))
    figure.subplots_adjust(
        left=left / WIDTH,
        right=1.0 - 0.08 / WIDTH,
        top=1.0 - 0.27 / height,
        bottom=0.45 / height,
        hspace=0.42,
        wspace=0.09,
    )
    grid = figure.subplots(rows, columns, squeeze=False, **options)
    return [axes for row in grid for axes in row]


def to_svg(axes: Axes, label: str) -> str:
    """Return the figure of some axes as an SVG element, the same for the same figure.

    Args:
        axes: Any of the finished figure's axes.
        label: What it shows, for readers who do not see it; also keeps its ids apart from other figures'.
    """
    from matplotlib import rc_context

    figure = axes.get_figure(root=True)
    assert figure is not None
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with rc_context({"svg.hashsalt": label}), warnings.catch_warnings():
        # The browser chooses the font, so letters that matplotlib's own lacks are no loss.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(buffer, format="svg", metadata=nothing, transparent=True)
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    for placeholder, variable in _VARIABLES.items():
        text = text.replace(placeholder, f"var({variable})")
    text = re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)
    return text.replace("<svg ", f'<svg role="img" aria-label="{html.escape(label)}" ', 1)


def thin(x: np.ndarray, y: np.ndarray, most: int = MOST_POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Return a line with at most about ``most`` points that keeps every peak.

    Each stretch of the line keeps its smallest and its largest value; one that is NaN stays a gap.
    """
    if len(x) <= most:
        return x, y
    keep: set[int] = set()
    for stretch in np.array_split(np.arange(len(x)), most // 2):
        values = y[stretch]
        if np.isnan(values).all():
            keep.add(int(stretch[0]))
        else:
            keep |= {int(stretch[np.nanargmin(values)]), int(stretch[np.nanargmax(values)])}
    indices = np.array(sorted(keep))
    return x[indices], y[indices]


def span(axes: Axes, time: np.ndarray) -> None:
    """Let the axes run over the whole clip (T,) [s], whatever part of it the lines cover."""
    axes.set_xlim(0.0, max(float(time[-1]), 1e-6))


def legend_above(axes: Axes) -> None:
    """Put the legend over the right end of the axes, where it hides no line."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.97), ncols=2, borderaxespad=0.0)


def shade(axes: Axes, time: np.ndarray, marked: np.ndarray, colour: str) -> None:
    """Shade the stretches of time [s] in which ``marked`` (T,) holds."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(np.int8)))
    step = float(time[1] - time[0]) if len(time) > 1 else 1.0
    for start, stop in edges.reshape(-1, 2):
        axes.axvspan(float(time[start]), float(time[stop - 1]) + step, color=colour, alpha=0.14, linewidth=0)
