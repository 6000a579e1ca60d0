"""How much work reading takes: whether it hangs, and how many lines of Python it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

HANGING = 30.0
"""Processor time [s] after which reading a broken file of some kilobytes counts as hanging. It takes
milliseconds; what a process loads and compiles when it reads its first file stays far below this as well."""


@contextmanager
def not_hanging() -> Iterator[None]:
    """Fail where what is done inside hangs."""
    start = time.process_time()
    try:
        yield
    finally:
        assert time.process_time() - start < HANGING


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of Python some work runs, which is the same on every machine."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
