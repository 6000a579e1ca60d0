"""A server of a library: started, and stopped when it is told to."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

from understudy.errors import OptionError
from understudy.library.library import Library
from understudy.library.server.app import create_app
from understudy.library.server.settings import Settings

_KEPT_ALIVE = 60
"""How long [s] a reader may think before the connection is closed."""


def require_port(port: int) -> None:
    """Refuse what is no port, 0 for any that is free.

    Raises:
        OptionError: Saying what would be one.
    """
    if not 0 <= port < 1 << 16:
        raise OptionError(f"--port {port}: cannot be listened at, expected 0 to 65535")


def serve(
    library: Library,
    host: str,
    port: int,
    settings: Settings,
    say: Callable[[str], None] | None = None,
) -> None:
    """Serve a library until the process is told to stop.

    Args:
        library: The library.
        host: Address to listen at.
        port: Port, 0 for any that is free.
        settings: Limits.
        say: Told where it listens.

    Raises:
        OptionError: The address cannot be listened at.
    """
    import uvicorn

    require_port(port)
    try:
        listening = socket.create_server((host, port), backlog=512)
    except OSError as error:
        reason = error.strerror or error
        raise OptionError(f"--host {host} --port {port}: cannot be listened at ({reason})") from error
    with listening:
        # Else a page's body waits until the reader's machine confirms its head, which takes 40 ms.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if say is not None:
            say(f"serving at http://{host}:{listening.getsockname()[1]}")
        config = uvicorn.Config(
            create_app(library, settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_keep_alive=_KEPT_ALIVE,
        )
        # Interrupted it ends as it should: what was begun is answered, and then this comes.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
