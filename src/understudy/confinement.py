"""What a process does to itself before it hands a stranger's file to a library that trusts its input.

Such a library is written in C: a file may crash it, fill the memory or keep it busy for ever. In a process
with little memory, little time and no network that is the end of this process alone.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

LENGTH_BYTES = 8
"""Of an answer: so many bytes say how long its JSON text is, behind which binary data may follow."""

_NEW_NETWORK, _NEW_USERS = 0x40000000, 0x10000000


def limiter(most_seconds: float) -> Callable[[float, float], None]:
    """Return what bounds memory [MiB] and processor time [s] from here on, where the system has such limits.

    Args:
        most_seconds: What the bound of time may be raised to later.
    """
    try:
        import resource
    except ImportError:  # Windows
        return lambda memory, seconds: None
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    start = used.ru_utime + used.ru_stime
    taken = 0
    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        # Only Linux tells how much is taken already, and keeps to the limit.
        taken = int(file.read().split()[0]) * resource.getpagesize()

    def limit(memory: float, seconds: float) -> None:
        end, last = int(start + seconds) + 1, int(start + most_seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (end, last))
        if taken:
            with suppress(OSError, ValueError):
                most = taken + int(memory * (1 << 20))
                resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

    return limit


def take_standard_output() -> Callable[[dict[str, Any], bytes], None]:
    """Keep standard output for the answer; what anybody prints goes nowhere."""
    descriptor = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def answer(facts: dict[str, Any], binary: bytes) -> None:
        text = json.dumps(facts).encode()
        with os.fdopen(descriptor, "wb") as file:
            file.write(len(text).to_bytes(LENGTH_BYTES, "little"))
            file.write(text)
            file.write(binary)

    return answer


def leave_network() -> None:
    """Go where there is no network, on systems that let a process do so."""
    if sys.platform != "linux":
        return
    # Without privileges it takes users of its own, whom files of others may be closed to.
    flags = _NEW_NETWORK if os.geteuid() == 0 else _NEW_NETWORK | _NEW_USERS
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).unshare(flags)
