"""Text that a script writes into a document, between two markers, or checks there."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path


def updated(text: str, name: str, content: str) -> str:
    """Return a document with current text between its lines ``name:begin`` and ``name:end``."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    between = re.compile(f"(?<={re.escape(begin)}\n).*?(?={re.escape(end)})", re.DOTALL)
    text, found = between.subn(lambda _: f"{content}\n", text)
    if found != 1:
        raise SystemExit(f"the document needs the lines {begin} and {end} once, found {found} pairs")
    return text


def run(description: str | None, document: Path, name: str, content: str) -> int:
    """Update a document, or with ``--check`` return 1 where it is out of date.

    Args:
        description: What the script does, for its help.
        document: The document, unless the command line names another.
        name: Name of the markers.
        content: The text that belongs between them.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("document", type=Path, nargs="?", default=document)
    arguments = parser.parse_args()
    text = arguments.document.read_text(encoding="utf-8")
    current = updated(text, name, content)
    if text == current:
        return 0
    if arguments.check:
        sys.stderr.write(f"{arguments.document}: the {name} is out of date, run {Path(sys.argv[0]).name}\n")
        return 1
    arguments.document.write_text(current, encoding="utf-8")
    return 0
