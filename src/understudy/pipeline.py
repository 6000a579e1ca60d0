"""The whole path on one page: a capture file, a person, a robot, and how faithful it is.

    file ─▶ Recording ─▶ HumanMotion ─▶ RobotMotion ─▶ Evaluation

Every stage is a pure function from one noun to the next; nothing here does work of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from understudy.capture import read_capture
from understudy.clean import clean
from understudy.errors import RobotError, unknown_name
from understudy.evaluate import evaluate
from understudy.human import human_from_recording
from understudy.motion import Evaluation, HumanMotion, Recording, RobotMotion
from understudy.retarget import track
from understudy.robots import Robot, load_robot

Say = Callable[[str], None]

METHODS: dict[str, Callable[..., RobotMotion]] = {"track": track}
"""Methods of retargeting by name."""


@dataclass(frozen=True, eq=False)
class Performance:
    """A person's motion, a robot's rendering of it, and how faithful that is."""

    human: HumanMotion
    robot: Robot
    motion: RobotMotion
    evaluation: Evaluation


def read_recording(path: str | Path) -> Recording:
    """Read a capture, clean it and put it on the floor; its notes say what was done."""
    return clean(read_capture(path))


def read_human(path: str | Path) -> HumanMotion:
    """Read a capture file as a person's motion in canonical landmarks."""
    return human_from_recording(read_recording(path))


def retarget(human: HumanMotion, robot: Robot, method: str = "track", say: Say | None = None) -> RobotMotion:
    """Make a robot perform a person's motion."""
    if method not in METHODS:
        raise RobotError(unknown_name("method", method, METHODS))
    return METHODS[method](human, robot, say=say)


def perform(human: HumanMotion, robot: Robot, method: str = "track", say: Say | None = None) -> Performance:
    """Make a robot perform a person's motion, and evaluate it."""
    motion = retarget(human, robot, method, say)
    return Performance(human, robot, motion, evaluate(human, motion, robot))


def retarget_file(
    path: str | Path, robot: str = "g1", method: str = "track", say: Say | None = None
) -> Performance:
    """Go the whole path: from a capture file to an evaluated motion of a robot.

    Args:
        path: A capture file in any format that :mod:`understudy.capture` reads.
        robot: A robot's name in the catalogue, or the path of a card.
        method: A method of retargeting, see ``METHODS``.
        say: Told in a sentence when something takes long.
    """
    return perform(read_human(path), load_robot(robot), method, say)
