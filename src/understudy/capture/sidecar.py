"""What a user states about a capture whose format leaves it open: a small TOML beside the file.

The sidecar of ``take.json`` and of the folder ``take`` alike is ``take.capture.toml`` in the same place:

    fps = 25         # frames a second
    up = "-z"        # the file's axis that points up: x, y, z, -x, -y or -z
    unit = 0.001     # metres per unit of length
    height = 0.62    # the person's height [m], for files that do not tell how long anything is
    aspect = 1.7778  # the picture's width over its height, for points in shares of a picture
    marker_set = "lab.toml"  # which marker is where, a file in the same folder or below it

What is stated takes precedence over what would be inferred, and the command line takes precedence over both.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path, PurePosixPath

from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.archive import write_bytes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SUFFIX = ".capture.toml"

UPS: tuple[str, ...] = ("x", "y", "z", "-x", "-y", "-z")

_SMALLEST, _LARGEST = 1e-9, 1e5

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
        marker_set: A TOML that says which marker is where.
    """

    fps: float | None = None
    up: str | None = None
    unit: float | None = None
    height: float | None = None
    aspect: float | None = None
    marker_set: Path | None = None

    def before(self, other: Sidecar) -> Sidecar:
        """Return what is stated here, and where that is nothing, what the other one states."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(other, **{name: value for name, value in own.items() if value is not None})


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
    numbers = {name: _number(path, name, stated[name]) for name in stated if name not in ("up", "marker_set")}
    up, marker_set = _axis(path, stated.get("up")), _file(path, "marker_set", stated.get("marker_set"))
    return Sidecar(up=up, marker_set=marker_set, **numbers)


def write_sidecar(capture: Path, stated: Sidecar) -> None:
    """Write the sidecar of a capture that is there already.

    Raises:
        OutputError: Where the file cannot be written.
    """
    lines = [
        f"{field.name} = {json.dumps(value.name if isinstance(value, Path) else value)}\n"
        for field in fields(stated)
        if (value := getattr(stated, field.name)) is not None
    ]
    write_bytes(sidecar_path(capture), "".join(lines).encode())


def _number(path: Path, name: str, value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not _SMALLEST <= value <= _LARGEST:
        expected = f"expected a number from {_SMALLEST:g} to {_LARGEST:g}"
        raise CaptureError(path, f"states {name} = {shown(str(value))}, {expected}")
    return float(value)


def _axis(path: Path, value: object) -> str | None:
    if value is None:
        return None
    if value not in UPS:
        raise CaptureError(path, f"states up = {shown(str(value))}, expected one of {', '.join(UPS)}")
    return str(value)


def _file(path: Path, name: str, value: object) -> Path | None:
    """Return a file that a sidecar names; it may lead nowhere else, since sidecars travel with captures."""
    if value is None:
        return None
    parts = PurePosixPath(value).parts if isinstance(value, str) else ()
    if not parts or ".." in parts or parts[0] == "/" or "\\" in str(value) or ":" in str(value):
        expected = "expected the name of a file in the same folder or below it"
        raise CaptureError(path, f"states {name} = {shown(str(value))}, {expected}")
    return path.parent.joinpath(*parts)
