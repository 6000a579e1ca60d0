"""``understudy robots``: the robots that are known, and what each can do."""

from __future__ import annotations

import argparse
from typing import Any

from understudy.commands.robots_check import check
from understudy.commands.robots_export import export
from understudy.commands.robots_onboard import onboard_model
from understudy.commands.robots_show import show
from understudy.commands.terminal import Terminal
from understudy.errors import RobotError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    actions = ["list", "show", "check", "onboard", "export"]
    parser.add_argument("what", nargs="?", choices=actions, default="list")
    parser.add_argument(
        "name",
        nargs="?",
        help="a robot's name, a card.toml or a bare model; with onboard a URDF or MJCF file",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="the card.toml that onboard, the picture.png that show, the robot.urdf that export writes",
    )
    parser.add_argument("--lock", nargs="+", metavar="JOINT", help="onboard: joints to fix, with * and ?")
    parser.add_argument("--upper-body", action="store_true", help="onboard: fix the pelvis and lock the legs")


def run(options: argparse.Namespace) -> int:
    """List the catalogue; show, check, onboard or export one robot."""
    terminal = Terminal(options.json)
    if options.what != "onboard" and (options.lock or options.upper_body):
        raise RobotError(
            f"--lock and --upper-body are for `robots onboard`, found with `robots {options.what}`"
        )
    if options.what == "list":
        if options.name is not None:
            raise RobotError(
                f"`robots list` takes no name; `understudy robots show {options.name}` shows one"
            )
        return _list(terminal)
    if options.name is None:
        raise RobotError(
            f"which robot? `understudy robots {options.what} NAME`; `understudy robots` lists the names"
        )
    if options.what == "export":
        return export(terminal, options.name, options.output)
    if options.what == "onboard":
        return onboard_model(terminal, options)
    if options.what == "check":
        return check(terminal, options.name)
    return show(terminal, options.name, options.output)


def _list(terminal: Terminal) -> int:
    from understudy.robots import robot_names
    from understudy.robots.catalogue import find_card
    from understudy.robots.model_file import find_model_file

    found: list[dict[str, Any]] = []
    for name in robot_names():
        card = find_card(name)
        try:
            find_model_file(card)
            missing = ""
        except RobotError:
            missing = f"pip install {card.package}"
        found.append({"name": name, "title": card.title, "base": card.base, "missing": missing})
    terminal.give(found)
    rows = [(r["name"], r["title"], r["base"], r["missing"] or "ready") for r in found]
    terminal.table(("robot", "what", "base", "state"), rows)
    return 0
