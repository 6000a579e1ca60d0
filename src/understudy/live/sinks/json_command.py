"""A command as JSON, for UDP and WebSocket alike.

    {"time": 12.35, "state": "following", "robot": "nao", "root": [x, y, z, w, x, y, z],
     "joints": {"HeadYaw": 0.1, …}}

Metres and radians; ``root`` is left out where the robot stands on a fixed base.
"""

from __future__ import annotations

import json

from understudy.live.engine import Command
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot

_DIGITS = 6


def json_command(robot: Robot, command: Command) -> str:
    """Return a command as text."""
    values = [round(value, _DIGITS) for value in command.q.tolist()]
    about: dict[str, object] = {
        "time": round(command.time, _DIGITS),
        "state": command.state,
        "robot": robot.name,
    }
    joints = values
    if robot.has_free_base:
        about["root"], joints = values[:ROOT_SIZE], values[ROOT_SIZE:]
    return json.dumps(about | {"joints": dict(zip(robot.joints, joints, strict=True))}, separators=(",", ":"))
