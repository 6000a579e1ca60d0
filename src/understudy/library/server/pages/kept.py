"""Pages that many look at, kept until something in the library changes."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from understudy.library.library import Library

_MOST_PAGES = 128
_SECONDS = 30.0
"""A page is made again after so long in any case: of two changes at once the later may be seen first."""

_LOOK_EVERY = 0.25
"""How long [s] an answer holds to whether something has changed."""


class KeptPages:
    """Pages by who asks and for what."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pages: OrderedDict[Hashable, tuple[int, float, str]] = OrderedDict()
        self._lock = threading.Lock()
        self._change, self._looked = -1, 0.0

    def get(self, library: Library, key: Hashable, make: Callable[[], str]) -> str:
        """Return a page as it is kept, or make it."""
        moment = time.monotonic()
        change = self._last_change(library, moment)
        with self._lock:
            found = self._pages.get(key)
            if found is not None and found[0] == change and moment - found[1] < _SECONDS:
                self._pages.move_to_end(key)
                return found[2]
        page = make()
        with self._lock:
            self._pages[key] = (change, moment, page)
            self._pages.move_to_end(key)
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        return page

    def quick(self, key: Hashable) -> str | None:
        """Return a page that is kept and known to hold, without asking the database; else None."""
        moment = time.monotonic()
        with self._lock:
            found = self._pages.get(key)
            if found is None or moment - self._looked >= _LOOK_EVERY:
                return None
            return found[2] if found[0] == self._change and moment - found[1] < _SECONDS else None

    def _last_change(self, library: Library, moment: float) -> int:
        with self._lock:
            if moment - self._looked < _LOOK_EVERY:
                return self._change
        change = library.last_change()
        with self._lock:
            self._change, self._looked = change, moment
        return change
