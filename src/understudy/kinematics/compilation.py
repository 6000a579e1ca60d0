"""Word to the user when a first run compiles, which takes seconds, and how long it took."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numba
from numba import njit

from understudy import __version__

kernel = njit(cache=True, nogil=True, error_model="numpy")
"""Decorator of kernels: cached on disk, free of Python's lock, division by zero as in NumPy.

Kernels copy arrays in loops: a slice assignment makes Numba compile its error texts too, which took
longer than the solver itself.
"""

inner_kernel = njit(
    cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
)
"""Decorator of kernels that only kernels call: without a door to Python they compile faster."""

_state = {"ready": False}


def _stamp() -> Path:
    """Return the file that marks this version's kernels as compiled, kept beside Numba's own cache."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(f"{__version__} {numba.__version__}".encode())
    for source in sorted(folder.glob("*.py")):
        digest.update(source.read_bytes())
    return folder / "__pycache__" / f"compiled-{digest.hexdigest()[:16]}"


@contextmanager
def announced_compilation(say: Callable[[str], None] | None) -> Iterator[None]:
    """Around a call of the kernels: tell ``say`` when this machine compiles them for the first time."""
    if _state["ready"]:
        yield
        return
    stamp = _stamp()
    known = stamp.exists()
    if not known and say is not None:
        say("compiling the solver for this machine, once; this takes some seconds")
    start = time.perf_counter()
    yield
    _state["ready"] = True
    if known:
        return
    if say is not None:
        say(f"compiled in {time.perf_counter() - start:.1f} s; later runs start at once")
    try:
        stamp.parent.mkdir(exist_ok=True)
        stamp.touch()
    except OSError:
        # A read-only installation: Numba then caches elsewhere, and only this notice repeats itself.
        return
