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
import os
from dataclasses import dataclass, fields, replace
from pathlib import Path, PurePosixPath

from understudy.capture.naming.tables import Table
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError, unknown_name
from understudy.motion.archive import write_bytes

SUFFIX = ".capture.toml"

UPS: tuple[str, ...] = ("x", "y", "z", "-x", "-y", "-z")

_SMALLEST, _LARGEST = 1e-9, 1e5


@dataclass(frozen=True)
class Sidecar:
    """What the user states about a capture; takes precedence over what would be inferred.

    Attributes:
        fps: Frames a second [1/s], or None as all others where nothing is stated.
        up: The file's axis that points up: x, y, z, -x, -y or -z.
        unit: Length of the file's unit [m].
        height: The person's height [m].
        aspect: The picture's width over its height, for points in shares of a picture.
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


def how_to_state(setting: str, capture: Path) -> str:
    """Return what to do about a setting, for notes and messages."""
    return f"state {setting} on the command line or in {sidecar_path(capture).name}"


def read_sidecar(capture: Path) -> Sidecar:
    """Read the sidecar of a capture, empty where there is none.

    Raises:
        CaptureError: Where it cannot be read or states what is not valid.
    """
    path = sidecar_path(capture)
    if not os.path.exists(path):
        return Sidecar()
    stated = Table.read(path, "settings of a capture").data
    valid = [field.name for field in fields(Sidecar)]
    unknown = next((name for name in stated if name not in valid), None)
    if unknown is not None:
        raise CaptureError(path, unknown_name("setting", shown(unknown)[1:-1], valid))
    readers = {"up": _axis, "marker_set": _file}
    return Sidecar(**{name: readers.get(name, _number)(path, name, stated[name]) for name in stated})


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


def _axis(path: Path, name: str, value: object) -> str:
    if value not in UPS:
        raise CaptureError(path, f"states {name} = {shown(str(value))}, expected one of {', '.join(UPS)}")
    return str(value)


def _file(path: Path, name: str, value: object) -> Path:
    """Return a file that a sidecar names; it may lead nowhere else, since sidecars travel with captures."""
    parts = PurePosixPath(value).parts if isinstance(value, str) else ()
    if not parts or ".." in parts or parts[0] == "/" or "\\" in str(value) or ":" in str(value):
        expected = "expected the name of a file in the same folder or below it"
        raise CaptureError(path, f"states {name} = {shown(str(value))}, {expected}")
    return path.parent.joinpath(*parts)
