"""Whether a server could listen somewhere, asked before one is started.

viser tries one port after the other where it cannot listen, and waits without end where no port will do.
"""

from __future__ import annotations

import errno
import socket

from understudy.errors import OutputError
from understudy.quoting import shortened


def require_free_place(host: str, port: int) -> None:
    """Refuse an address that is not of this machine, and a port that is taken or not to be had.

    Args:
        host: A name or an address.
        port: A port, 0 for any that is free.

    Raises:
        OutputError: Saying what would be valid.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, _, _, place = found[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except (OSError, UnicodeError) as error:
        # Names that are not known have numbers of their own.
        number = None if isinstance(error, socket.gaierror) else getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            reason = "the port is taken, give another by --port"
        elif number in (errno.EACCES, errno.EPERM):
            reason = "this port is for the system's administrator, give one over 1023 by --port"
        else:
            reason = "this is no address of this machine, give 127.0.0.1 or 0.0.0.0 by --host"
        raise OutputError(f"cannot listen on {shortened(host)}:{port}: {reason}") from error
