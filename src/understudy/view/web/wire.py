"""Poses on their way to the browser: one short message a body that moved, all of a frame together.

viser's own handles check and copy every value, which takes three times as long (``benchmarks/web_scene.py``).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import numpy as np

from understudy.drawing.extras import require

if TYPE_CHECKING:
    from viser import ViserServer


class Wire:
    """Sends poses and arrays of nodes that exist."""

    def __init__(self, server: ViserServer) -> None:
        """Send by a server."""
        self._messages = require("viser._messages")
        self._server = server
        self._send = server._websock_server.queue_message

    def frame(self) -> AbstractContextManager[None]:
        """Return a context whose messages arrive together."""
        return self._server.atomic()

    def turn(self, node: str, wxyz: tuple[float, float, float, float]) -> None:
        """Give a node an orientation in its parent's frame."""
        self._send(self._messages.SetOrientationMessage(node, wxyz))

    def move(self, node: str, place: tuple[float, float, float]) -> None:
        """Give a node a place [m] in its parent's frame."""
        self._send(self._messages.SetPositionMessage(node, place))

    def set(self, node: str, **arrays: np.ndarray) -> None:
        """Give a node new arrays by name."""
        self._send(self._messages.SceneNodeUpdateMessage(node, arrays))
