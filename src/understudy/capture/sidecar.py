"""What a user states about a capture whose format leaves it open: a small TOML beside the file.

The sidecar of ``take.json`` and of the folder ``take`` alike is ``take.capture.toml`` in the same place:

    fps = 25         # frames a second
    up = "-z"        # the file's axis that points up: x, y, z, -x, -y or -z
    unit = 0.001     # metres per unit of length
    height = 0.62    # the person's height [m], for files that do not tell how long anything is
    aspect = 1.7778  # the picture's width over its height, for points in shares of a picture

What is stated goes before what would be inferred.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from understudy.capture.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.archive import write_bytes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SUFFIX = ".capture.toml"

UPS: tuple[str, ...] = ("x", "y", "z", "-x", "-y", "-z")

_LARGEST = 1e5

MAX_BYTES = 1 << 16
"""A longer file is no sidecar of ours."""


@dataclass(frozen=True)
class Sidecar:
    """What the user states; None where that is nothing.

    Attributes:
        fps: Frames a second [1/s].
        up: The file's axis that points up.
        unit: Metres per unit of length.
        height: The person's height [m].
        aspect: The picture's width over its height.
    """

    fps: float | None = None
    up: str | None = None
    unit: float | None = None
    height: float | None = None
    aspect: float | None = None


def sidecar_path(capture: Path) -> Path:
    """Return where the sidecar of a capture file or folder would be."""
    name = capture.name if capture.is_dir() else capture.stem
    return capture.parent / f"{name}{SUFFIX}"


def read_sidecar(capture: Path) -> Sidecar:
    """Read the sidecar of a capture, empty where there is none.

    Raises:
        CaptureError: Where it cannot be read or states what is not valid.
    """
    path = sidecar_path(capture)
    try:
        if not path.is_file():
            return Sidecar()
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise CaptureError(path, f"holds over {MAX_BYTES} bytes, expected a few settings of a capture")
        stated = tomllib.loads(content.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CaptureError(path, f"cannot be read as TOML ({error})") from error
    valid = [field.name for field in fields(Sidecar)]
    unknown = next((name for name in stated if name not in valid), None)
    if unknown is not None:
        raise CaptureError(path, unknown_name("setting", shown(unknown)[1:-1], valid))
    numbers = {name: _number(path, name, stated[name]) for name in stated if name != "up"}
    return Sidecar(up=_axis(path, stated.get("up")), **numbers)


def write_sidecar(capture: Path, stated: Sidecar) -> None:
    """Write the sidecar of a capture that is there already.

    Raises:
        OutputError: Where the file cannot be written.
    """
    lines = [
        f"{field.name} = {json.dumps(value)}\n"
        for field in fields(stated)
        if (value := getattr(stated, field.name)) is not None
    ]
    write_bytes(sidecar_path(capture), "".join(lines).encode())


def _number(path: Path, name: str, value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0.0 < value <= _LARGEST:
        expected = f"expected a number over 0 and at most {_LARGEST:g}"
        raise CaptureError(path, f"states {name} = {shown(str(value))}, {expected}")
    return float(value)


def _axis(path: Path, value: object) -> str | None:
    if value is None:
        return None
    if value not in UPS:
        raise CaptureError(path, f"states up = {shown(str(value))}, expected one of {', '.join(UPS)}")
    return str(value)
