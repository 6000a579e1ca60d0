"""Clips whose p99 of regret ``worst_frames.py`` found missed, for those who ask why.

``worst_causes.py``, ``hinge_speed_bound.py``, ``limb_speed_bound.py``, ``joint_speed_bound.py``,
``shared_motor_bound.py``, ``parts_bound.py`` and ``branch_changes.py`` read what its ``--json`` wrote.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worst_frames import GROUPS, P99_BAR, SHARED, load, read

from understudy.motion import HumanMotion
from understudy.robots import Robot


@dataclass(frozen=True, eq=False)
class Missed:
    """A clip on a robot whose p99 is missed.

    Attributes:
        clip: Its name.
        p99: Of the worst limb's regret [°].
        limb: That limb.
        human: The person's motion.
        robot: The robot.
    """

    clip: str
    p99: float
    limb: str
    human: HumanMotion
    robot: Robot


def choosing_parser(description: str) -> argparse.ArgumentParser:
    """Return a parser of the arguments by which clips and robots are chosen."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("worst", type=Path, help="what worst_frames.py --json wrote")
    parser.add_argument("--robots", nargs="+")
    parser.add_argument("--clips", nargs="+", help="words in the names of clips")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    return parser


def missed_clips(asked: argparse.Namespace) -> Iterator[Missed]:
    """Yield the clips that were asked for, see :func:`choosing_parser`, one after the other."""
    for row in json.loads(asked.worst.read_text(encoding="utf-8")):
        is_asked = not asked.clips or any(word in row["clip"] for word in asked.clips)
        if row["p99"] > P99_BAR and is_asked and (not asked.robots or row["robot"] in asked.robots):
            human = read(asked.motions, GROUPS[row["group"]][row["clip"]])
            yield Missed(row["clip"], row["p99"], row["p99_limb"], human, load(row["robot"]))


def write_row(cells: Sequence[str]) -> None:
    """Write a row of a table in Markdown."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


def write_head(cells: Sequence[str]) -> None:
    """Write the first two rows of a table in Markdown."""
    write_row(cells)
    write_row(["---"] * len(cells))
