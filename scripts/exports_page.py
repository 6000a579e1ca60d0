"""Write the table of export formats into docs/exports.md, between its two markers.

Usage: exports_page.py [--check] [DOCUMENT]
With --check nothing is written, and the exit code is 1 where the page is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from marked_text import run

from understudy.export import FORMATS, ExportFormat, Takes

PAGE = Path(__file__).resolve().parent.parent / "docs" / "exports.md"

_WRITTEN_FROM = {Takes.ROBOT: "robot", Takes.BODY: "fitted human", Takes.PERSON: "person"}
_TITLES = (
    *("format", "for", "file", "written from", "joints", "quaternions", "units", "rate", "poses are in"),
    "options",
)


def table() -> str:
    """Return a row for every format."""
    rows = [_TITLES, ("---",) * len(_TITLES), *map(_cells, FORMATS.values())]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cells(each: ExportFormat) -> tuple[str, ...]:
    kinds = ", ".join(_WRITTEN_FROM[kind] for kind in each.takes)
    options = ", ".join(
        f"`{option.name}`: {' or '.join(f'`{choice}`' for choice in option.choices or ('yes', 'no'))}"
        for option in each.options
    )
    files = " ".join(f"`{suffix}`" for suffix in each.suffixes) or "folder"
    needs = f" (extra `{each.extra}`)" if each.extra else ""
    conventions = (each.joints, each.quaternions, each.units, each.rate, each.frames)
    return (f"`{each.name}`", each.summary, files + needs, kinds, *conventions, options)


if __name__ == "__main__":
    sys.exit(run(__doc__, PAGE, "formats", f"\n{table()}\n"))
