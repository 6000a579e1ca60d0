"""Long work while somebody waits: one piece at a time, a few in the queue, the rest come back later."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from understudy.library.refusals import LibraryError


class BusyError(LibraryError):
    """Too many wait already."""


class Workshop:
    """Where motions are performed and written."""

    def __init__(self, waiting: int) -> None:
        """Let so many wait."""
        self._places = threading.BoundedSemaphore(waiting + 1)
        self._bench = threading.Lock()

    @contextmanager
    def working(self) -> Iterator[None]:
        """Wait for one's turn.

        Raises:
            BusyError: Too many wait already.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError("too many motions are being made at the moment, expected you again in a minute")
        try:
            with self._bench:
                yield
        finally:
            self._places.release()
