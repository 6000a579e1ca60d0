"""Which recordings a study has: made-up infants, or the captures in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from understudy.capture.sidecar import SUFFIX
from understudy.errors import CaptureError, OutputError
from understudy.study.infant_files import infant_path
from understudy.study.infants import Infant

_JOINTS_OF_MINI_RGBD = "joints_3D"
"""A recording of the MINI-RGBD set is a folder, in which the joints are in a folder of this name."""


@dataclass(frozen=True)
class Capture:
    """A recording of the study.

    Attributes:
        name: Its name in tables, also that of its folder of results.
        path: The capture, a file or a folder with one file a frame.
        infant: Who is to be made up, None for a capture that is there.
    """

    name: str
    path: Path
    infant: Infant | None = None


def made_up(infants: tuple[Infant, ...], folder: Path) -> tuple[Capture, ...]:
    """Return the captures of made-up infants, whose files belong into a folder."""
    paths = [infant_path(folder, infant) for infant in infants]
    return tuple(Capture(path.stem, path, infant) for path, infant in zip(paths, infants, strict=True))


def captures_in(place: Path) -> tuple[Capture, ...]:
    """Return the captures at a place: a file, or a folder in which each file or folder is a recording.

    Hidden files and sidecars do not count.

    Raises:
        CaptureError: Where there is none.
    """
    try:
        if place.is_file():
            return (Capture(place.name, place),)
        names = sorted(entry.name for entry in os.scandir(place) if _may_be_capture(entry.name))
    except FileNotFoundError as error:
        raise CaptureError(
            place, "there is no such folder or file, expected a capture or a folder of them"
        ) from error
    except OSError as error:
        raise CaptureError(place, f"cannot be read ({error.strerror or error})") from error
    if not names:
        raise CaptureError(place, "is an empty folder, expected one with captures in it, each a recording")
    return tuple(Capture(name, _inner(place / name)) for name in names)


def _may_be_capture(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(SUFFIX)


def _inner(path: Path) -> Path:
    joints = path / _JOINTS_OF_MINI_RGBD
    return joints if joints.is_dir() else path


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove those of some folders, inner ones first, in which nothing is."""
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def make_folder(path: Path) -> Path:
    """Make a folder for results and return it.

    Raises:
        OutputError: Where it cannot be made or written to.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {path}: {error.strerror or error}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise OutputError(f"cannot write to the folder {path}: permission denied")
    return path
