"""The server: viser's, on loopback unless asked, behind the gate and the guard, silent on the terminal.

viser offers no place for rules about who may come in. While its server starts, the function of ``websockets``
that it calls is wrapped here so that every request meets the gate first; where a later viser no longer calls
it, nothing is served at all.
"""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from understudy.drawing.extras import require
from understudy.errors import OutputError
from understudy.view.web.gate import Gate, is_loopback, new_token, query_of
from understudy.view.web.guard import Guard
from understudy.view.web.listening import require_free_place
from understudy.view.web.page import POLICY, packed, page

if TYPE_CHECKING:
    from viser import ViserServer

HOME = "127.0.0.1"
"""Where a server listens that only this machine can reach."""

_MESSAGE = 4 * 1024 * 1024
"""Most bytes [B] of one message from the browser."""

_WINDOW = 4096
"""Messages that go out together, so that all poses of a frame arrive at once."""

_GOODBYE = 10.0
"""Longest wait [s] for the server's thread to end."""

_starting = threading.Lock()


class Host:
    """A running server; :meth:`close` stops it.

    Attributes:
        server: viser's.
        guard: What the browser may say.
        token: What the address holds, or None on loopback.
    """

    def __init__(self, title: str, host: str = HOME, port: int = 0, most_upload: int = 0) -> None:
        """Start to listen.

        Args:
            title: What the tab of the browser says.
            host: Where to listen; other machines get in only where this is not loopback, with a token.
            port: The port, or 0 for a free one.
            most_upload: Largest file that may be uploaded [B].

        Raises:
            OutputError: Where nothing can listen there.
        """
        self.guard = Guard(most_upload)
        self.token = None if is_loopback(host) else new_token()
        self._host = host
        self._gate = Gate(self.token)
        self._page = packed(
            page(title, f"<script>window.__UNDERSTUDY_LIVE__={{mostBytes:{most_upload}}};</script>")
        )
        self._open = False
        self._on_address: list[Callable[[dict[str, str]], None]] = []
        self.server = self._started(host, port)
        sockets = self.server._websock_server
        sockets._broadcast_buffer.max_window_size = _WINDOW
        self.guard.protect(sockets._incoming_handlers)
        sockets.on_client_connect(lambda client: self.guard.protect(client._incoming_handlers))
        sockets.on_client_disconnect(lambda client: self.guard.forget(client.client_id))
        self._open = True

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self.server.get_port()

    @property
    def address(self) -> str:
        """The address to open, with its token where there is one."""
        name = self._host if self._host not in ("0.0.0.0", "::") else _own_name()
        return f"http://{name}:{self.port}/" + ("" if self.token is None else f"?token={self.token}")

    def address_with(self, **query: str) -> str:
        """Return the address with further words in its query."""
        joint = "&" if "?" in self.address else "?"
        return self.address + joint + "&".join(f"{name}={value}" for name, value in query.items())

    def on_address(self, tell: Callable[[dict[str, str]], None]) -> None:
        """Have a function told the query of each address under which the page is opened."""
        self._on_address.append(tell)

    def close(self) -> None:
        """Stop to listen and let everybody go."""
        thread = self.server._websock_server._server_thread
        with redirect_stdout(io.StringIO()):
            self.server.stop()
            if thread is not None:
                # It says good-bye on the terminal, where nobody asked for it.
                thread.join(timeout=_GOODBYE)

    def _started(self, host: str, port: int) -> ViserServer:
        viser = require("viser")
        require_free_place(host, port)
        with _starting, self._gated() as asked, redirect_stdout(io.StringIO()):
            try:
                server = viser.ViserServer(host=host, port=port, verbose=False)
            except OSError as error:
                raise OutputError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
        if not asked:
            server.stop()
            raise OutputError("this version of viser starts its server in an unknown way, expected 1.1")
        if port and server.get_port() != port:
            with redirect_stdout(io.StringIO()):
                server.stop()
            raise OutputError(f"cannot listen on {host}:{port}: the port is taken, give another by --port")
        return server

    @contextmanager
    def _gated(self) -> Iterator[list[bool]]:
        """Have the server that is started within let every request meet the gate first."""
        module: Any = require("websockets.asyncio.server")
        serve, asked = module.serve, []

        def gated(*arguments: Any, **options: Any) -> Any:
            asked.append(True)
            options |= {"process_request": self._answer, "max_size": _MESSAGE, "logger": _quiet()}
            return serve(*arguments, **options)

        module.serve = gated
        try:
            yield asked
        finally:
            module.serve = serve

    def _answer(self, connection: Any, request: Any) -> Any:
        """Return the page or a refusal; None lets a request for a websocket through to viser."""
        refusal = "this server is starting" if not self._open else None
        refusal = refusal or self._gate.refusal(request.path, dict(request.headers.raw_items()))
        if refusal is not None:
            return self._response(HTTPStatus.FORBIDDEN, f"{refusal}\n".encode(), "text/plain")
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        if request.path.partition("?")[0] not in ("/", "/index.html"):
            return self._response(HTTPStatus.NOT_FOUND, b"there is nothing here\n", "text/plain")
        for tell in self._on_address:
            tell(query_of(request.path))
        more = {"Content-Encoding": "gzip", "Cache-Control": "no-store"}
        cookie = self._gate.cookie(request.path)
        return self._response(
            HTTPStatus.OK, self._page, "text/html", more | ({} if cookie is None else {"Set-Cookie": cookie})
        )

    @staticmethod
    def _response(status: HTTPStatus, body: bytes, kind: str, more: dict[str, str] | None = None) -> Any:
        headers = require("websockets").Headers(
            {
                "Content-Type": f"{kind}; charset=utf-8",
                "Content-Length": str(len(body)),
                "Content-Security-Policy": POLICY,
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Connection": "close",
            }
            | (more or {})
        )
        return require("websockets.http11").Response(status.value, status.phrase, headers, body)


def _quiet() -> logging.Logger:
    """Return a logger for connections that come and go, or break, which nobody has to read about."""
    logger = logging.getLogger("understudy.web.sockets")
    logger.setLevel(logging.CRITICAL + 1)
    logger.propagate = False
    return logger


def _own_name() -> str:
    import socket

    return socket.gethostname()
