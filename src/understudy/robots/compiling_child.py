"""The process in which a stranger's model is compiled, with little memory, little time and no network.

It is started by ``compiling.py`` and reads a request and its limits from standard input. Its answer on
standard output is a JSON text, after eight bytes that say how long it is, and behind it the compiled model.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from understudy.confinement import leave_network, limiter, take_standard_output

if TYPE_CHECKING:
    from understudy.robots.files_read import FilesRead
    from understudy.robots.loaded_model import LoadedModel

_MUJOCO_LACKS = ("Could not allocate memory", "Caught an unknown exception", "bad_alloc")
"""What MuJoCo says where it is given no more memory."""

_PARTS = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system")
"""How events begin that have no place here; reading and compiling a model is none of them."""


def main() -> None:
    """Answer one request and end."""
    answer = take_standard_output()
    leave_network()
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
    limit(limits.memory, limits.seconds)
    sys.addaudithook(_refuse)

    def grow(sizes: Sequence[int]) -> None:
        nonlocal limits
        limits = limits.grown(sizes)
        limit(limits.memory, limits.seconds)

    try:
        answer(*_answered(lambda: compile_watched(request, grow)))
    except MemoryError:
        answer({"lacks": limits.memory}, b"")


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


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if event.startswith(_PARTS):
        raise PermissionError(f"a model has no business with {event}")
