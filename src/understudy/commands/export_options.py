"""Formats of exports on the command line: which one is meant, and its options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from understudy.errors import OptionError
from understudy.export import ExportFormat, Takes, find_format, format_of
from understudy.export.catalogue import require_suffix

OWN_SUFFIX = ".npz"
"""Of motions as Understudy saves them."""


def add_format_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--to`` and ``--rate``."""
    parser.add_argument("--to", metavar="FORMAT", help="the format, see `understudy export --list`")
    parser.add_argument(
        "--rate",
        type=float,
        metavar="FPS",
        help="resample to so many frames a second (as the motion has them)",
    )


def chosen_format(name: str | None, output: Path, kinds: tuple[Takes, ...]) -> ExportFormat | None:
    """Return the format that is named, or that a file's name stands for; None for Understudy's own.

    Args:
        name: The name, where there is one.
        output: The file.
        kinds: What would be written.

    Raises:
        OutputError: For an unknown name, an ending that is no format's or not that of the named one, or a
            place that cannot be written to.
    """
    from understudy.export.folders import require_place
    from understudy.motion.archive import require_writable

    if name is not None:
        chosen = find_format(name)
        require_suffix(output, chosen)
        require_place(output, chosen)
        return chosen
    require_writable(output)
    return None if output.suffix.lower() == OWN_SUFFIX else format_of(output, kinds)


def settings(texts: Sequence[str]) -> dict[str, str]:
    """Return name → value of options that are set as ``NAME=VALUE``."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--set {text}: expected NAME=VALUE")
        found[name.strip()] = value.strip()
    return found
