"""Where files that a browser sent are put: a folder of their own, under names of our own making."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from understudy.errors import OutputError
from understudy.motion.archive import write_bytes

MOST_BYTES = 256 * 1024 * 1024
"""Largest file that is taken [B]."""

MOST_FILES = 64
"""Files that are kept; after that the first goes."""

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 80


class Shelf:
    """A folder for uploads that goes away with the studio."""

    def __init__(self) -> None:
        """Make an empty folder that nobody else can look into."""
        self.folder = Path(tempfile.mkdtemp(prefix="understudy-studio-"))
        self._kept: list[Path] = []

    def keep(self, name: str, content: bytes) -> Path:
        """Write a file under the fit part of its name, in a folder of its own, and return its path.

        Args:
            name: What the browser calls it; no path of it is ever used.
            content: What it holds.

        Raises:
            OutputError: Where it is larger than is taken.
        """
        if len(content) > MOST_BYTES:
            raise OutputError(
                f"'{fit_name(name)}' holds {len(content)} bytes, more than the {MOST_BYTES} that are taken"
            )
        path = self.room() / fit_name(name)
        write_bytes(path, content)
        return path

    def room(self) -> Path:
        """Return a new empty folder, for which the oldest goes where there are many."""
        own = Path(tempfile.mkdtemp(dir=self.folder))
        self._kept.append(own)
        while len(self._kept) > MOST_FILES:
            shutil.rmtree(self._kept.pop(0), ignore_errors=True)
        return own

    def without_folders(self, sentence: str) -> str:
        """Return a sentence in which files of the shelf are called by their names alone."""
        return re.sub(rf"{re.escape(str(self.folder))}(?:/[^/\s:']+)?/", "", sentence)

    def close(self) -> None:
        """Take the folder away with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def fit_name(name: str) -> str:
    """Return a name for a file that holds no path, no hidden file, and nothing that a shell or page reads."""
    last = re.split(r"[\\/]", name)[-1]
    fit = _UNFIT.sub("_", last).lstrip(".-")
    stem, dot, ending = fit.rpartition(".")
    fit = f"{stem[: _LONGEST - 12]}.{ending[:10]}" if dot and stem else fit[:_LONGEST]
    return fit or "file"
