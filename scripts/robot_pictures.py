"""Draw every built-in robot and write the page that lists them, docs/robots.md.

Usage: robot_pictures.py [--check] [--text] [DOCS]
With --check nothing is written, and the exit code is 1 where the page is out of date or a picture is missing.
With --text only the page is written, which needs no OpenGL.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.catalogue import find_card
from understudy.robots.parts import home_data
from understudy.view.camera import Camera
from understudy.view.robot_figure import RobotFigure
from understudy.view.scene import FINE_SAMPLES, Stage

DOCS = Path(__file__).resolve().parent.parent / "docs"
SIZE = (300, 400)
"""Width and height of a picture [pixels]."""

_SIDE, _ELEVATION = np.deg2rad(30.0), np.deg2rad(-10.0)
"""How far to the left of where the robot faces the camera stands, and how it looks down [rad]."""

_FILL = 0.84
"""Share of the picture's height that a robot takes."""

_HEAD = """\
# Built-in robots

Written by `scripts/robot_pictures.py` from the catalogue. Each is a model of primitive shapes with a
[card](robot-cards.md); what it states beyond published figures is said under *source*.
"""


def built_in_robots() -> list[Robot]:
    """Return every robot whose model is part of this project."""
    return [load_robot(name) for name in robot_names() if not find_card(name).package]


def page(robots: list[Robot]) -> str:
    """Return the text of docs/robots.md."""
    return "\n".join([_HEAD, *(_section(robot) for robot in robots)])


def _section(robot: Robot) -> str:
    lowest, highest = _reach(robot)
    coupled = len(robot.joints) - robot.degrees_of_freedom
    rows = {
        "degrees of freedom": f"{robot.degrees_of_freedom}"
        + (f" ({len(robot.joints)} joints, {coupled} coupled)" if coupled else ""),
        "height": f"{highest - lowest:.3f} m",
        "mass": f"{float(robot.model.body_mass.sum()):.2f} kg",
        "base": robot.card.base + (f", {robot.card.rest}" if robot.has_free_base else ""),
        "fastest joint": f"{float(robot.velocity.max()):.1f} rad/s",
        "eyes": ", ".join(f"{name} ({np.degrees(eye.fov):.0f}°)" for name, eye in robot.eyes.items()),
        "skin": f"{len(robot.skin)} patches",
    }
    lines = [
        f"## {robot.name}",
        "",
        f"![{robot.card.title}]({picture_path(robot)})",
        "",
        f"| {robot.card.title} | |",
        "| --- | --- |",
        *(f"| {key} | {value} |" for key, value in rows.items()),
        f"| source | {_cell(robot.card.source)} |",
        "",
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Return a text that stays within one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def _reach(robot: Robot) -> tuple[float, float]:
    """Return the lowest and the highest point [m] of the robot in its home pose."""
    data = home_data(robot.model, robot.home)
    lows, highs = [], []
    for part in robot.surface:
        heights = (data.xpos[part.body] + part.centres @ data.xmat[part.body].reshape(3, 3).T)[:, 2]
        lows.append(float((heights - part.radii).min()))
        highs.append(float((heights + part.radii).max()))
    return min(lows), max(highs)


def picture_path(robot: Robot) -> str:
    """Return where a robot's picture is, seen from the folder of the page."""
    return f"images/robots/{robot.name}.png"


def draw(robot: Robot) -> bytes:
    """Return a PNG file of a robot in its home pose, seen from the front and a little from its left."""
    motion = RobotMotion(robot.name, "home", robot.joints, robot.home[None], 1.0, np.zeros(1))
    figure = RobotFigure(robot, motion, robot.card.title)
    shown = figure.stature.height / _FILL
    distance = 0.5 * shown / np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW))
    target_w = np.array([*figure.path_w[0, :2], figure.stature.middle])
    stage = Stage(figure, distance, SIZE, FINE_SAMPLES)
    try:
        picture = stage.picture(0, Camera(target_w, distance, np.pi + _SIDE, _ELEVATION))
    finally:
        stage.close()
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()


def problems(docs: Path, robots: list[Robot]) -> list[str]:
    """Return what is out of date in a folder of documents, in sentences."""
    path = docs / "robots.md"
    found = []
    if not path.is_file() or path.read_text(encoding="utf-8") != page(robots):
        found.append(f"{path} is out of date, run `python scripts/robot_pictures.py`")
    missing = [picture_path(robot) for robot in robots if not (docs / picture_path(robot)).is_file()]
    return found + [f"{docs / name} is missing, run `python scripts/robot_pictures.py`" for name in missing]


def main() -> int:
    """Write or check the page and its pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("docs", type=Path, nargs="?", default=DOCS)
    arguments = parser.parse_args()
    robots = built_in_robots()
    if arguments.check:
        found = problems(arguments.docs, robots)
        sys.stderr.write("".join(f"{problem}\n" for problem in found))
        return 1 if found else 0
    arguments.docs.mkdir(parents=True, exist_ok=True)
    (arguments.docs / "robots.md").write_text(page(robots), encoding="utf-8")
    if not arguments.text:
        (arguments.docs / "images" / "robots").mkdir(parents=True, exist_ok=True)
        for robot in robots:
            (arguments.docs / picture_path(robot)).write_bytes(draw(robot))
    return 0


if __name__ == "__main__":
    sys.exit(main())
