"""Pieces of work done by several processes at once, whose results come back as they are ready.

Processes rather than threads: reading captures, reading poses off MuJoCo and NumPy's small steps hold
Python's lock for half of the time, so that two threads were hardly faster than one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

from understudy.errors import OutputError


class Workers(Protocol):
    """Whoever does pieces of work."""

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        """Hand in a piece of work."""
        ...

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Yield pairs of task and result until none is left; more may be handed in meanwhile."""
        ...


class _Inline:
    """Does the work itself, in order."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[Any], Any], Any]] = deque()

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        self._waiting.append((function, task))

    def results(self) -> Iterator[tuple[Any, Any]]:
        while self._waiting:
            function, task = self._waiting.popleft()
            yield task, function(task)


class _Pool:
    """Lets processes do it."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor
        self._tasks: dict[Future[Any], Any] = {}

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        self._tasks[self._executor.submit(function, task)] = task

    def results(self) -> Iterator[tuple[Any, Any]]:
        while self._tasks:
            done, _ = wait(self._tasks, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    result = future.result()
                except BrokenProcessPool as error:
                    raise OutputError(
                        "a process of the study was ended from outside, perhaps for want of memory; what was "
                        "done is kept, run it again to go on, with --jobs 1 for less memory"
                    ) from error
                yield self._tasks.pop(future), result


@contextmanager
def workers(count: int) -> Iterator[Workers]:
    """Yield ``count`` workers; on the way out, work that was not begun is dropped."""
    if count <= 1:
        yield _Inline()
        return
    # A fresh process inherits no lock, thread or OpenGL context that a copy of this one would.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_attend_to_parent)
    try:
        yield _Pool(executor)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _attend_to_parent() -> None:
    """Leave interrupts to the process that started this one, and end when that one has ended.

    An interrupted study lets what is being done be finished and saved. One that was killed cannot say so,
    and its workers would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _leave(*_: object) -> None:
    """Unwind, so that files that are being written are removed."""
    raise SystemExit


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    # The pool takes an exit inside a task for its result and goes on, so one signal may not do.
    while True:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1.0)
