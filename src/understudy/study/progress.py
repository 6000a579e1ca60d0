"""What a study reports while it runs, and what it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

Say = Callable[[str], None]
Progress = Callable[[int, int], None]
"""Takes frames done and frames in all, each counted once a robot."""


@dataclass(frozen=True)
class Usage:
    """What a run took.

    Attributes:
        seconds: Wall time [s].
        cpu_seconds: Processor time of all processes [s]; None where the system does not tell.
        peak_bytes: Most memory of all processes together, at most; None where the system does not tell.
    """

    seconds: float
    cpu_seconds: float | None
    peak_bytes: int | None


class Meter:
    """Measures from its making on."""

    def __init__(self, processes: int) -> None:
        """Start; ``processes`` work beside this one, none where it works alone."""
        self._processes = processes if processes > 1 else 0
        self._start = time.perf_counter()
        self._cpu_start = _cpu_seconds()

    def usage(self) -> Usage:
        """Return what was used so far by this process and by those that have ended."""
        cpu = _cpu_seconds()
        spent = None if cpu is None or self._cpu_start is None else cpu - self._cpu_start
        return Usage(time.perf_counter() - self._start, spent, _peak_bytes(self._processes))


def _cpu_seconds() -> float | None:
    try:
        import resource
    except ImportError:
        return None
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in both)


def _peak_bytes(children: int) -> int | None:
    """Return this process's peak and, for each child, that of the largest one."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    own, child = (
        resource.getrusage(who).ru_maxrss * unit for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own + children * child
