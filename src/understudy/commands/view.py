"""``understudy view``: motions in the browser, as one page to pass on, or as pictures and a video."""

from __future__ import annotations

import argparse
from pathlib import Path

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.results import (
    STILL_SUFFIX,
    make_folder,
    require_still,
    require_video,
    write_show,
    write_still,
    write_video,
)
from understudy.commands.serving import add_server_options, serve
from understudy.commands.terminal import Terminal
from understudy.errors import OutputError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        nargs="+",
        help="captures, motions of persons or robots, rollouts of `simulate`, robots (names, cards, models)",
    )
    parser.add_argument("--source", metavar="FILE", help="the capture that they came from, shown beside them")
    parser.add_argument(
        "--robot",
        metavar="NAME",
        help="the robot, where the motions' own is not found: a name, a card.toml, a URDF or an MJCF",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT.mp4",
        help="a side-by-side video; of one rollout, with what it sees; OUT.png: a picture of one frame",
    )
    parser.add_argument("--stills", metavar="DIR", help="a folder for pictures")
    parser.add_argument(
        "--frames",
        type=int,
        nargs="+",
        help="frames of the stills (default: five, spread; of OUT.png the middle one)",
    )
    parser.add_argument("--html", metavar="PAGE.html", help="one page that plays anywhere without a server")
    add_server_options(parser)
    add_capture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Render what was asked for, or open the browser."""
    if options.output or options.stills:
        return _render(options)
    return _write_page(options) if options.html else _browse(options)


def _browse(options: argparse.Namespace) -> int:
    from understudy.browse import fill
    from understudy.view.web.scene import Scene

    terminal = Terminal(options.json)
    exhibits = _exhibits(options, terminal)
    title = " · ".join(dict.fromkeys(Path(path).name for path in options.file))
    with Scene(title, options.host, options.port) as scene:
        fill(scene, exhibits)
        scene.clock.play()
        return serve(terminal, scene.address, options.browser)


def _write_page(options: argparse.Namespace) -> int:
    from understudy.browse.page import write_page
    from understudy.motion.output import require_other_file

    terminal = Terminal(options.json)
    require_other_file(options.html, *options.file, options.source)
    exhibits = _exhibits(options, terminal)
    with terminal.progress(f"page {Path(options.html).name}") as progress:
        size = write_page(Path(options.html), exhibits, progress=progress)
    terminal.give({"html": str(options.html), "bytes": size})
    terminal.say(f"html: {options.html} ({size / 1e6:.1f} MB)")
    return 0


def _exhibits(options: argparse.Namespace, terminal: Terminal) -> list:
    from understudy.browse import read_exhibit

    paths = ([] if options.source is None else [options.source]) + options.file
    exhibits = [read_exhibit(path, stated_by(options), options.robot, terminal.say) for path in paths]
    for exhibit in exhibits:
        for warning in exhibit.warnings:
            terminal.say(f"{exhibit.label}: {warning}")
    return exhibits


def _render(options: argparse.Namespace) -> int:
    from understudy.motion.output import require_other_file
    from understudy.motion.pace import as_performed
    from understudy.motion.rollout import Rollout
    from understudy.view import save_stills

    terminal = Terminal(options.json)
    is_still = Path(options.output or "").suffix.lower() == STILL_SUFFIX
    if options.output:
        require_still(options.output, options.frames) if is_still else require_video(options.output)
        require_other_file(options.output, *options.file, options.source)
    exhibits = _exhibits(options, terminal)
    performances = [(each.robot, each.performance) for each in exhibits if each.robot is not None]
    people = [each.human for each in exhibits if each.human is not None]
    if len(people) > 1:
        raise OutputError(f"pictures show one person beside robots, found {len(people)}: give one capture")
    human = people[0] if people else None
    if human is not None and performances:
        # Beside a motion that was slowed down the person is as slow, or they would drift apart.
        human = as_performed(human, performances[0][1])
    written: dict[str, object] = {}
    if options.stills:
        saved = save_stills(make_folder(options.stills), human, performances, options.frames)
        written["stills"] = [str(path) for path in saved]
    if is_still:
        write_still(Path(options.output), human, performances, options.frames)
        written["still"] = str(options.output)
    elif options.output:
        shown = [each.motion for each in exhibits if each.robot is not None]
        if len(shown) == 1 and isinstance(shown[0], Rollout):
            write_show(terminal, Path(options.output), shown[0], performances[0][0], human)
        else:
            write_video(terminal, Path(options.output), human, performances)
        written["video"] = str(options.output)
    terminal.give(written)
    for kind, what in written.items():
        terminal.say(f"{kind}: {what}")
    return 0
