"""Work in the background of which only the newest counts: a knob turned again voids its last turn."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from understudy.errors import UnderstudyError

log = logging.getLogger("understudy.studio")

Work = Callable[["Ticket"], None]


class Ticket:
    """Says whether work is still wanted."""

    def __init__(self) -> None:
        """Be wanted."""
        self._void = threading.Event()

    @property
    def is_wanted(self) -> bool:
        """Whether nothing newer took its place."""
        return not self._void.is_set()

    def cancel(self) -> None:
        """Be wanted no more."""
        self._void.set()


class Jobs:
    """One thread that does the newest work of each kind, in the order in which it came."""

    def __init__(self, fail: Callable[[str], None]) -> None:
        """Start the thread.

        Args:
            fail: Told in a sentence what went wrong.
        """
        self._fail = fail
        self._waiting: dict[str, tuple[Ticket, Work]] = {}
        self._running: tuple[str, Ticket] | None = None
        self._change = threading.Condition()
        self._done = False
        self._thread = threading.Thread(target=self._run, name="understudy-studio", daemon=True)
        self._thread.start()

    def start(self, kind: str, work: Work) -> Ticket:
        """Have work done soon; what of its kind waits or runs is void."""
        ticket = Ticket()
        with self._change:
            if kind in self._waiting:
                self._waiting.pop(kind)[0].cancel()
            if self._running is not None and self._running[0] == kind:
                self._running[1].cancel()
            self._waiting[kind] = (ticket, work)
            self._change.notify_all()
        return ticket

    def settle(self, seconds: float = 60.0) -> bool:
        """Wait until all is done, and return whether it was within this time [s]."""
        with self._change:
            return self._change.wait_for(lambda: not self._waiting and self._running is None, seconds)

    def close(self) -> None:
        """Do nothing more."""
        with self._change:
            self._done = True
            self._waiting.clear()
            self._change.notify_all()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._done)
                if self._done:
                    return
                kind = next(iter(self._waiting))
                ticket, work = self._waiting.pop(kind)
                self._running = (kind, ticket)
            try:
                work(ticket)
            except UnderstudyError as error:
                self._fail(str(error))
            except Exception as error:  # A fault in one result must not end the studio.
                log.exception("%s failed", kind)
                self._fail(f"{kind} failed: {type(error).__name__}")
            finally:
                with self._change:
                    self._running = None
                    self._change.notify_all()
