"""How kernels are compiled: cached on disk, afresh when any source changes, with word to the user."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba import njit
from numba.core import config

kernel = njit(cache=True, nogil=True, error_model="numpy")
"""Decorator of kernels: cached on disk, free of Python's lock, division by zero as in NumPy.

Kernels copy arrays in loops: a slice assignment makes Numba compile its error texts too, which took
longer than the solver itself.
"""

_WITHOUT_DOORS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

inner_kernel = njit(cache=True, nogil=True, error_model="numpy", **_WITHOUT_DOORS)
"""Decorator of kernels that only kernels call: without a door to Python they compile faster."""

inlined_kernel = njit(cache=True, nogil=True, error_model="numpy", inline="always", **_WITHOUT_DOORS)
"""Decorator of kernels that become part of their only caller, which saves compiling them twice."""

_VECTORISE = "LOOP_VECTORIZE"
_state = {"ready": False}


def _sources_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _drop_stale(cache: Path) -> None:
    """Remove kernels compiled from other sources.

    Numba looks only at a kernel's own file; a caller in another file would keep running old code.
    """
    for pattern in ("*.nbi", "*.nbc", "compiled-*"):
        for file in cache.glob(pattern):
            file.unlink(missing_ok=True)


@contextmanager
def _short_compilation() -> Iterator[None]:
    """Leave loops unvectorised: ours are too short to gain from it, and it costs a fifth of the time."""
    before = getattr(config, _VECTORISE)
    setattr(config, _VECTORISE, 0)
    try:
        yield
    finally:
        setattr(config, _VECTORISE, before)


@contextmanager
def announced_compilation(dispatcher: Any, say: Callable[[str], None] | None) -> Iterator[None]:
    """Around a kernel's call: tell ``say`` when this machine has to compile first, and how long it took.

    Args:
        dispatcher: The kernel, whose cache is looked at.
        say: Takes a sentence.
    """
    if _state["ready"]:
        yield
        return
    cache = Path(dispatcher.stats.cache_path)
    stamp = cache / f"compiled-{_sources_digest()}"
    known = stamp.exists()
    if not known:
        _drop_stale(cache)
        if say is not None:
            say("compiling the solver for this machine, once; this takes some seconds")
    start = time.perf_counter()
    with _short_compilation():
        yield
    _state["ready"] = True
    if not known:
        if say is not None:
            say(f"compiled in {time.perf_counter() - start:.1f} s; later runs start at once")
        cache.mkdir(parents=True, exist_ok=True)
        stamp.touch()
