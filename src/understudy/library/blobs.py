"""Files by the hash of their content: each is kept once, however many motions have it.

They lie in a folder or at any place that fsspec knows. A file is written before the database names it, so
that a kill leaves at most a file that nobody names, which the next writer of the same content finds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa

from understudy.batch.storage import Storage, is_remote, open_storage
from understudy.library import schema
from understudy.library.database import insert_new, now
from understudy.library.refusals import LibraryError

_AT_ONCE = 8
"""Contents that are written at once."""


class Blobs:
    """The files of a library."""

    def __init__(self, place: str) -> None:
        """Open a folder or URL, which need not be there yet."""
        self._storage: Storage = open_storage(place)
        self.place = place
        self._is_remote = is_remote(place)

    def put(self, content: bytes) -> str:
        """Keep a content, unless it is there already; return its SHA-256."""
        sha256 = hashlib.sha256(content).hexdigest()
        if not self.holds(sha256, len(content)):
            self._storage.write(name_of(sha256), content)
        return sha256

    def put_all(self, contents: Iterable[bytes]) -> list[str]:
        """Keep contents and return their hashes; several are written at once, since waiting takes longest."""
        given = list(contents)
        if len(given) < 2:
            return [self.put(content) for content in given]
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            return list(threads.map(self.put, given))

    def holds(self, sha256: str, size: int) -> bool:
        """Return whether a content is there whole; a remote place is not asked, which would take longer."""
        if self._is_remote:
            return False
        path = Path(self.place.removeprefix("file://"), name_of(sha256))
        return path.is_file() and path.stat().st_size == size

    def get(self, sha256: str) -> bytes:
        """Return a content.

        Raises:
            LibraryError: What is there is not what was kept.
        """
        content = self._storage.read(name_of(sha256))
        if hashlib.sha256(content).hexdigest() != sha256:
            raise LibraryError(f"{self.place}: the file {sha256[:12]}… is damaged, restore it from a back-up")
        return content

    def names(self) -> set[str]:
        """Return the hashes of all files that are there."""
        return {
            name.rpartition("/")[2] for name in self._storage.sizes() if len(name) == len(name_of("0" * 64))
        }

    def remove(self, sha256: str) -> None:
        """Remove a content."""
        self._storage.remove(name_of(sha256))


def name_of(sha256: str) -> str:
    """Return where a content lies: 256 folders keep each of them short."""
    return f"{sha256[:2]}/{sha256}"


def note_blob(connection: sa.Connection, sha256: str, size: int) -> None:
    """Write down that a content is kept."""
    insert_new(connection, schema.blobs, {"sha256": sha256, "size": size, "added": now()})
