"""How kernels are compiled: cached on disk, afresh when any source changes, with word to the user."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
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
_PACKAGE = Path(__file__).parent

_ready: set[str] = set()
"""Kernels that this process has compiled or loaded."""

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


@contextmanager
def telling(say: Callable[[str], None] | None) -> Iterator[None]:
    """Let every kernel that has to be compiled meanwhile say so to ``say``, which takes a sentence."""
    token = _listener.set(say)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def announced_compilation(dispatcher: Any, say: Callable[[str], None] | None = None) -> Iterator[None]:
    """Around a kernel's call: tell when this machine has to compile first, and how long it took.

    Args:
        dispatcher: The kernel, whose cache is looked at.
        say: Takes a sentence; by default whom :func:`telling` names.
    """
    name = f"{dispatcher.__module__}.{dispatcher.__name__}"
    if name in _ready:
        yield
        return
    say = say or _listener.get()
    stamp = _stamp(dispatcher)
    known = stamp.exists()
    if not known and say is not None and not _ready:
        say("compiling for this machine, once; this takes some seconds")
    start = time.perf_counter()
    with _short_compilation():
        yield
    _ready.add(name)
    if not known:
        if say is not None:
            part = dispatcher.__module__.rpartition(".")[2].replace("_", " ")
            say(f"compiled the {part} in {time.perf_counter() - start:.1f} s, kept for later runs")
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()


def _stamp(dispatcher: Any) -> Path:
    """Return the file that is there once a kernel was compiled from the present sources.

    Numba looks only at a kernel's own file; a caller in another file would keep running old code. So a
    folder's kernels are dropped when any source beside them, or beside this file, has changed.
    """
    folder = Path(dispatcher.stats.cache_path)
    digest = _sources_digest(Path(dispatcher.py_func.__code__.co_filename).parent)
    if not any(folder.glob(f"compiled-{digest}-*")):
        for pattern in ("*.nbi", "*.nbc", "compiled-*"):
            for file in folder.glob(pattern):
                file.unlink(missing_ok=True)
    return folder / f"compiled-{digest}-{dispatcher.__name__}"


@cache
def _sources_digest(folder: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for place in sorted({_PACKAGE, folder}):
        for source in sorted(place.glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _short_compilation() -> Iterator[None]:
    """Leave loops unvectorised: ours are too short to gain from it, and it costs a fifth of the time."""
    before = getattr(config, _VECTORISE)
    setattr(config, _VECTORISE, 0)
    try:
        yield
    finally:
        setattr(config, _VECTORISE, before)
