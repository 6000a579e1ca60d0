"""``understudy robots export``: a robot as a URDF that other tools read."""

from __future__ import annotations

from pathlib import Path

from understudy.commands.terminal import Terminal
from understudy.errors import RobotError

USAGE = "`understudy robots export NAME -o robot.urdf`"


def export(terminal: Terminal, name: str, output: str | None) -> int:
    """Write a robot of the catalogue, or of a card, as URDF.

    Args:
        terminal: Where to say what was written.
        name: A robot's name, or the path of a card.
        output: The file to write, ``<name>.urdf`` by default; its ending says the format.
    """
    from understudy.motion.output import require_other_file
    from understudy.robots import load_robot
    from understudy.robots.urdf_writer import write_urdf

    robot = load_robot(name)
    path = Path(output or f"{robot.name}.urdf")
    if path.suffix != ".urdf":
        raise RobotError(f"cannot export to {path}: expected a file that ends in .urdf, {USAGE}")
    require_other_file(path, name)
    write_urdf(robot, path)
    terminal.give({"robot": robot.name, "urdf": str(path)})
    terminal.say(f"{robot.card.title}: {path}")
    return 0
