"""The frame of every page that is written: style, head and foot, sections and charts."""

from __future__ import annotations

from html import escape
from importlib import resources

from understudy import __version__

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self' file:"
"""Even if a stranger's name slipped through the escaping, the page could load and run nothing."""


def page(title: str, body: str, note: str = "") -> str:
    """Return a whole page.

    Args:
        title: Title, any text.
        body: Content, HTML.
        note: Sentence at its foot, any text.
    """
    style = resources.files("understudy.evaluate.report").joinpath("style.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body><main>{body}"
        f"<footer>Made by Understudy {escape(__version__)}. {escape(note)}</footer></main></body></html>\n"
    )


def section(title: str, note: str, content: str) -> str:
    """Return a section with a title and a note (any text) over its content (HTML)."""
    described = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{described}{content}</section>"


def charts(*drawn: str | None) -> str:
    """Return SVG charts, those that there are, one under the other."""
    return "".join(f'<div class="scroll"><div class="chart">{chart}</div></div>' for chart in drawn if chart)


def chips(pairs: tuple[tuple[str, str], ...]) -> str:
    """Return a row of short facts, each a word and a value (any text)."""
    listed = "".join(f"<li>{escape(key)} <b>{escape(value)}</b></li>" for key, value in pairs)
    return f'<ul class="chips">{listed}</ul>'
