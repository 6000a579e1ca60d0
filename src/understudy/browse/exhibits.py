"""Anything that can be looked at, read from a file by what it holds: captures, motions, rollouts, robots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture import Sidecar
from understudy.motion import HumanMotion, RobotMotion, Rollout
from understudy.opening import open_file
from understudy.retarget.method import Say
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.known_models import remember, robot_of
from understudy.takes import read_take

HOME_FPS = 30.0
"""Frames a second [1/s] of a robot that does nothing."""

_MODELS = frozenset((".toml", ".urdf"))
_XML = frozenset((".xml", ".mjcf"))
"""How the names of cards and models end."""

_ROOTS = re.compile(rb"<(mujoco|robot)[\s>/]")
_HEAD = 64 * 1024
"""Bytes within which a model says what it is."""


@dataclass(frozen=True, eq=False)
class Exhibit:
    """What is shown: a person, or a robot with or without a motion.

    Attributes:
        label: What it is called in the scene.
        human: A person's motion.
        robot: A robot.
        motion: What the robot does; None where it stands in its home pose.
        warnings: What one has to know of a capture, one sentence each.
    """

    label: str
    human: HumanMotion | None = None
    robot: Robot | None = None
    motion: RobotMotion | Rollout | None = None
    warnings: tuple[str, ...] = ()

    @property
    def played(self) -> RobotMotion | None:
        """The robot's motion, also where it was reached in a rollout."""
        return self.motion.as_motion() if isinstance(self.motion, Rollout) else self.motion

    @property
    def performance(self) -> RobotMotion:
        """The same, of a robot that does nothing one frame in its home pose."""
        if self.played is not None:
            return self.played
        assert self.robot is not None
        home, converged = np.array(self.robot.home)[None], np.zeros(1, dtype=np.int64)
        return RobotMotion(self.robot.name, "home", self.robot.joints, home, HOME_FPS, converged)


def read_exhibit(
    path: str | Path, stated: Sidecar | None = None, robot: str | None = None, say: Say | None = None
) -> Exhibit:
    """Read a file by what it holds.

    Args:
        path: A capture, a saved human motion, robot motion or rollout, a card or model of a robot, or the
            name of a robot of the catalogue.
        stated: What the user knows of a capture.
        robot: The robot of a motion, where its own is not found.
        say: Told in a sentence when something takes long.
    """
    if (str(path) in robot_names() and not Path(path).exists()) or is_model(path):
        found = load_robot(str(path))
        remember(str(path), found)
        return Exhibit(found.name, robot=found)
    if Rollout.is_saved_in(path):
        rollout = Rollout.load(path)
        return _performed(robot_of(rollout.as_motion(), robot, say), rollout)
    if RobotMotion.is_saved_in(path):
        motion = RobotMotion.load(path)
        return _performed(robot_of(motion, robot, say), motion)
    take = read_take(path, stated, say)
    return Exhibit(Path(path).name, human=take.human, warnings=take.warnings)


def as_exhibit(
    shown: str | Path | HumanMotion | RobotMotion | Rollout | Robot, say: Say | None = None
) -> Exhibit:
    """Return what is at hand, or in a file, as something to look at."""
    if isinstance(shown, HumanMotion):
        return Exhibit("source", human=shown)
    if isinstance(shown, Robot):
        return Exhibit(shown.name, robot=shown)
    if isinstance(shown, Rollout):
        return _performed(robot_of(shown.as_motion(), None, say), shown)
    if isinstance(shown, RobotMotion):
        return _performed(robot_of(shown, None, say), shown)
    return read_exhibit(shown, say=say)


def _performed(robot: Robot, motion: RobotMotion | Rollout) -> Exhibit:
    method = f"{motion.mode} simulation" if isinstance(motion, Rollout) else motion.method
    return Exhibit(f"{robot.name} ({method})", robot=robot, motion=motion)


def is_model(path: str | Path) -> bool:
    """Return whether a file is a robot's card or model; of XML, as some captures are, by its content."""
    suffix = Path(path).suffix.lower()
    if suffix not in _XML:
        return suffix in _MODELS
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return _ROOTS.search(head) is not None
