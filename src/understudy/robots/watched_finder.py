"""Finds the files that a model names, and knows afterwards which ones it was made of."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from understudy.cache import file_digest
from understudy.robots.files_read import FilesRead
from understudy.robots.models.file_finder import FileFinder


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
            candidate = self.candidate(address, folder, path)
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
            present = {str(path): file_digest(path) for path in sorted(self._present)}
        except OSError:
            return None
        return FilesRead(present, tuple(sorted(str(path) for path in self._absent)))
