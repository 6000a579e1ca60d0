"""Files in a folder of this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from understudy.batch.file_lock import lock
from understudy.batch.storage import Log
from understudy.cache import file_digest
from understudy.errors import CaptureError, OutputError
from understudy.motion.archive import write_bytes
from understudy.opening import read_file

_MOST_BYTES = 2 << 30
_PREFIX = "file://"
_UNFINISHED = ".part"
_SYNC_SECONDS = 1.0


class LocalStorage:
    """A folder of this machine; see :class:`understudy.batch.storage.Storage`."""

    def __init__(self, place: str) -> None:
        """Take a folder, which need not be there yet."""
        self.url = place
        self.root = Path(place.removeprefix(_PREFIX))

    def sizes(self) -> dict[str, int]:
        """Return names and sizes [bytes] of all files, in order."""
        try:
            return dict(_files_below(self.root, ""))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise CaptureError(error.filename or self.root, f"cannot be read ({error.strerror})") from error

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        try:
            return read_file(self.root / name, _MOST_BYTES)
        except OSError as error:
            raise CaptureError(self.root / name, f"cannot be read ({error.strerror or error})") from error

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a file."""
        try:
            return file_digest(self.root / name)
        except OSError as error:
            raise CaptureError(self.root / name, f"cannot be read ({error.strerror or error})") from error

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all."""
        write_bytes(self._placed(name), content)

    def move(self, name: str, new: str) -> None:
        """Give a file another name."""
        try:
            os.replace(self.root / name, self._placed(new))
        except OSError as error:
            raise OutputError(f"cannot move {self.root / name} to {new}: {error.strerror}") from error

    def remove(self, name: str) -> None:
        """Remove a file."""
        try:
            (self.root / name).unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"cannot remove {self.root / name}: {error.strerror}") from error

    @contextmanager
    def fetched(self, names: Sequence[str]) -> Iterator[Path]:
        """Yield the folder itself."""
        yield self.root

    @contextmanager
    def log(self, name: str) -> Iterator[Log]:
        """Open a log for this process alone, and remove what a killed one left half written."""
        path = self._placed(name)
        try:
            file = path.open("a+b")
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        with file:
            if not lock(file, wait=False):
                raise OutputError(f"{path}: another batch is writing to this folder; let it end first")
            for unfinished in self.root.rglob(f".*{_UNFINISHED}"):
                with suppress(OSError):
                    unfinished.unlink()
            log = _LocalLog(file, path)
            try:
                yield log
            finally:
                log.close()

    def _placed(self, name: str) -> Path:
        path = self.root / name
        try:
            if not os.path.isdir(path.parent):
                path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot make the folder {path.parent}: {error.strerror}") from error
        return path


class _LocalLog:
    """A file of lines that outlives a kill after each line, and a loss of power after each second."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._synced = time.monotonic()

    def read(self) -> Iterator[bytes]:
        """Yield all whole lines; a last one without an end was being written when its writer was killed."""
        self._file.seek(0)
        end = 0
        for line in self._file:
            if line.endswith(b"\n"):
                end += len(line)
                yield line
        self._file.truncate(end)

    def append(self, line: bytes) -> None:
        """Hand a line to the system, which keeps it whatever happens to this process."""
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:
            raise OutputError(f"cannot write {self._path}: {error.strerror}") from error
        # Waiting for the disk takes longer than some jobs; whoever loses power does the last second again.
        if time.monotonic() - self._synced > _SYNC_SECONDS:
            self.close()

    def close(self) -> None:
        """Wait until the disk has all lines."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OutputError(f"cannot write {self._path}: {error.strerror}") from error
        self._synced = time.monotonic()


def _files_below(folder: Path, prefix: str) -> Iterator[tuple[str, int]]:
    """Yield names and sizes of the files below a folder, in order; links to folders are not followed."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _files_below(folder / entry.name, f"{prefix}{entry.name}/")
        elif entry.is_file():
            yield f"{prefix}{entry.name}", entry.stat().st_size
