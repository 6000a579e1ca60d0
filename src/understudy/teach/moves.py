"""The movements that were kept: recordings in a folder, each under the name that somebody gave it."""

from __future__ import annotations

import re
from pathlib import Path

from understudy.errors import OutputError
from understudy.motion import Recording

SUFFIX = ".move.npz"

LONGEST = 60
"""Letters of a name."""

_PLAIN = re.compile(r"[\w][\w .,()+-]*")


class MoveShelf:
    """Keeps movements.

    Args:
        folder: Where.
    """

    def __init__(self, folder: Path) -> None:
        """Look at a folder."""
        self.folder = folder

    def names(self) -> list[str]:
        """Return the names of all movements, in the order of the alphabet."""
        return sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob(f"*{SUFFIX}"))

    def keep(self, name: str, take: Recording) -> str:
        """Keep a take under a name; return the name as it is kept.

        Raises:
            OutputError: For a name that is none, or one that is taken.
        """
        name = name.strip()
        if len(name) > LONGEST or not _PLAIN.fullmatch(name):
            raise OutputError(
                f"a movement cannot be called '{name}', expected up to {LONGEST} letters, digits and spaces"
            )
        if name in self.names():
            raise OutputError(f"there is a movement '{name}' already, expected another name")
        take.save(self.folder / f"{name}{SUFFIX}")
        return name

    def read(self, name: str) -> Recording:
        """Return a movement.

        Raises:
            OutputError: Where there is none of that name.
        """
        if name not in self.names():
            raise OutputError(f"there is no movement '{name}'")
        return Recording.load(self.folder / f"{name}{SUFFIX}")

    def forget(self, name: str) -> None:
        """Delete a movement.

        Raises:
            OutputError: Where there is none of that name, or it cannot be deleted.
        """
        if name not in self.names():
            raise OutputError(f"there is no movement '{name}'")
        try:
            (self.folder / f"{name}{SUFFIX}").unlink()
        except OSError as error:
            raise OutputError(f"'{name}' cannot be deleted ({error.strerror or error})") from error
