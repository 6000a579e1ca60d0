"""Whether saved motions keep what physics asks of them, by MuJoCo alone.

    python benchmarks/physical_checks.py MOTION.npz… [--robot NAME] [--cutoff 10]

For each motion: frames in which a joint is over its limit of position, velocity or acceleration, and the
worst excess; how far soles slide and tilt while the motion says that they are held; the deepest part under
the floor and in another part of the robot, by MuJoCo's geoms; the share of stance frames whose ZMP, by
inverse dynamics of all that is slower than the cutoff, is in the support polygon; and the median wrench at
the base that soles cannot give (see ``understudy.evaluate.physical_checks``). Prints a table in Markdown.
Exits with 2 and a sentence where a file cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from understudy.errors import UnderstudyError
from understudy.evaluate.feasibility import CUTOFF
from understudy.evaluate.physical_checks import Excess, PhysicalChecks, physical_checks
from understudy.motion import RobotMotion
from understudy.robots.known_models import robot_of

COLUMNS = (
    *("motion", "frames", "range", "speed", "acceleration", "slide", "tilt", "in the floor", "in itself"),
    *("ZMP inside", "ZMP out by", "residual"),
)


def main() -> int:
    """Check every motion."""
    parser = argparse.ArgumentParser(description="Whether motions keep what physics asks of them.")
    parser.add_argument("motions", nargs="+", type=Path)
    parser.add_argument("--robot", help="the robot, where a motion's own is not found")
    parser.add_argument("--cutoff", type=float, default=CUTOFF, help="of forces [Hz]")
    asked = parser.parse_args()
    try:
        motions = [RobotMotion.load(path) for path in asked.motions]
        robots = [robot_of(motion, asked.robot) for motion in motions]
        _write(COLUMNS)
        _write(["---"] * len(COLUMNS))
        for path, motion, robot in zip(asked.motions, motions, robots, strict=True):
            _write((path.stem, *cells(physical_checks(motion, robot, cutoff=asked.cutoff))))
    except UnderstudyError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def cells(found: PhysicalChecks) -> list[str]:
    """Return the table's cells of one motion."""
    return [
        str(found.frames),
        _excess(found.position, "rad"),
        _excess(found.velocity, "rad/s"),
        _excess(found.acceleration, "rad/s²"),
        f"{1000.0 * found.slide:.1f} mm",
        f"{np.degrees(found.tilt):.2f}°",
        f"{1000.0 * found.floor_depth:.1f} mm",
        f"{1000.0 * found.self_depth:.1f} mm",
        f"{100.0 * found.zmp_share:.1f} %",
        f"{100.0 * found.zmp_outside:.1f} cm",
        f"{100.0 * found.root_residual:.1f} %",
    ]


def _excess(excess: Excess, unit: str) -> str:
    if not excess.frames:
        return "0"
    return f"{excess.frames} ({excess.worst:.3g} {unit}, {excess.joint} in frame {excess.frame})"


def _write(row: tuple[str, ...] | list[str]) -> None:
    sys.stdout.write("| " + " | ".join(row) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
