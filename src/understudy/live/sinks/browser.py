"""Commands in the studio's scene in the browser, on the spot."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.live.engine import Command
from understudy.live.source import LOOPBACK
from understudy.robots.robot import Robot

MOST_A_SECOND = 30.0
"""Poses a second that are shown."""


class BrowserSink:
    """Shows the newest command in a scene.

    Args:
        port: Where to serve it; 0 for any free port.
        host: On which address.
        say: Told the address.
    """

    name, takes_all = "browser", False

    def __init__(self, port: int = 0, host: str = LOOPBACK, say: Callable[[str], None] | None = None) -> None:
        """Be closed."""
        self._port, self._host, self._say = port, host, say
        self.address = ""
        self._next = float("-inf")

    def prepare(self, robot: Robot) -> None:
        """Serve the scene with the robot at home."""
        from understudy.view.web.scene import Scene

        self._robot = robot
        self._scene = Scene(f"{robot.name}, live", self._host, self._port)
        self._figure = self._scene.add_live_robot(robot)
        self._scene.begin()
        self.address = self._scene.address
        if self._say is not None:
            self._say(f"The robot is shown at {self.address}")

    def begin(self, fps: float) -> None:
        """Begin; the robot is shown at home until then."""

    def send(self, command: Command) -> None:
        """Show a command, as often as eyes can tell."""
        if command.time >= self._next:
            self._next = command.time + 1.0 / MOST_A_SECOND
            pose = np.array(command.q)
            if self._robot.has_free_base:
                # The camera stays, so that a robot that goes somewhere would soon be gone.
                pose[:2] = self._robot.home[:2]
            self._figure.pose(pose)

    def close(self) -> dict[str, object]:
        """End."""
        if self.address:
            self._scene.close()
        return {"at": self.address}
