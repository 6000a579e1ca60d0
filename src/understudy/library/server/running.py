"""A server of a library: started, and stopped when it is told to."""

from __future__ import annotations

import socket
from collections.abc import Callable

from understudy.errors import OptionError
from understudy.library.library import Library
from understudy.library.server.app import create_app
from understudy.library.server.settings import Settings


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

    try:
        listening = socket.create_server((host, port), backlog=512)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OptionError(f"--host {host} --port {port}: cannot be listened at ({reason})") from error
    with listening:
        if say is not None:
            say(f"serving at http://{host}:{listening.getsockname()[1]}")
        config = uvicorn.Config(
            create_app(library, settings), log_level="warning", access_log=False, server_header=False
        )
        uvicorn.Server(config).run(sockets=[listening])
