"""Which files a model is made of, and whether they are still what they were."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from understudy.cache import file_digest
from understudy.robots.models.file_finder import FileFinder

_FURTHER_MODEL = re.compile(rb"<model\b[^>]*\bfile\s*=")
"""A model within the model, whose own files MuJoCo reads without asking us."""


@dataclass(frozen=True)
class FilesRead:
    """The files that a model was made of.

    Attributes:
        present: Path → SHA-256 of its content.
        absent: Paths at which files were looked for and not found, so that one there now would count.
    """

    present: Mapping[str, str]
    absent: tuple[str, ...] = ()

    def are_unchanged(self) -> bool:
        """Tell whether reading them again would give the same."""
        try:
            return not any(os.path.exists(path) for path in self.absent) and all(
                file_digest(path) == digest for path, digest in self.present.items()
            )
        except OSError:
            return False


class WatchedFinder(FileFinder):
    """Finds the files that a model names, and remembers what it found and what it did not."""

    def __init__(self, model: Path, package_folders: Sequence[Path] = ()) -> None:
        """Begin to watch, before the model is read."""
        super().__init__(model, package_folders)
        self._start = time.time()
        self._present = {self.model}
        self._absent: set[Path] = set()

    def _inside(
        self, address: str, places: Sequence[tuple[Path, tuple[Path, ...]]], path: str
    ) -> Path | None:
        found = super()._inside(address, places, path)
        for folder, _ in places:
            candidate = (folder / path.replace("\\", "/")).resolve()
            if candidate == found:
                break
            self._absent.add(candidate)
        if found is not None:
            self._present.add(found)
        return found

    def files_read(self) -> FilesRead | None:
        """Return all files of the model, None where they cannot be told or were changed meanwhile."""
        try:
            if any(path.stat().st_mtime >= self._start for path in self._present):
                return None
            if any(_FURTHER_MODEL.search(path.read_bytes()) for path in self._present if _is_xml(path)):
                return None
            present = {str(path): file_digest(path) for path in sorted(self._present)}
        except OSError:
            return None
        return FilesRead(present, tuple(sorted(str(path) for path in self._absent)))


def _is_xml(path: Path) -> bool:
    return path.suffix.lower() in (".xml", ".mjcf", ".urdf")
