"""``understudy studio``: captures and robots in the browser, corrected, performed, compared and saved."""

from __future__ import annotations

import argparse
from pathlib import Path

from understudy.commands.serving import add_server_options, serve
from understudy.commands.terminal import Terminal


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "folder", nargs="?", default=".", help="files that are offered, and where results go (default: here)"
    )
    add_server_options(parser)


def run(options: argparse.Namespace) -> int:
    """Open the studio and serve it until it is interrupted."""
    from understudy.commands.results import make_folder
    from understudy.studio.app import Studio

    terminal = Terminal(options.json)
    with Studio(make_folder(Path(options.folder)), options.host, options.port) as studio:
        return serve(terminal, studio.address, options.browser)
