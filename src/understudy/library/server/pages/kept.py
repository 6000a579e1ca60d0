"""Pages that many look at, kept until something in the library changes.

While one reader has a page made, or looks whether something has changed, the others wait for that or are
given what held a moment ago: fifty readers of a page never have it made fifty times.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from fastapi import Response

from understudy.library.library import Library

_MOST_PAGES = 128
_SECONDS = 30.0
"""A page is made again after so long in any case: of two changes at once the later may be seen first."""

_LOOK_EVERY = 0.25
"""How long [s] an answer holds to whether something has changed."""

_PATIENCE = 2.0
"""How long [s] the one who looks, or makes a page again, is waited for before somebody else does."""


@dataclass
class _Page:
    """A page, of which change it is, when it was made, and until when somebody makes it again."""

    answer: Response
    change: int
    made: float
    remade_until: float = 0.0


class KeptPages:
    """Pages by who asks and for what."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()
        self._makers: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()
        self._change, self._looked, self._looking_until = -1, 0.0, 0.0

    def get(self, library: Library, key: Hashable, make: Callable[[], Response]) -> Response:
        """Return a page as it is kept, or make it."""
        change = self._last_change(library)
        answer = self._held(key, change)
        if answer is not None:
            return answer
        with self._lock:
            maker = self._makers.setdefault(key, threading.Lock())
        try:
            with maker:
                # Somebody else may have made it while this one waited.
                answer = self._held(key, change)
                if answer is None:
                    moment = time.monotonic()
                    answer = make()
                    self._keep(key, _Page(answer, change, moment))
                return answer
        finally:
            with self._lock:
                self._makers.pop(key, None)

    def quick(self, key: Hashable) -> Response | None:
        """Return a page that is kept and known to hold, without asking the database; else None."""
        moment = time.monotonic()
        with self._lock:
            found = self._pages.get(key)
            if found is None or found.change != self._change:
                return None
            if moment - self._looked >= _LOOK_EVERY and moment >= self._looking_until:
                # This one looks; the others go on with what they have.
                self._looking_until = moment + _PATIENCE
                return None
            if moment - self._looked >= _LOOK_EVERY + _PATIENCE:
                return None
            if moment - found.made >= _SECONDS and moment >= found.remade_until:
                found.remade_until = moment + _PATIENCE
                return None
            self._pages.move_to_end(key)
            return found.answer

    def _held(self, key: Hashable, change: int) -> Response | None:
        with self._lock:
            found = self._pages.get(key)
            if found is None or found.change != change or time.monotonic() - found.made >= _SECONDS:
                return None
            self._pages.move_to_end(key)
            return found.answer

    def _keep(self, key: Hashable, page: _Page) -> None:
        with self._lock:
            self._pages[key] = page
            self._pages.move_to_end(key)
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)

    def _last_change(self, library: Library) -> int:
        moment = time.monotonic()
        with self._lock:
            if moment - self._looked < _LOOK_EVERY:
                return self._change
        change = library.last_change()
        with self._lock:
            self._change, self._looked, self._looking_until = change, moment, 0.0
        return change
