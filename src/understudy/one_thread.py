"""Linear algebra in one thread, unless the user says else.

Our matrices are small: a second thread is waited for rather than of use, takes processors from other work,
and rounds differently, so that a clip alone and the same clip in a batch would differ in their last digits.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Read once by libraries of linear algebra, when they are loaded."""


def use_one_thread() -> None:
    """Let this process, and those that it starts, use one thread: to be called before NumPy is loaded."""
    for name in _VARIABLES:
        os.environ.setdefault(name, "1")


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let processes that are started meanwhile use one thread each."""
    added = [name for name in _VARIABLES if name not in os.environ]
    use_one_thread()
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]
