"""A NAO on the network, through Aldebaran's ``qi`` where that is installed.

NAO's own joints have the names of its card. Its firmware follows the angles it is sent at up to 50 a second;
legs stay with the robot's own balance unless they are asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from understudy.errors import OutputError
from understudy.live.engine import Command
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot

PORT = 9559

MOST_A_SECOND = 50.0

_ARMS_AND_HEAD = ("Head", "LShoulder", "LElbow", "LWrist", "RShoulder", "RElbow", "RWrist")
FRACTION = 0.5
"""Share of the largest speed that the firmware may use between two commands, which are within all limits."""


class NaoSink:
    """Sends angles to a NAO.

    Args:
        host: The robot's address.
        port: Of its service.
        whole_body: Whether legs follow, too.
    """

    name, takes_all = "nao", False

    def __init__(self, host: str, port: int = PORT, whole_body: bool = False) -> None:
        """Be closed."""
        self._host, self._port, self._whole_body = host, port, whole_body
        self._motion: Any = None
        self._next = -np.inf

    def prepare(self, robot: Robot) -> None:
        """Connect."""
        if robot.name != "nao":
            raise OutputError(f"sink 'nao' drives robot 'nao', not '{robot.name}'")
        try:
            qi = import_module("qi")
        except ModuleNotFoundError as error:
            raise OutputError("a NAO needs a package that is not installed: pip install qi") from error
        session = qi.Session()
        try:
            session.connect(f"tcp://{self._host}:{self._port}")
            self._motion = session.service("ALMotion")
        except RuntimeError as error:
            raise OutputError(f"NAO {self._host}:{self._port} cannot be reached ({error})") from error
        chosen = [
            index
            for index, name in enumerate(robot.joints)
            if self._whole_body or name.startswith(_ARMS_AND_HEAD)
        ]
        self._columns = np.array(chosen, dtype=np.int64) + (ROOT_SIZE if robot.has_free_base else 0)
        self._names = [robot.joints[index] for index in chosen]

    def begin(self, fps: float) -> None:
        """Begin; the robot stays as it is until the first command."""

    def send(self, command: Command) -> None:
        """Send angles, as often as the firmware takes them."""
        if command.time < self._next:
            return
        self._next = command.time + 1.0 / MOST_A_SECOND
        try:
            self._motion.setAngles(self._names, command.q[self._columns].tolist(), FRACTION)
        except RuntimeError as error:
            raise OSError(f"NAO does not answer ({error})") from error

    def close(self) -> dict[str, object]:
        """Leave the robot where it is."""
        return {"robot": f"{self._host}:{self._port}"}
