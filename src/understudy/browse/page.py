"""Exhibits as one page in a file, with curves, the verdict and the worst moments beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from understudy.browse.exhibits import Exhibit
from understudy.browse.numbers import moments, verdict_rows
from understudy.browse.showing import curves_of, fill
from understudy.motion.archive import require_writable, write_bytes
from understudy.view.web.recording import Captions, record_page
from understudy.view.web.scene import Scene
from understudy.view.web.shells import PAGE_TRIANGLES


def page_of(
    exhibits: Sequence[Exhibit], title: str | None = None, progress: Callable[[int, int], None] | None = None
) -> str:
    """Return one page that plays exhibits anywhere, without a server.

    Args:
        exhibits: What is shown.
        title: Over all, by default the exhibits' labels.
        progress: Told frames done, and all frames.
    """
    named = title or " · ".join(exhibit.label for exhibit in exhibits)
    with Scene(named, most_triangles=PAGE_TRIANGLES) as scene:
        found = fill(scene, exhibits)
        rows, worst = ([], []) if found is None else (verdict_rows(found), moments(found))
        captions = Captions(named, rows, worst, curves_of(exhibits, found))
        return record_page(scene, captions, progress)


@dataclass(frozen=True)
class ShownPage:
    """A page in a notebook: what stands in its cell plays without the kernel.

    Attributes:
        html: The page.
        height: Of the cell [pixels].
    """

    html: str
    height: int = 560

    def _repr_html_(self) -> str:
        frame = f'width="100%" height="{self.height}" style="border:1px solid #d5dbe5;border-radius:8px"'
        return f'<iframe srcdoc="{escape(self.html, quote=True)}" {frame}></iframe>'

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path."""
        write_bytes(Path(path), self.html.encode())
        return Path(path)


def write_page(
    path: Path,
    exhibits: Sequence[Exhibit],
    title: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write :func:`page_of` exhibits to a file, whole or not at all, and return its size [B]."""
    require_writable(path)
    content = page_of(exhibits, title, progress).encode()
    write_bytes(path, content)
    return len(content)
