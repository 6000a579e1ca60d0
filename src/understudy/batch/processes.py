"""A team of processes on this machine.

Processes rather than threads. Of a short clip's time a small part is spent in kernels, which threads could
share; reading captures, poses off MuJoCo and NumPy's small steps hold Python's lock, so that two threads are
hardly faster than one (docs/batch.md has figures). And a file that brings a library down ends one process,
which is started again, instead of everything.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from understudy.batch.team import ATTEMPTS, Inline, Lost, Team
from understudy.errors import OutputError
from understudy.one_thread import one_thread_each
from understudy.own_python import safe_path

Prepare = Callable[[], None]
"""What a process does before its first piece of work, such as loading kernels."""


@dataclass(frozen=True)
class _Fault:
    """An error that work ended with, as text, since not every error can be sent.

    Attributes:
        text: The sentence of an error of the user's kind, the traceback of any other.
        is_output: Whether results could not be written.
    """

    text: str
    is_output: bool


@dataclass
class _Piece:
    """A piece of work, and how often it was begun."""

    function: Callable[[Any], Any]
    task: Any
    attempts: int = 0


class _Worker:
    """A process, the line to it, and what it works on."""

    def __init__(self, prepare: Prepare | None) -> None:
        # A fresh process inherits no lock, thread or OpenGL context that a copy of this one would.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, prepare), daemon=True)
        with safe_path(), one_thread_each():
            self.process.start()
        # While this end is open here too, nobody would notice that the process has ended.
        other.close()
        self.piece: _Piece | None = None

    def begin(self, piece: _Piece) -> None:
        piece.attempts += 1
        self.piece = piece
        # One that has ended is noticed when its result is waited for.
        with suppress(OSError):
            self.connection.send((piece.function, piece.task))

    def finish(self) -> None:
        """Let it finish what it works on, and end."""
        self.connection.close()
        self.process.join()


class Processes:
    """A team of processes; one that ends is started again, and its work with it."""

    def __init__(self, count: int, prepare: Prepare | None = None) -> None:
        """Start ``count`` processes, each of which does ``prepare`` first."""
        self.count = count
        self._prepare = prepare
        self._waiting: deque[_Piece] = deque()
        self._workers = [_Worker(prepare) for _ in range(count)]

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        """Hand in a piece of work."""
        self._waiting.append(_Piece(function, task))
        self._hand_out()

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Yield pairs of task and result until none is left."""
        while busy := [worker for worker in self._workers if worker.piece is not None]:
            ready = wait([worker.connection for worker in busy])
            for worker in [each for each in busy if each.connection in ready]:
                done = self._take(worker)
                self._hand_out()
                if done is not None:
                    yield done

    def close(self) -> None:
        """Let everybody finish what is begun, and end."""
        for worker in self._workers:
            worker.finish()

    @property
    def process_ids(self) -> tuple[int | None, ...]:
        """The processes, for tests that end one."""
        return tuple(worker.process.pid for worker in self._workers)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if worker.piece is None and self._waiting:
                worker.begin(self._waiting.popleft())

    def _take(self, worker: _Worker) -> tuple[Any, Any] | None:
        """Return what a worker has done, None where it has ended and its work is begun anew."""
        piece = worker.piece
        assert piece is not None
        try:
            result = worker.connection.recv()
        except (EOFError, OSError):
            return self._replace(worker, piece)
        worker.piece = None
        if isinstance(result, _Fault):
            raise OutputError(result.text) if result.is_output else RuntimeError(result.text)
        return piece.task, result

    def _replace(self, worker: _Worker, piece: _Piece) -> tuple[Any, Any] | None:
        worker.finish()
        self._workers[self._workers.index(worker)] = _Worker(self._prepare)
        if piece.attempts >= ATTEMPTS:
            return piece.task, Lost(piece.attempts)
        self._waiting.appendleft(piece)
        return None


@contextmanager
def processes(count: int, prepare: Prepare | None = None) -> Iterator[Processes]:
    """Yield a team of ``count`` processes; on the way out, work that was not begun is dropped."""
    team = Processes(count, prepare)
    try:
        yield team
    finally:
        team.close()


@contextmanager
def team_of(count: int) -> Iterator[Team]:
    """Yield a team of processes, or this one by itself where ``count`` is one."""
    if count <= 1:
        yield Inline()
        return
    with processes(count) as team:
        yield team


def _serve(connection: Connection, prepare: Prepare | None) -> None:
    """Do what comes over the line until it is closed."""
    _attend_to_parent()
    if prepare is not None:
        prepare()
    while True:
        try:
            function, task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            result = function(task)
        except OutputError as error:
            result = _Fault(str(error), is_output=True)
        except Exception:
            result = _Fault(traceback.format_exc(), is_output=False)
        try:
            connection.send(result)
        except OSError:
            return


def _attend_to_parent() -> None:
    """Leave interrupts to the process that started this one, and end when that one has ended.

    Who is interrupted lets what is begun be finished and saved. Who was killed cannot say so, and what its
    processes write afterwards would come in between what the next run writes.
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
    # An exit may be taken for an error of the work and come to nothing, so one signal may not do.
    while True:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1.0)
