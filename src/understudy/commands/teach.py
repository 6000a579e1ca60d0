"""``understudy teach``: a page on which movements are shown to a robot, kept and replayed."""

from __future__ import annotations

import argparse
from pathlib import Path

from understudy.commands.results import add_robot_option
from understudy.commands.serving import add_server_options, serve
from understudy.commands.terminal import Terminal


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "folder",
        nargs="?",
        default=".",
        help="where movements are kept (default: the folder that you are in)",
    )
    add_robot_option(parser)
    parser.add_argument(
        "--source", default="camera", metavar="SOURCE", help="as in `understudy live` (default: camera)"
    )
    parser.add_argument(
        "--calibrate", type=float, default=3.0, metavar="S", help="seconds to calibrate by (default: 3)"
    )
    add_server_options(parser)


def run(options: argparse.Namespace) -> int:
    """Open the page and serve it until it is interrupted."""
    from understudy.commands.results import make_folder
    from understudy.live.names import live_source
    from understudy.live.options import LiveOptions
    from understudy.robots import load_robot
    from understudy.teach.page import TeachPage

    terminal = Terminal(options.json)
    LiveOptions(calibrate=options.calibrate)
    live_source(options.source)
    folder, robot = make_folder(Path(options.folder)), load_robot(options.robot)
    with TeachPage(
        folder, robot, lambda: live_source(options.source), options.host, options.port, options.calibrate
    ) as page:
        return serve(terminal, page.address, options.browser)
