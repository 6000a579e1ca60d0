"""``understudy robots``: the robots that are known, and what each can do."""

from __future__ import annotations

import argparse
import math
from typing import Any

from understudy.commands.terminal import Terminal
from understudy.errors import RobotError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("what", nargs="?", choices=["list", "show"], default="list")
    parser.add_argument("name", nargs="?", help="a robot's name, or a card.toml (with show)")


def run(options: argparse.Namespace) -> int:
    """List the catalogue or show one robot."""
    terminal = Terminal(options.json)
    if options.what == "list":
        return _list(terminal)
    if options.name is None:
        raise RobotError("which robot? `understudy robots show NAME`; `understudy robots` lists the names")
    return _show(terminal, options.name)


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


def _show(terminal: Terminal, name: str) -> int:
    from understudy.robots import load_robot

    robot = load_robot(name)
    joints = [
        {"name": joint, "lower_rad": low, "upper_rad": high, "velocity_rad_s": speed}
        for joint, low, high, speed in zip(
            robot.joints, robot.lower.tolist(), robot.upper.tolist(), robot.velocity.tolist(), strict=True
        )
    ]
    terminal.give(
        {
            "name": robot.name,
            "title": robot.card.title,
            "source": robot.card.source,
            "mass_kg": float(robot.model.body_mass.sum()),
            "joints": [
                {key: (None if value in (math.inf, -math.inf) else value) for key, value in joint.items()}
                for joint in joints
            ],
            "landmarks": sorted(robot.landmarks),
            "frames": sorted(robot.frames),
        }
    )
    rows = [
        (j["name"], f"{math.degrees(j['lower_rad']):.1f}", f"{math.degrees(j['upper_rad']):.1f}",
         f"{math.degrees(j['velocity_rad_s']):.0f}")
        for j in joints
    ]  # fmt: skip
    mass = float(robot.model.body_mass.sum())
    terminal.table(
        ("joint", "from °", "to °", "at most °/s"),
        rows,
        title=f"{robot.card.title}: {len(joints)} joints, {mass:.2f} kg",
    )
    terminal.say(f"landmarks: {', '.join(sorted(robot.landmarks))}")
    terminal.say(f"source: {robot.card.source}")
    return 0
