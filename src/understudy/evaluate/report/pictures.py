"""Stills and video: stills travel inside the page, the video lies beside it."""

from __future__ import annotations

import base64
import html
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from understudy.errors import OutputError
from understudy.opening import read_file

_MOST_BYTES = 256 << 20
_PNG = b"\x89PNG\r\n\x1a\n"


def stills_html(stills: Mapping[str, Path]) -> str:
    """Return figures with the PNG files inlined, each under its caption."""
    return "".join(
        f'<figure><img src="data:image/png;base64,{_png(path)}" alt="{html.escape(caption)}">'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
        for caption, path in stills.items()
    )


def video_html(video: Path, folder: Path) -> str:
    """Return a player for a video, linked relative to the report's folder so that both move together."""
    link = quote(Path(os.path.relpath(video.resolve(), folder.resolve())).as_posix())
    return f'<video controls loop muted playsinline preload="metadata" src="{html.escape(link)}"></video>'


def _png(path: Path) -> str:
    try:
        content = read_file(path, _MOST_BYTES)
    except OSError as error:
        raise OutputError(f"cannot put {path} into the report: {error.strerror or error}") from error
    if not content.startswith(_PNG):
        raise OutputError(f"cannot put {path} into the report: not a PNG picture")
    return base64.b64encode(content).decode("ascii")
