"""Whoever does pieces of work, on one machine or on many; results come as they are ready."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

ATTEMPTS = 3
"""How often a piece of work is begun whose process ends under it."""


@dataclass(frozen=True)
class Lost:
    """What comes back for work whose process ended under it each time, as one without memory does."""

    attempts: int = ATTEMPTS

    @property
    def sentence(self) -> str:
        """What to tell the user."""
        return (
            f"the process that worked on it was ended {self.attempts} times, perhaps for want of memory or "
            "by a fault of a library; run again to try once more, with fewer --jobs for less memory"
        )


class Team(Protocol):
    """Whoever does pieces of work."""

    @property
    def count(self) -> int:
        """How many pieces are worked on at once."""
        ...

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        """Hand in a piece of work; function, task and result travel between processes by pickle."""
        ...

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Yield pairs of task and result, or :class:`Lost`, until none is left; more may be handed in."""
        ...


class Inline:
    """A team of one that works here, in order."""

    count = 1

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._waiting: deque[tuple[Callable[[Any], Any], Any]] = deque()

    def submit(self, function: Callable[[Any], Any], task: Any) -> None:
        """Hand in a piece of work."""
        self._waiting.append((function, task))

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Do the work and yield pairs of task and result."""
        while self._waiting:
            function, task = self._waiting.popleft()
            yield task, function(task)


def work_through(
    team: Team, function: Callable[[Any], Any], tasks: Iterable[Any]
) -> Iterator[tuple[Any, Any]]:
    """Yield task and result of each of many tasks, however many there are.

    Tasks are taken from their iterator only as fast as they are done, two for each of the team at a time, so
    that neither a long list of them nor its results pile up in memory.
    """
    waiting = iter(tasks)
    for _ in range(2 * team.count):
        for task in waiting:
            team.submit(function, task)
            break
    for done in team.results():
        yield done
        for task in waiting:
            team.submit(function, task)
            break
