"""Finds the files that a model names, and knows afterwards which ones it was made of."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

import mujoco

from understudy.cache import file_digest
from understudy.robots.files_read import FilesRead
from understudy.robots.models.file_finder import FileFinder

_CAN_FORGET = hasattr(mujoco, "mj_clearCache")
_BLURRED = 0.0 if _CAN_FORGET else 2.0
"""Time [s] in which a mesh may be edited unnoticed: MuJoCo remembers meshes by name and time, to the second,
unless it is told to forget them."""

_FURTHER_MODEL = re.compile(rb"<model\b[^>]*\bfile\s*=")
"""A model within the model, whose own files MuJoCo reads without asking us."""


class WatchedFinder(FileFinder):
    """Finds the files that a model names, and remembers what it found and what it did not."""

    def __init__(self, model: Path, package_folders: Sequence[Path] = ()) -> None:
        """Begin to watch, before the model is read."""
        super().__init__(model, package_folders)
        if _CAN_FORGET:
            mujoco.mj_clearCache(mujoco.mj_getCache())
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
            if any(path.stat().st_mtime >= self._start - _BLURRED for path in self._present):
                return None
            if any(_FURTHER_MODEL.search(path.read_bytes()) for path in self._present if _is_xml(path)):
                return None
            present = {str(path): file_digest(path) for path in sorted(self._present)}
        except OSError:
            return None
        return FilesRead(present, tuple(sorted(str(path) for path in self._absent)))


def _is_xml(path: Path) -> bool:
    return path.suffix.lower() in (".xml", ".mjcf", ".urdf")
