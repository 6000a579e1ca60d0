"""The process in which a stranger's FBX is parsed, with little memory, little time and no network.

It is started by ``scene.py``. Standard input begins with a line of JSON, the limits, and goes on with the
file. The answer is a JSON text, after eight bytes that say how long it is, and behind it numbers.
"""

from __future__ import annotations

import json
import os
import sys

from understudy.confinement import leave_network, limiter, take_standard_output

_REFUSED = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system")
"""How events begin that have no place here; parsing a scene is none of them."""


def main() -> None:
    """Answer one request and end."""
    answer = take_standard_output()
    leave_network()
    limits = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    # What takes memory by itself is loaded before memory counts.
    import ufbx

    from understudy.capture.fbx.scene_numbers import scene_numbers
    from understudy.errors import CaptureError

    limiter(limits["seconds"])(limits["memory"], limits["seconds"])
    sys.addaudithook(_refuse)
    try:
        answer(*scene_numbers(content))
    except (MemoryError, ufbx.OutOfMemoryError, ufbx.MemoryLimitError, ufbx.AllocationLimitError):
        answer({"lacks": "memory"}, b"")
        os._exit(0)
    except CaptureError as error:
        answer({"error": str(error).partition(": ")[2]}, b"")
        # The error holds the library's objects, which crash in some orders in which they are taken back.
        os._exit(0)
    except Exception as error:
        # Whatever a stranger's file breaks in the library or here, it is the end of this process alone.
        answer({"fault": f"{type(error).__name__}: {error}"}, b"")
        os._exit(0)
    os._exit(0)


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"a scene has no business with {event}")
