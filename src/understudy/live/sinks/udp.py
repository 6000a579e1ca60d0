"""Commands as JSON in UDP packets, one each."""

from __future__ import annotations

import socket

from understudy.errors import OutputError
from understudy.live.engine import Command
from understudy.live.sinks.json_command import json_command
from understudy.robots.robot import Robot


class UdpSink:
    """Sends every command to one address.

    Args:
        host: Whom.
        port: On which port.
    """

    name, takes_all, is_direct = "udp", True, True

    def __init__(self, host: str, port: int) -> None:
        """Be closed."""
        self._place = host, port
        self._socket: socket.socket | None = None

    def prepare(self, robot: Robot) -> None:
        """Look up the address."""
        self._robot = robot
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                *self._place, socket.AF_INET, socket.SOCK_DGRAM
            )[0]
        except (OSError, OverflowError, UnicodeError) as error:
            raise OutputError(f"udp {self._place[0]}:{self._place[1]} cannot be reached ({error})") from error
        self._address = address
        self._socket = socket.socket(family, kind, protocol)
        self._socket.setblocking(False)

    def begin(self, fps: float) -> None:
        """Begin; packets are sent as they come."""

    def send(self, command: Command) -> None:
        """Send a packet."""
        assert self._socket is not None
        self._socket.sendto(json_command(self._robot, command).encode(), self._address)

    def close(self) -> dict[str, object]:
        """End."""
        if self._socket is not None:
            self._socket.close()
        return {"to": f"{self._place[0]}:{self._place[1]}"}
