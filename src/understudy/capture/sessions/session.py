"""What a folder of a program holds: the file to read, and what other files say about the person."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from understudy.capture.folder import list_folder
from understudy.errors import CaptureError
from understudy.motion import Subject


@dataclass(frozen=True)
class Session:
    """A folder of a program.

    Attributes:
        file: The capture in it.
        subject: The person.
        notes: What to say.
    """

    file: Path
    subject: Subject = Subject()
    notes: tuple[str, ...] = ()


def files_in(folder: Path, ending: str) -> list[Path]:
    """Return the files of a folder, if it is there, whose names end so, in order."""
    names = list_folder(folder)[0] if folder.is_dir() else []
    return [folder / name for name in names if name.lower().endswith(ending)]


def within(folder: Path, file: Path) -> Path:
    """Return a file that lies in a folder wherever links lead.

    Raises:
        CaptureError: It lies elsewhere.
    """
    inside, found = os.path.realpath(folder), os.path.realpath(file)
    if os.path.commonpath([inside, found]) != inside:
        raise CaptureError(file, f"leads out of the folder {folder.name}, expected a file that lies in it")
    return file
