"""Files at any place that fsspec knows: S3, Google's storage, a web server (to be read), memory and more."""

from __future__ import annotations

import hashlib
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from understudy.batch.storage import Log
from understudy.errors import CaptureError, OutputError

_HASHES = ("ETag", "etag", "md5Hash", "crc32c")
"""What a listing may state that stands for a file's content."""

_LINES = 64
_SECONDS = 5.0
"""Lines of a log, or time [s], after which they become an object of their own. At most so much is done again
after a kill; nothing is lost, since results are written by whoever made them."""


class RemoteStorage:
    """A place of fsspec's; see :class:`understudy.batch.storage.Storage`.

    Every kind of place raises errors of its own, of no common base, so that all of them are caught here.
    """

    def __init__(self, place: str) -> None:
        """Take a place as its URL."""
        try:
            import fsspec
        except ImportError as error:
            raise OutputError(f"{place}: pip install 'understudy[batch]' to read and write there") from error
        self.url = place
        try:
            self._files, root = fsspec.core.url_to_fs(place)
        except (ImportError, ValueError) as error:
            raise OutputError(f"{place}: cannot be opened ({_one_line(error)})") from error
        self._root = str(root).rstrip("/")
        self._listed: dict[str, dict[str, Any]] = {}

    def sizes(self) -> dict[str, int]:
        """Return names and sizes [bytes] of all files, in order; a size that is not stated is 0."""
        try:
            self._files.invalidate_cache()
            found = self._files.find(self._root, detail=True)
        except FileNotFoundError:
            return {}
        except Exception as error:
            raise CaptureError(self.url, f"cannot be listed ({_one_line(error)})") from error
        below = f"{self._root}/"
        self._listed = {
            path.removeprefix(below): about for path, about in found.items() if path.startswith(below)
        }
        return {name: int(self._listed[name].get("size") or 0) for name in sorted(self._listed)}

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        try:
            return self._files.cat_file(self._path(name))
        except Exception as error:
            raise CaptureError(self._shown(name), f"cannot be read ({_one_line(error)})") from error

    def digest(self, name: str) -> str:
        """Return the hash that a listing states for a file, else the SHA-256 of its content."""
        if not self._listed:
            self.sizes()
        about = self._listed.get(name, {})
        stated = next((f"{key} {about[key]}" for key in _HASHES if about.get(key)), None)
        return stated or hashlib.sha256(self.read(name)).hexdigest()

    def write(self, name: str, content: bytes) -> None:
        """Write a file; object stores show it when it is whole."""
        path = self._path(name)
        try:
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, content)
        except Exception as error:
            raise OutputError(f"cannot write {self._shown(name)}: {_one_line(error)}") from error

    def move(self, name: str, new: str) -> None:
        """Give a file another name."""
        self.write(new, self.read(name))
        self.remove(name)

    def remove(self, name: str) -> None:
        """Remove a file."""
        try:
            self._files.rm_file(self._path(name))
        except Exception as error:
            raise OutputError(f"cannot remove {self._shown(name)}: {_one_line(error)}") from error

    @contextmanager
    def fetched(self, names: Sequence[str]) -> Iterator[Path]:
        """Yield a temporary folder with copies of files."""
        with tempfile.TemporaryDirectory(prefix="understudy-") as folder:
            for name in names:
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self.read(name))
            yield Path(folder)

    @contextmanager
    def log(self, name: str) -> Iterator[Log]:
        """Open a log; each run adds objects of its own, since objects cannot be added to."""
        log = _RemoteLog(self, name)
        try:
            yield log
        finally:
            log.close()

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _shown(self, name: str) -> str:
        return f"{self.url.rstrip('/')}/{name}"


class _RemoteLog:
    """Lines in objects of one folder, which read in the order of their names."""

    def __init__(self, storage: RemoteStorage, name: str) -> None:
        self._storage = storage
        self._folder = f"{name}.d/"
        self._lines: list[bytes] = []
        self._since = time.monotonic()

    def read(self) -> Iterator[bytes]:
        """Yield all lines."""
        for name in self._storage.sizes():
            if name.startswith(self._folder):
                yield from self._storage.read(name).splitlines(keepends=True)

    def append(self, line: bytes) -> None:
        """Add a line, which is written soon."""
        self._lines.append(line + b"\n")
        if len(self._lines) >= _LINES or time.monotonic() - self._since > _SECONDS:
            self.close()

    def close(self) -> None:
        """Write the lines that are not written yet."""
        if self._lines:
            # Names rise with time; two runs within a tick of the clock differ by chance.
            name = f"{self._folder}{time.time_ns():020d}-{secrets.token_hex(4)}.jsonl"
            self._storage.write(name, b"".join(self._lines))
        self._lines.clear()
        self._since = time.monotonic()


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
