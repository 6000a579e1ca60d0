"""Where captures are read from and results go: a folder of this machine, or a place that fsspec knows.

``clips`` and ``file:///data/clips`` are folders; ``s3://bucket/clips``, ``gs://bucket/clips``,
``https://host/clips/`` (to be read only) and so on are fsspec's. Names in a storage are paths below its root,
with ``/`` between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import Protocol

_URL = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
"""A single letter before a colon is a drive of Windows."""


class Log(Protocol):
    """Lines that are only ever added to."""

    def read(self) -> Iterator[bytes]:
        """Yield all whole lines; one that was cut short is dropped."""
        ...

    def append(self, line: bytes) -> None:
        """Add a line, which is kept whatever happens to this process afterwards, or soon after."""
        ...

    def close(self) -> None:
        """Write what is not written yet, and let others write."""
        ...


class Storage(Protocol):
    """A place for files."""

    @property
    def url(self) -> str:
        """What :func:`open_storage` takes to open it again, in another process."""
        ...

    def sizes(self) -> dict[str, int]:
        """Return names and sizes [bytes] of all files below the root, in order; none if it is absent."""
        ...

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        ...

    def digest(self, name: str) -> str:
        """Return a hash that stands for the content of a file."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all; folders on the way are made."""
        ...

    def move(self, name: str, new: str) -> None:
        """Give a file another name; one that has it already is replaced."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file."""
        ...

    def fetched(self, names: Sequence[str]) -> AbstractContextManager[Path]:
        """Yield a folder of this machine in which files have their names, for as long as it is needed."""
        ...

    def log(self, name: str) -> AbstractContextManager[Log]:
        """Open a log for this process alone."""
        ...


def is_remote(place: str) -> bool:
    """Return whether a place is one of fsspec's rather than a folder of this machine."""
    found = _URL.match(place)
    return found is not None and found[1].lower() != "file"


def open_storage(place: str) -> Storage:
    """Open a place for files.

    Raises:
        OutputError: Where a place is named that nothing here can open; it is said what to install.
    """
    if is_remote(place):
        from understudy.batch.remote_storage import RemoteStorage

        return RemoteStorage(place)
    return _local_storage(place)


@lru_cache(maxsize=8)
def _local_storage(place: str) -> Storage:
    # It is nothing but a folder's name, which every job asks for twice.
    from understudy.batch.local_storage import LocalStorage

    return LocalStorage(place)
