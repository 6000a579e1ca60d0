"""What the browser may say: known messages of bounded size; anything else is dropped, and the server goes on.

viser trusts its page. Whoever holds the address may send what they like, so its handlers are wrapped: a value
may be set and nothing else, a file may be as large as is allowed and no larger, and no tunnel to another
machine is ever opened.
"""

from __future__ import annotations

import inspect
import logging
import threading
from collections.abc import Callable
from typing import Any

log = logging.getLogger("understudy.web")

LONGEST_TEXT = 4096
"""Characters that a text or a name from the browser may have."""

MOST_TRANSFERS = 4
"""Files that may be on their way at the same time."""

_PART = 1024 * 1024
"""Most bytes [B] that come in one message; viser's page sends half as many."""

_UNWANTED = frozenset(("ShareUrlRequest", "ShareUrlDisconnect"))


class Guard:
    """Stands between the browser's messages and viser's handlers.

    Attributes:
        most_bytes: Largest file that may be uploaded [B]; 0 where none may be.
        refused: How many messages were dropped.
    """

    def __init__(self, most_bytes: int = 0) -> None:
        """Allow files of at most this size [B]."""
        self.most_bytes = most_bytes
        self.refused = 0
        self._coming: dict[tuple[int, str], list[int]] = {}
        self._lock = threading.Lock()

    def protect(self, handlers: dict[type, list[Callable[..., Any]]]) -> None:
        """Wrap a server's handlers, message class → handlers, in place."""
        for kind, found in handlers.items():
            if kind.__name__ in _UNWANTED:
                found.clear()
            else:
                found[:] = [self._wrapped(kind.__name__, handler) for handler in found]

    def allows(self, client: int, message: Any) -> bool:
        """Return whether a message may be handled, and remember it where it is a part of a file."""
        kind = type(message).__name__
        if kind == "GuiUpdateMessage":
            return _is_value(message.updates)
        if kind == "FileTransferStartUpload":
            return self._starts(client, message)
        if kind == "FileTransferPart":
            return self._goes_on(client, message)
        return True

    def forget(self, client: int) -> None:
        """Give up what a client that left was sending."""
        with self._lock:
            self._coming = {key: left for key, left in self._coming.items() if key[0] != client}

    def _wrapped(self, kind: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        async def checked(client: int, message: Any) -> None:
            try:
                if self.allows(client, message):
                    result = handler(client, message)
                    if inspect.isawaitable(result):
                        await result
                    return
            except Exception as error:  # A stranger's message must not end the task that serves everybody.
                log.debug("dropped %s: %s", kind, error)
            self.refused += 1

        return checked

    def _starts(self, client: int, message: Any) -> bool:
        size, parts = message.size_bytes, message.part_count
        name, number = message.filename, message.transfer_uuid
        fits = _is_count(size) and _is_count(parts) and size <= self.most_bytes and parts <= 1 + size
        with self._lock:
            if not fits or not _is_text(name) or not _is_text(number) or len(self._coming) >= MOST_TRANSFERS:
                return False
            self._coming[client, number] = [size, parts]
        return True

    def _goes_on(self, client: int, message: Any) -> bool:
        key, content = (client, message.transfer_uuid), message.content
        with self._lock:
            left = self._coming.get(key)
            if left is None or not isinstance(content, bytes) or len(content) > min(_PART, left[0]):
                self._coming.pop(key, None)
                return False
            left[0] -= len(content)
            left[1] -= 1
            if left[1] <= 0:
                del self._coming[key]
        return True


def _is_value(updates: Any) -> bool:
    """Return whether an update sets the value of a control, to something that a control may hold."""
    return isinstance(updates, dict) and set(updates) == {"value"} and _is_plain(updates["value"])


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return len(value) <= LONGEST_TEXT and all(_is_plain(part) for part in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, float):
        return value == value and abs(value) != float("inf")
    return value is None or isinstance(value, bool | int)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT
