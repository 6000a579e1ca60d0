"""The page that the browser gets: viser's client and what is added to it; nothing comes from elsewhere."""

from __future__ import annotations

import gzip
from functools import cache
from importlib import resources

from understudy.drawing.extras import require

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:",
        "style-src 'unsafe-inline' data:",
        "font-src data: blob:",
        "img-src data: blob:",
        "media-src data: blob:",
        "worker-src data: blob:",
        "connect-src 'self' ws: data: blob:",
        "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What a browser may load for this page: nothing that does not come with it."""

_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Ccircle cx='6' cy='4' r='2.5' fill='%231980c2'/%3E%3Cpath d='M2 14c0-5 8-5 8 0z' fill='%231980c2'/%3E"
    "%3Ccircle cx='11' cy='5' r='2' fill='%23f27320'/%3E%3Cpath d='M8 14c0-4 6-4 6 0z' fill='%23f27320'/%3E"
    "%3C/svg%3E"
)


_SCRIPTS = ("parcel.js", "chart.js", "page.js")
"""What is added to the client, each after what it uses."""


def client_html() -> str:
    """Return viser's client, one file that loads nothing."""
    require("viser")
    return (resources.files("viser") / "client" / "build" / "index.html").read_text(encoding="utf-8")


def page(title: str, added: str = "") -> str:
    """Return the client with a title, this project's icon, style and script.

    Args:
        title: What the tab of the browser says, without markup.
        added: Further markup for the page's head.
    """
    html = client_html()
    start, end = html.index("<head>") + len("<head>"), html.index("</head>")
    own = f"<title>{_escaped(title)}</title><link rel='icon' href=\"{_ICON}\"/>"
    style = _asset("page.css")
    scripts = "".join(f"<script>{_asset(name)}</script>" for name in _SCRIPTS)
    head = f"{own}{html[start:end]}<style>{style}</style>{added}{scripts}"
    return html[:start] + head + html[end:]


def packed(html: str) -> bytes:
    """Return a page as browsers take it: compressed."""
    return gzip.compress(html.encode(), compresslevel=6, mtime=0)


@cache
def _asset(name: str) -> str:
    return (resources.files("understudy.view.web") / name).read_text(encoding="utf-8")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
