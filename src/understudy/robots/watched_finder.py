"""Finds the files that a model names, and knows afterwards which ones it was made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from understudy.cache import file_digest
from understudy.robots.files_read import FilesRead
from understudy.robots.models.file_finder import FileFinder

OnSizes = Callable[[Sequence[int]], None]


class WatchedFinder(FileFinder):
    """Finds the files that a model names, and remembers what it found and what it did not."""

    def __init__(
        self, model: Path, package_folders: Sequence[Path] = (), on_sizes: OnSizes | None = None
    ) -> None:
        """Begin to watch, before the model is read.

        Args:
            model: The model's file.
            package_folders: Further folders in which its files may lie.
            on_sizes: Told the sizes [bytes] of the files that are about to be read.
        """
        super().__init__(model, package_folders)
        self._on_sizes = on_sizes
        self._start = time.time()
        self._present = {self.model}
        self._absent: set[Path] = set()

    def announce(self, files: Iterable[Path]) -> None:
        """Say how large the files are that are about to be read."""
        if self._on_sizes is not None:
            self._on_sizes([file.stat().st_size for file in set(files) if file.is_file()])

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
