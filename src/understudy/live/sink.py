"""What every sink is: something that takes commands; none can hold up the engine."""

from __future__ import annotations

import threading
from collections import deque
from typing import Protocol

from understudy.live.engine import Command
from understudy.robots.robot import Robot

WAITING = 1200
"""Commands that wait at most for a sink that takes all of them."""

_PATIENCE = 2.0
"""Time [s] that a sink has at the end for each command that waits for it."""


class Sink(Protocol):
    """Takes commands of one robot.

    Attributes:
        name: What people call it.
        takes_all: Whether it has to get every command, as a file has; else only the newest one counts.

    One that sends without ever waiting, as a packet is sent, may say so by ``is_direct = True``: it is then
    sent to by the thread that solves, and saved the way through another one.
    """

    name: str
    takes_all: bool

    def prepare(self, robot: Robot) -> None:
        """Make everything ready that can fail, before anybody moves.

        Raises:
            OutputError: Where that is not possible.
        """
        ...

    def begin(self, fps: float) -> None:
        """Begin to take commands, so many a second [1/s]."""
        ...

    def send(self, command: Command) -> None:
        """Take a command; may take its time."""
        ...

    def close(self) -> dict[str, object]:
        """End; return what became of it, for the summary."""
        ...


class SinkThread:
    """Hands commands to a sink in a thread of its own; commands that it is too slow for are left out.

    A sink that is direct gets them on the spot instead.

    Args:
        sink: The sink.
    """

    def __init__(self, sink: Sink) -> None:
        """Wait to be opened."""
        self.sink, self.left_out, self.sent = sink, 0, 0
        self.trouble = ""
        self.is_direct = bool(getattr(sink, "is_direct", False))
        self._waiting: deque[Command] = deque()
        self._most = WAITING if sink.takes_all else 1
        self._come = threading.Condition()
        self._is_ending = False
        self._thread: threading.Thread | None = None

    def begin(self, fps: float) -> None:
        """Begin to hand on commands, so many a second [1/s]."""
        self.sink.begin(fps)
        if self.is_direct:
            return
        self._thread = threading.Thread(target=self._work, daemon=True, name=f"sink {self.sink.name}")
        self._thread.start()

    def put(self, command: Command) -> None:
        """Hand on a command without waiting."""
        if self.is_direct:
            self._send(command)
            return
        with self._come:
            if len(self._waiting) >= self._most:
                self._waiting.popleft()
                self.left_out += 1
            self._waiting.append(command)
            self._come.notify()

    def _work(self) -> None:
        while True:
            with self._come:
                while not self._waiting and not self._is_ending:
                    self._come.wait()
                if not self._waiting:
                    return
                command = self._waiting.popleft()
            self._send(command)

    def _send(self, command: Command) -> None:
        try:
            self.sink.send(command)
            self.sent += 1
        except BlockingIOError:
            self.left_out += 1
        except OSError as error:
            # A robot that cannot be reached any more stops nobody else.
            self.trouble = str(error)

    def close(self) -> dict[str, object]:
        """Let the sink take what waits, end it, and return what became of it."""
        with self._come:
            self._is_ending = True
            self._come.notify()
        if self._thread is not None:
            self._wait_for(self._thread)
        about = self.sink.close()
        told: dict[str, object] = {"sent": self.sent, "left_out": self.left_out, **about}
        return told | ({"trouble": self.trouble} if self.trouble else {})

    def _wait_for(self, thread: threading.Thread) -> None:
        """Wait for the thread as long as it gets on: a file is whole however busy the machine is."""
        left = len(self._waiting) + 1
        while thread.is_alive() and len(self._waiting) < left:
            left = len(self._waiting)
            thread.join(timeout=_PATIENCE)
