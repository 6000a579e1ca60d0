"""JSON points over WebSocket: who sends them connects here, or is connected to."""

from __future__ import annotations

import threading
import time
from collections import deque
from importlib import import_module
from typing import Any

from understudy.errors import CaptureError
from understudy.live.packets import LARGEST_PACKET, PacketError
from understudy.live.sighting import Sighting
from understudy.live.source import LOOPBACK, PacketCounts
from understudy.live.sources.json_points import FACTS, JsonPoints

PORT = 9871

WAITING = 256
"""Frames that wait to be read at most; older ones are forgotten."""


def websockets_part(name: str) -> Any:
    """Return a module of ``websockets``.

    Raises:
        CaptureError: Where it is not installed.
    """
    try:
        return import_module(f"websockets.sync.{name}")
    except ModuleNotFoundError as error:
        raise CaptureError(
            "ws", "needs a package that is not installed: pip install 'understudy[live]'"
        ) from error


class WebSocketSource:
    """JSON points over WebSocket.

    Args:
        port: Where to listen, or 0 for any free port; not looked at where there is an address.
        host: On which address.
        address: ``ws://…`` of a server to connect to instead.
    """

    facts = FACTS

    def __init__(self, port: int = PORT, host: str = LOOPBACK, address: str | None = None) -> None:
        """Be closed."""
        self.host, self.port, self._address = host, port, address
        self.counts, self.is_over = PacketCounts(), False
        self._points, self._frames = JsonPoints(), deque[Sighting](maxlen=WAITING)
        self._come = threading.Condition()
        self._server: Any = None
        self._client: Any = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen, or connect."""
        try:
            if self._address is None:
                serve = websockets_part("server").serve
                self._server = serve(
                    self._receive, self.host, self.port, max_size=LARGEST_PACKET, compression=None
                )
                self.port = self._server.socket.getsockname()[1]
                work = self._server.serve_forever
            else:
                connect = websockets_part("client").connect
                self._client = connect(self._address, max_size=LARGEST_PACKET, open_timeout=5)
                work = self._follow
        except (OSError, ValueError, OverflowError, TimeoutError) as error:
            place = self._address or f"{self.host}:{self.port}"
            raise CaptureError(f"ws {place}", f"cannot be opened ({error})") from error
        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        self._receive(self._client)
        self.is_over = True

    def _receive(self, connection: Any) -> None:
        """Take packets of one connection until it ends."""
        closed = import_module("websockets.exceptions").ConnectionClosed
        try:
            for message in connection:
                self._take(message)
        except (closed, OSError):
            return

    def _take(self, message: bytes | str) -> None:
        now = time.monotonic()
        with self._come:
            self.counts.received += 1
            try:
                self._frames.extend(self._points.parse(message, now))
            except PacketError:
                self.counts.malformed += 1
            self._come.notify()

    def read(self, timeout: float) -> list[Sighting]:
        """Return what has come since, oldest first; wait for it up to ``timeout`` [s]."""
        with self._come:
            if not self._frames:
                self._come.wait(max(0.0, timeout))
            found = list(self._frames)
            self._frames.clear()
        return found

    def close(self) -> None:
        """Stop."""
        if self._server is not None:
            self._server.shutdown()
        if self._client is not None:
            self._client.close()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
