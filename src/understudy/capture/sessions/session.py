"""What a folder of a program holds: the file to read, and what other files say about the person."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from understudy.capture.folder import list_folder
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
