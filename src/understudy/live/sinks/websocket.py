"""Commands as JSON over WebSocket, to everybody who connects; each gets the newest as fast as they read."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

from understudy.errors import OutputError
from understudy.live.engine import Command
from understudy.live.sinks.json_command import json_command
from understudy.live.source import LOOPBACK
from understudy.live.sources.websocket import websockets_part
from understudy.robots.robot import Robot

PORT = 9872

MOST_LISTENERS = 32


class WebSocketSink:
    """Serves commands.

    Args:
        port: Where; 0 for any free port.
        host: On which address.
    """

    name, takes_all = "ws", False

    def __init__(self, port: int = PORT, host: str = LOOPBACK) -> None:
        """Be closed."""
        self.host, self.port = host, port
        self._news = threading.Condition()
        self._text, self._number, self._is_over = "", 0, False
        self._listeners = 0
        self._server: Any = None

    def prepare(self, robot: Robot) -> None:
        """Begin to serve."""
        self._robot = robot
        try:
            self._server = websockets_part("server").serve(
                self._serve, self.host, self.port, compression=None, max_size=1 << 16
            )
        except (OSError, OverflowError) as error:
            raise OutputError(
                f"ws {self.host}:{self.port} cannot be served on ({error}), expected a free port"
            ) from error
        self.port = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def _serve(self, connection: Any) -> None:
        """Send news to one listener; who does not read holds up nobody but themselves."""
        closed = import_module("websockets.exceptions").ConnectionClosed
        seen = 0
        with self._news:
            if self._listeners >= MOST_LISTENERS:
                return
            self._listeners += 1
        try:
            while True:
                with self._news:
                    while self._number == seen and not self._is_over:
                        self._news.wait(1.0)
                    if self._is_over:
                        return
                    text, seen = self._text, self._number
                connection.send(text)
        except (closed, OSError):
            return
        finally:
            with self._news:
                self._listeners -= 1

    def begin(self, fps: float) -> None:
        """Begin; listeners get news as they come."""

    def send(self, command: Command) -> None:
        """Have the newest command sent."""
        text = json_command(self._robot, command)
        with self._news:
            self._text, self._number = text, self._number + 1
            self._news.notify_all()

    def close(self) -> dict[str, object]:
        """End."""
        with self._news:
            self._is_over = True
            self._news.notify_all()
        if self._server is not None:
            self._server.shutdown()
        return {"at": f"ws://{self.host}:{self.port}"}
