"""The contact sheet: one page with a card for each result, to look through in order of rank."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape

from understudy.batch.figures import FIGURES
from understudy.batch.keep import Keep
from understudy.batch.record import DONE, Record
from understudy.batch.table import KEPT, TURNED_DOWN, verdict
from understudy.evaluate.report.page import chips, page, section

NAME = "sheet.html"

MOST_CARDS = 2000
"""Cards on a page; of more results the best and the worst are shown."""

_SHOWN = ("p99", "worst", "sliding", "floor", "self")
"""Figures on a card."""

_STYLE = (
    "<style>.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:12px}"
    ".card{border:1px solid var(--edge);border-radius:8px;overflow:hidden;background:var(--card)}"
    ".card img{display:block;width:100%}.card p{margin:6px 10px;font-size:12.5px;overflow-wrap:anywhere}"
    ".card .missed{color:var(--bad)}main{max-width:1440px}</style>"
)


def chosen(records: Sequence[Record], count: int) -> tuple[Record, ...]:
    """Return the results that are shown: of more than ``count`` half are the best, half the worst."""
    done = [record for record in records if record.status == DONE]
    if len(done) <= count:
        return tuple(done)
    best = (count + 1) // 2
    return (*done[:best], *done[len(done) - (count - best) :])


def make_sheet(records: Sequence[Record], keep: Keep, pictures: Mapping[str, bytes], note: str) -> bytes:
    """Return the page.

    Args:
        records: All records, ranked.
        keep: Which results are kept.
        pictures: Key → the JPEG of a result.
        note: Why there are no pictures, or not of all; empty where nothing is to be said.
    """
    shown = chosen(records, MOST_CARDS)
    groups = {
        name: [record for record in shown if verdict(record, keep) == name] for name in (KEPT, TURNED_DOWN)
    }
    done = sum(record.status == DONE for record in records)
    body = [_STYLE, "<header><p class='kicker'>Understudy</p><h1>Contact sheet</h1></header>"]
    kept = sum(record.is_kept(keep) for record in records)
    facts = {"jobs": len(records), "kept": kept, "not kept": done - kept, "set aside": len(records) - done}
    body.append(chips(tuple((name, str(count)) for name, count in facts.items())))
    if len(shown) < done:
        note = (
            f"{note} The {len(shown)} best and worst of {done} results are shown; table.csv has all.".strip()
        )
    if note:
        body.append(f'<p class="note">{escape(note)}</p>')
    for name, group in groups.items():
        if group:
            cards = "".join(_card(record, pictures.get(record.key)) for record in group)
            body.append(
                section(f"{name.capitalize()} ({len(group)})", _LEGEND, f'<div class="cards">{cards}</div>')
            )
    body.append(_refused([record for record in records if record.status != DONE]))
    return page(
        "Contact sheet", "".join(body), "Best first. Left: mid-clip; right: the worst moment."
    ).encode()


_LEGEND = ", ".join(f"{name}: {FIGURES[name].meaning} [{FIGURES[name].unit}]" for name in _SHOWN)


def _card(record: Record, picture: bytes | None) -> str:
    image = ""
    if picture is not None:
        data = base64.b64encode(picture).decode()
        image = f'<img loading="lazy" src="data:image/jpeg;base64,{data}" alt="{escape(record.label)}">'
    figures = " · ".join(
        f"{name} {record.figures[name]:.1f} {FIGURES[name].unit}" for name in _SHOWN if name in record.figures
    )
    missed = f'<p class="missed">over target: {escape("; ".join(record.missed))}</p>' if record.missed else ""
    return (
        f'<div class="card">{image}<p><b>{escape(record.label)}</b> on {escape(record.robot)}, '
        f"{record.frames} frames</p><p>{escape(figures)}</p>{missed}</div>"
    )


def _refused(records: Sequence[Record]) -> str:
    if not records:
        return ""
    rows = "".join(
        f"<tr><td>{escape(record.label)}</td><td>{escape(record.robot)}</td>"
        f"<td style='text-align:left;white-space:normal'>{escape(record.sentence)}</td></tr>"
        for record in records[:MOST_CARDS]
    )
    head = "<thead><tr><th>capture</th><th>robot</th><th style='text-align:left'>why</th></tr></thead>"
    return section(
        f"Set aside ({len(records)})",
        "set_aside.csv has all of them.",
        f"<table>{head}<tbody>{rows}</tbody></table>",
    )
