"""``understudy camera``: the trackers that find people in films and before cameras."""

from __future__ import annotations

import argparse
from pathlib import Path

from understudy.commands.terminal import Terminal
from understudy.errors import OptionError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=["list", "setup", "remove", "forget"],
        default="list",
        help="list what is installed (default); setup installs a tracker into an environment of its own; "
        "remove takes it away; forget deletes what is kept of films that were tracked",
    )
    parser.add_argument("name", nargs="?", default="mediapipe", help="a tracker's name (default: mediapipe)")
    group = parser.add_argument_group("for setup")
    group.add_argument("--model", type=Path, metavar="FILE.task", help="a model of the body, for a "
                       "newer MediaPipe (default: the models in MediaPipe 0.10.21's package)")  # fmt: skip
    group.add_argument("--hand-model", type=Path, metavar="FILE.task", help="one of the hands")
    group.add_argument("--version", metavar="V", help="MediaPipe's version")
    group.add_argument("--python", metavar="PYTHON", help="the Python of its environment")


def run(options: argparse.Namespace) -> int:
    """List, install or remove trackers."""
    terminal = Terminal(options.json)
    stated = [
        name for name in ("model", "hand_model", "version", "python") if getattr(options, name) is not None
    ]
    if stated and options.what != "setup":
        raise OptionError(
            f"--{stated[0].replace('_', '-')} is for `camera setup`, found with `camera {options.what}`"
        )
    if options.what == "list":
        return _list(terminal)
    if options.what == "forget":
        return _forget(terminal)
    from understudy.capture.video.installing import remove, set_up

    if options.what == "remove":
        from understudy.capture.video.installed import find_tracker

        found = find_tracker(options.name)
        remove(found.name)
        terminal.give({"removed": found.name})
        terminal.say(f"removed {found.folder}")
        return 0
    with terminal.status("installing, which takes a minute"):
        found = set_up(
            terminal.say, options.name, options.model, options.hand_model, options.version, options.python
        )
    terminal.give({"tracker": found.name, "version": found.version, "folder": str(found.folder)})
    terminal.say(f"tracker {found.name} {found.version} is ready: `understudy inspect film.mp4`")
    return 0


def _list(terminal: Terminal) -> int:
    from understudy.capture.video.installed import find_tracker, tracker_names, trackers_folder
    from understudy.capture.video.tracker import TrackerError

    rows, found = [], []
    for name in tracker_names():
        try:
            tracker = find_tracker(name)
            version, state = tracker.version, "ready"
        except TrackerError as error:
            version, state = "", str(error)
        found.append({"name": name, "version": version, "state": state})
        rows.append((name, version, state))
    count, size = _kept()
    terminal.give(
        {"trackers": found, "folder": str(trackers_folder()), "kept_films": count, "kept_bytes": size}
    )
    if rows:
        terminal.table(("tracker", "version", "state"), rows)
    else:
        terminal.say("no tracker is installed: `understudy camera setup` installs one")
    terminal.say(f"trackers are in {trackers_folder()}; {count} tracked films are kept ({size / 1e6:.1f} MB)")
    return 0


def _forget(terminal: Terminal) -> int:
    from understudy.cache import forget
    from understudy.capture.video.tracking import KIND

    count = forget(KIND)
    terminal.give({"forgotten": count})
    terminal.say(f"deleted what was kept of {count} tracked films")
    return 0


def _kept() -> tuple[int, int]:
    from understudy.cache import kept_sizes
    from understudy.capture.video.tracking import KIND

    sizes = kept_sizes(KIND)
    return len(sizes), sum(sizes)
