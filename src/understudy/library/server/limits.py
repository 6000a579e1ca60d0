"""How much and how often: bodies of bounded size, and a number of requests a minute for everybody."""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from understudy.library.server.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_MOST_KNOWN = 10_000
"""Askers that are remembered; those who asked longest ago are forgotten."""

_SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)


class Allowance:
    """Requests that everybody has left; they come back evenly over a minute."""

    def __init__(self) -> None:
        """Begin with everybody's full number."""
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, who: str, a_minute: int) -> float:
        """Take one request of somebody; return 0, or how long they have to wait [s]."""
        if a_minute <= 0:
            return 0.0
        moment = time.monotonic()
        with self._lock:
            left, since = self._left.pop(who, (float(a_minute), moment))
            left = min(float(a_minute), left + (moment - since) * a_minute / 60.0)
            wait = 0.0 if left >= 1.0 else (1.0 - left) * 60.0 / a_minute
            self._left[who] = (left - 1.0 if wait == 0.0 else left, moment)
            while len(self._left) > _MOST_KNOWN:
                self._left.popitem(last=False)
        return wait


class Limits:
    """What stands before the application: refuses what is too much, and says so in one sentence."""

    def __init__(self, app: App, settings: Settings, kept: Callable[[Scope], App | None]) -> None:
        """Stand before an application.

        Args:
            app: The application.
            settings: What it takes.
            kept: Returns an answer to a request that is at hand already, else None.
        """
        self._app = app
        self._settings = settings
        self._kept = kept
        self._allowance = Allowance()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        wait = self._wait(scope, headers)
        if wait > 0.0:
            retry = (b"retry-after", str(math.ceil(wait)).encode())
            await _refuse(send, 429, f"too many requests, expected none for {math.ceil(wait)} s", retry)
            return
        answer = self._kept(scope)
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        most = self._settings.largest_upload
        stated = headers.get(b"content-length", b"0")
        if not stated.isdigit():
            await _refuse(send, 400, "the length of the body is no number")
        elif int(stated) > most:
            await _refuse(send, 413, f"the body holds {int(stated)} bytes, expected at most {most}")
        else:
            await self._app(scope, _counted(receive, most), _with_headers(send))

    def _wait(self, scope: Scope, headers: dict[bytes, bytes]) -> float:
        client = scope.get("client")
        address = client[0] if client else ""
        token = headers.get(b"authorization", b"")
        if not token:
            return self._allowance.take(address, self._settings.requests_a_minute)
        most = self._settings.requests_a_minute_by_token
        # Somebody who makes tokens up has one address all the same.
        wait = self._allowance.take(f"with a token from {address}", most)
        return wait or self._allowance.take(hashlib.sha256(token).hexdigest(), most)


def _counted(receive: Receive, most: int) -> Receive:
    """Return what receives a body and ends it where it is longer than was stated."""
    received = 0

    async def counting() -> MutableMapping[str, Any]:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            return {"type": "http.disconnect"}
        return message

    return counting


def _with_headers(send: Send) -> Send:
    async def adding(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_SAFE_HEADERS]
        await send(message)

    return adding


async def _refuse(send: Send, status: int, sentence: str, *headers: tuple[bytes, bytes]) -> None:
    body = json.dumps({"detail": sentence}).encode()
    plain = ((b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()))
    await send(
        {"type": "http.response.start", "status": status, "headers": [*plain, *headers, *_SAFE_HEADERS]}
    )
    await send({"type": "http.response.body", "body": body})
