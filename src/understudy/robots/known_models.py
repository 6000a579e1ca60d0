"""The robot that a saved motion was made with, found by its model and not by its name alone.

Anybody may call a file ``g1.xml``. A motion states the fingerprint of its model; a robot from a file is
remembered on this machine by that fingerprint, so that it is found again while the file is there, unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from understudy.cache import load, save
from understudy.errors import RobotError
from understudy.motion import RobotMotion
from understudy.robots.catalogue import is_grown, load_robot, robot_names
from understudy.robots.robot import Robot

KIND = "robots"
_MOST_BYTES = 1 << 20
_SHOWN = 12
"""Digits of a fingerprint that people are shown."""

_NEEDED = "give the URDF, MJCF or card.toml that it was retargeted to with --robot"


def remember(given: str, robot: Robot) -> None:
    """Remember the file that a robot came from, where it was one.

    Args:
        given: What the user named: a file, or a name of the catalogue, which needs no remembering.
        robot: The robot.
    """
    path = Path(given)
    if given not in robot_names() and path.is_file():
        content = json.dumps({"path": str(path.resolve())})
        save(KIND, f"{robot.fingerprint}.json", content.encode(), _MOST_BYTES)


def robot_of(
    motion: RobotMotion, given: str | None = None, say: Callable[[str], None] | None = None
) -> Robot:
    """Return the robot of a saved motion.

    Args:
        motion: The motion.
        given: The robot that the user names, where one does: a catalogue name, a card or a model.
        say: Told in a sentence where the robot that the user names is not quite the motion's.

    Raises:
        RobotError: It cannot be found, or what has its name is another model; it is said what is needed.
    """
    if given is not None:
        robot = load_robot(given)
        _check(motion, robot, given, say)
        return robot
    if motion.robot in robot_names() or is_grown(motion.robot) or motion.robot.endswith(".toml"):
        robot = load_robot(motion.robot)
        if not motion.model or robot.fingerprint == motion.model:
            return robot
    remembered = _remembered(motion.model) if motion.model else None
    if remembered is not None:
        return remembered
    raise RobotError(_need(motion))


def _remembered(fingerprint: str) -> Robot | None:
    """Return the robot from a file of this machine with a fingerprint, None where it is gone or changed."""
    content = load(KIND, f"{fingerprint}.json")
    if content is None:
        return None
    try:
        robot = load_robot(str(json.loads(content)["path"]))
    except (RobotError, ValueError, KeyError, TypeError):
        return None
    return robot if robot.fingerprint == fingerprint else None


def _check(motion: RobotMotion, robot: Robot, given: str, say: Callable[[str], None] | None) -> None:
    """Refuse a robot with other joints than the motion's; say where only its measures are others."""
    if not motion.model or robot.fingerprint == motion.model:
        return
    if robot.joints != motion.joints:
        others = sum(joint not in robot.joints for joint in motion.joints)
        raise RobotError(
            f"'{given}' is another model than the one that this motion of '{motion.robot}' was made with: it "
            f"lacks {others} of the motion's {len(motion.joints)} joints or orders them otherwise; {_NEEDED}"
        )
    if say is not None:
        say(f"'{given}' has the joints of this motion's robot but other measures, on which figures depend")


def _need(motion: RobotMotion) -> str:
    """Return the sentence that says what is needed to find a motion's robot."""
    model = f", model {motion.model[:_SHOWN]}" if motion.model else ""
    who = f"this motion is of '{motion.robot}' ({len(motion.joints)} joints{model})"
    if motion.robot in robot_names():
        return f"{who}, not the '{motion.robot}' of the catalogue but another model of that name; {_NEEDED}"
    return f"{who}, which is neither in the catalogue nor remembered on this machine; {_NEEDED}"
