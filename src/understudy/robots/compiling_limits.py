"""How much of a machine a stranger's model may take while it is compiled."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.errors import RobotError
from understudy.plain_text import plain_number, quoted, trimmed

MEMORY_VARIABLE, SECONDS_VARIABLE = "UNDERSTUDY_MODEL_MEMORY", "UNDERSTUDY_MODEL_SECONDS"
MEMORY, SECONDS = 1024.0, 10.0
"""Memory [MiB] and time of the processor [s]; the finest meshes of known robots take 500 and 1.6."""

BYTES_FOR_AS_MUCH_AGAIN = 256 << 20
"""Meshes and pictures that lie on disk may take more, as much again for every so many bytes: memory by the
largest file, since they are read one after the other, and time by all of them."""

MOST_GROWTH = 9.0
"""How many times the limits may be at most, however large the files are."""

_PATIENCE = 4.0
"""On a machine that does other things as well, so many times as much passes on the clock."""


@dataclass(frozen=True)
class CompilingLimits:
    """Limits of one compilation.

    Attributes:
        memory: [MiB] beyond what Python and MuJoCo take by themselves.
        seconds: Time of the processor [s].
    """

    memory: float = MEMORY
    seconds: float = SECONDS

    @classmethod
    def stated(cls) -> CompilingLimits:
        """Return the limits that the environment states, the usual ones where it states none.

        Raises:
            RobotError: For a value that is no number over 0.
        """
        return cls(_stated(MEMORY_VARIABLE, MEMORY), _stated(SECONDS_VARIABLE, SECONDS))

    def grown(self, sizes: Sequence[int]) -> CompilingLimits:
        """Return what a model may take whose meshes and pictures have these sizes [bytes]."""
        times = [1.0 + size / BYTES_FOR_AS_MUCH_AGAIN for size in (max(sizes, default=0), sum(sizes))]
        memory, seconds = (min(each, MOST_GROWTH) for each in times)
        return CompilingLimits(memory * self.memory, seconds * self.seconds)

    @property
    def patience(self) -> float:
        """Time on the clock [s] after which it is not waited for any more."""
        return _PATIENCE * MOST_GROWTH * self.seconds


def _stated(variable: str, default: float) -> float:
    text = os.environ.get(variable)
    if text is None:
        return default
    number = plain_number(trimmed(text), 1e6)
    if number is None or number <= 0.0:
        raise RobotError(f"{variable} is {quoted(text)}, expected a number over 0")
    return number
