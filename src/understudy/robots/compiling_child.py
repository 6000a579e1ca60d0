"""The process in which a stranger's model is compiled, with little memory, little time and no network.

It is started by ``compiling.py`` and reads a request and its limits from standard input. Its answer on
standard output is a JSON text, after eight bytes that say how long it is, and behind it the compiled model.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.robots.compiling_limits import CompilingLimits
    from understudy.robots.files_read import FilesRead
    from understudy.robots.loaded_model import LoadedModel

LENGTH_BYTES = 8
_NEW_NETWORK, _NEW_USERS = 0x40000000, 0x10000000
_MUJOCO_LACKS = ("Could not allocate memory", "Caught an unknown exception", "bad_alloc")
"""What MuJoCo says where it is given no more memory."""

_PARTS = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system")
"""How events begin that have no place here; reading and compiling a model is none of them."""


def main() -> None:
    """Answer one request and end."""
    answer = _take_standard_output()
    _leave_network()
    asked = json.loads(sys.stdin.buffer.read())
    # What takes memory by itself is loaded before memory counts.
    import mujoco

    from understudy.robots.compiling_here import compile_watched
    from understudy.robots.compiling_limits import MOST_GROWTH, CompilingLimits
    from understudy.robots.model_request import ModelRequest

    request = ModelRequest.from_json(asked["request"])
    limits = CompilingLimits(asked["memory"], asked["seconds"])
    with suppress(AttributeError):
        # What MuJoCo remembers of meshes takes as much memory as the model, for one that is made once.
        mujoco.mj_setCacheCapacity(mujoco.mj_getCache(), 0)
    limit = limiter(MOST_GROWTH * limits.seconds)
    limit(limits)
    sys.addaudithook(_refuse)

    def grow(sizes: Sequence[int]) -> None:
        nonlocal limits
        limits = limits.grown(sizes)
        limit(limits)

    try:
        answer(*_answered(lambda: compile_watched(request, grow)))
    except MemoryError:
        answer({"lacks": limits.memory}, b"")


def limiter(most_seconds: float) -> Callable[[CompilingLimits], None]:
    """Return what bounds memory [MiB] and processor time [s] from here on, where the system has such limits.

    Args:
        most_seconds: What the bound of time may be raised to later.
    """
    try:
        import resource
    except ImportError:  # Windows
        return lambda limits: None
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    start = used.ru_utime + used.ru_stime
    taken = 0
    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        # Only Linux tells how much is taken already, and keeps to the limit.
        taken = int(file.read().split()[0]) * resource.getpagesize()

    def limit(limits: CompilingLimits) -> None:
        end, last = int(start + limits.seconds) + 1, int(start + most_seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (end, last))
        if taken:
            with suppress(OSError, ValueError):
                most = taken + int(limits.memory * (1 << 20))
                resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

    return limit


def _answered(
    compiled: Callable[[], tuple[LoadedModel, FilesRead | None]],
) -> tuple[dict[str, Any], bytes]:
    from understudy.errors import UnderstudyError
    from understudy.robots.model_binary import as_binary, as_facts

    try:
        loaded, files = compiled()
        return as_facts(loaded, files), as_binary(loaded)
    except MemoryError:
        raise
    except Exception as error:
        if any(words in str(error) for words in _MUJOCO_LACKS):
            raise MemoryError from error
        if isinstance(error, UnderstudyError):
            return {"error": str(error)}, b""
        # Whatever a stranger's file breaks in MuJoCo or here, it is the end of this process alone.
        return {"fault": f"{type(error).__name__}: {error}"}, b""


def _take_standard_output() -> Callable[[dict[str, Any], bytes], None]:
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


def _leave_network() -> None:
    """Go where there is no network, on systems that let a process do so."""
    if sys.platform != "linux":
        return
    # Without privileges it takes users of its own, whom files of others may be closed to.
    flags = _NEW_NETWORK if os.geteuid() == 0 else _NEW_NETWORK | _NEW_USERS
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).unshare(flags)


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if event.startswith(_PARTS):
        raise PermissionError(f"a model has no business with {event}")
