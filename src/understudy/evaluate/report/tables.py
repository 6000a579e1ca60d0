"""The report's tables, tiles and provenance as HTML; every word that came from a file is escaped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from understudy.evaluate import wording
from understudy.evaluate.headlines import Headline
from understudy.evaluate.table import angle_columns
from understudy.motion import Evaluation, Metric, Provenance

_MOST_SHOWN = 50
"""Values of a list that is shown whole."""

_MARKS = {True: ("good", "✓"), False: ("over", "!"), None: ("none", "–")}


def tiles_html(items: tuple[Headline, ...]) -> str:
    """Return one tile for each headline."""
    return f'<div class="tiles">{"".join(_tile(item) for item in items)}</div>'


def direction_table_html(evaluation: Evaluation) -> str:
    """Return statistics of every error of direction and orientation."""
    rows = "".join(_angle_row(metric) for metric in evaluation.family("direction"))
    rows += "".join(_angle_row(metric, " turned") for metric in evaluation.family("orientation"))
    return _angle_table("Segment", rows)


def regret_table_html(evaluation: Evaluation) -> str:
    """Return statistics of every limb's regret, and of what it could not help."""
    rows = "".join(_angle_row(metric) for metric in evaluation.family("regret"))
    rows += "".join(_angle_row(metric, ", out of reach") for metric in evaluation.family("reach"))
    return _angle_table("Limb", rows)


def numbers_html(evaluation: Evaluation) -> str:
    """Return every statistic of every metric in its stored unit."""
    rows = "".join(
        _row(
            "td",
            (metric.name, statistic.replace("_", " "), wording.quantity(value, _unit(statistic, metric))),
        )
        for metric in evaluation.metrics
        for statistic, value in metric.summary.items()
    )
    head = _row("th", ("Metric", "Statistic", "Value"))
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def provenance_html(history: Provenance) -> str:
    """Return where the result came from: file, hash, version and every stage with its options."""
    entries = [("Source", history.source or wording.UNKNOWN), ("SHA-256", history.sha256 or wording.UNKNOWN)]
    entries += [("Understudy", history.version)]
    entries += [(stage, json.dumps(_short(options), ensure_ascii=False)) for stage, options in history.steps]
    items = "".join(f"<dt>{escape(key)}</dt><dd><code>{escape(value)}</code></dd>" for key, value in entries)
    return f"<dl>{items}</dl>"


def _short(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a stage with how many there are in place of lists that nobody would read."""
    return {
        name: f"{len(value)} values" if isinstance(value, list) and len(value) > _MOST_SHOWN else value
        for name, value in options.items()
    }


def _tile(item: Headline) -> str:
    kind, mark = _MARKS[item.good]
    return (
        f'<article class="tile"><h3>{escape(item.title)}</h3><div class="value">{escape(item.value)}</div>'
        f'<p>{escape(item.meaning)}</p><span class="mark {kind}">{mark} target: {escape(item.target)}</span>'
        "</article>"
    )


def _angle_table(what: str, rows: str) -> str:
    head = _row("th", (what, "Median", "Mean", "Std. dev.", "95 % below", "99 % below", "Worst"))
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _angle_row(metric: Metric, how: str = "") -> str:
    name = metric.name.split("/", 1)[1]
    side = name[-1] if name.endswith(("_l", "_r")) else ""
    cells = "".join(f"<td>{escape(text)}</td>" for text in angle_columns(metric))
    label = escape(wording.segment_label(name) + how)
    return f'<tr><th scope="row"><span class="key {side}"></span>{label}</th>{cells}</tr>'


def _row(cell: str, texts: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in texts) + "</tr>"


def _unit(statistic: str, metric: Metric) -> str:
    """Return the unit of a statistic: shares, counts and indices have none."""
    bare = ("frame", "frames", "joint", "body", "other_body", "ignored_pairs", "mesh_pairs")
    return "1" if statistic.startswith("share") or statistic in bare else metric.unit
