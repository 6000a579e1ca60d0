"""How kernels are compiled: when first called, kept on disk for later runs, with word to the user."""

from __future__ import annotations

import functools
import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from understudy.cache import where_to_keep
from understudy.errors import UnderstudyError

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Kernels are free of Python's lock and divide by zero as NumPy does."""

_FUSED: dict[str, Any] = {"fastmath": {"contract"}}
"""The solver's kernels multiply and add in one instruction where the processor has it, which saves a tenth of
the time and rounds once instead of twice. Others round as NumPy does, or, if they are small and say nothing
of it, as those that call them: some stand beside the same in NumPy."""

_EXACT: dict[str, Any] = {"fastmath": False}

_WITHOUT_DOORS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_LEAN: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True, "forceinline": True}
"""Kernels that work in buffers given to them need not count who holds which array, a quarter of the code.
They become part of their callers' machine code: dozens of arrays as arguments cost more than the call."""

_QUICK = {"LOOP_VECTORIZE": 0, "OPT": 1}
"""Numba's settings while kernels are compiled. Our loops are too short to gain from vectors, and what LLVM
does beyond its first level costs a sixth of the time and gains nothing that could be measured."""

_VECTORS = {"LOOP_VECTORIZE": 1, "OPT": 3}
"""Those of kernels that work on blocks of dozens of rows and columns: vectors make them thrice as fast."""

_GARBAGE_THRESHOLD = 100_000
"""New objects after which Python looks for garbage meanwhile; compiling makes millions, and most of them stay
for as long as it takes."""

_SHORT = 3000
"""Frames that a process works on before kernels are loaded which it could do without."""

_NUMBA_SETTINGS = ".numba_config.yaml"
"""A file of the current folder that Numba reads when it is imported, and whenever it compiles."""

_worked_on = 0
"""Frames of all clips that this process has worked on."""

_creating = threading.Lock()
_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_running: ContextVar[_FirstCall | None] = ContextVar("running", default=None)


class Kernel:
    """A function that Numba compiles, or loads, when it is first called; kernels may call it as well.

    Numba itself takes a third of a second to import, which who calls no kernel need not wait for.
    """

    def __init__(
        self, function: Callable[..., Any], options: dict[str, Any], settings: dict[str, int] = _QUICK
    ) -> None:
        """Remember what to compile and how."""
        functools.update_wrapper(self, function)
        self.py_func = function
        self.settings = settings
        self._options = options
        self._is_inner = "no_cpython_wrapper" in options
        self._dispatcher: Any = None
        self._is_ready = False
        self._frames = 0

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        if self._is_ready:
            return self._dispatcher(*arguments)
        if self._is_inner:
            raise TypeError(f"{self.py_func.__name__} has no door to Python, only kernels call it")
        with announced_compilation(self):
            return self.dispatcher(*arguments)

    def is_worth_it(self, frames: int) -> bool:
        """Tell whether to run it on so many frames, rather than do the very same in NumPy.

        Who works on one short clip need not wait for it to be compiled or loaded. What a process has asked
        for before counts as well, since it works on many, and so do frames of all clips that it worked on.
        """
        self._frames += frames
        return self._is_ready or max(self._frames, _worked_on) > _SHORT

    @property
    def dispatcher(self) -> Any:
        """What Numba makes of the function, compiled for each kind of arguments that it was called with."""
        with _creating:
            if self._dispatcher is None:
                _require_no_settings_here()
                from numba import njit

                from understudy.kernels.kernel_cache import KernelCache
                from understudy.kernels.linked_code import LinkedCompiler, is_possible

                is_linked = self._is_inner and is_possible()
                way: dict[str, Any] = {"pipeline_class": LinkedCompiler} if is_linked else {}
                dispatcher: Any = njit(**self._options, **way)(self.py_func)
                dispatcher._cache = KernelCache(self.py_func, _tell_that_it_compiles)
                _take_constants_as_values(dispatcher)
                self._dispatcher = dispatcher
        return self._dispatcher

    def compile(self, types: tuple[Any, ...]) -> None:
        """Compile for arguments of these Numba types, or load it, without running it."""
        with _compilation(self.settings):
            self.dispatcher.compile(types)

    @property
    def _numba_type_(self) -> Any:
        """What a kernel is to a kernel that calls it."""
        return self.dispatcher._numba_type_

    @property
    def targetoptions(self) -> dict[str, Any]:
        """The options, which Numba looks at to see whether it becomes part of its caller."""
        return self._options

    @property
    def stats(self) -> Any:
        """How often it was found in the cache, and how often it was not."""
        return self.dispatcher.stats


def count_worked_on(frames: int) -> None:
    """Count the frames of a clip, once: who works on many clips waits for kernels that others do without."""
    global _worked_on
    _worked_on += frames


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel that Python and other kernels call.

    Kernels copy arrays in loops: a slice assignment makes Numba compile its error texts too, which took
    longer than the solver itself.
    """
    return Kernel(function, _OPTIONS)


def inner_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel that only kernels call: without a door to Python it compiles faster."""
    return Kernel(function, _OPTIONS | _WITHOUT_DOORS)


def lean_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel that makes no arrays of its own; it compiles in three quarters of the time."""
    return Kernel(function, _OPTIONS | _LEAN)


def lean_inner_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel that only kernels call and that makes no arrays of its own."""
    return Kernel(function, _OPTIONS | _WITHOUT_DOORS | _LEAN)


def fused_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a lean kernel that multiplies and adds in one instruction."""
    return Kernel(function, _OPTIONS | _LEAN | _FUSED)


def fused_vector_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a fused kernel whose loops work on vectors; it takes longer to compile."""
    return Kernel(function, _OPTIONS | _LEAN | _FUSED, _VECTORS)


def fused_inner_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a lean kernel that only kernels call, and that multiplies and adds in one step."""
    return Kernel(function, _OPTIONS | _WITHOUT_DOORS | _LEAN | _FUSED)


def fused_making_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel that makes arrays and that multiplies and adds in one instruction."""
    return Kernel(function, _OPTIONS | _FUSED)


def exact_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a lean kernel that rounds as NumPy does."""
    return Kernel(function, _OPTIONS | _LEAN | _EXACT)


def exact_inner_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a lean kernel that only kernels call and that rounds as NumPy does."""
    return Kernel(function, _OPTIONS | _WITHOUT_DOORS | _LEAN | _EXACT)


@dataclass
class _FirstCall:
    """The first call of a kernel in this process, and whether it had to be compiled for it."""

    say: Callable[[str], None] | None
    is_compiling: bool = False


_has_compiled = False
"""Whether this process has compiled any kernel before, so that the user knows what is going on."""


@contextmanager
def telling(say: Callable[[str], None] | None) -> Iterator[None]:
    """Let every kernel that has to be compiled meanwhile say so to ``say``, which takes a sentence."""
    token = _listener.set(say)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def announced_compilation(called: Kernel, say: Callable[[str], None] | None = None) -> Iterator[None]:
    """Around a kernel's first call: tell when this machine has to compile first, and how long it took.

    A kernel that is called does this by itself; put it around the call to name who is told.

    Args:
        called: The kernel.
        say: Takes a sentence; by default whom :func:`telling` names.
    """
    if called._is_ready or _running.get() is not None:
        yield
        return
    call = _FirstCall(say or _listener.get())
    token = _running.set(call)
    start = time.perf_counter()
    try:
        with _compilation(called.settings):
            yield
    finally:
        _running.reset(token)
    called._is_ready = True
    if call.is_compiling and call.say is not None:
        part = called.__module__.rpartition(".")[2].replace("_", " ")
        cache = called.dispatcher._cache
        kept = ", kept for later runs" if cache.is_kept else where_to_keep(cache.cache_path)
        call.say(f"compiled the {part} in {time.perf_counter() - start:.1f} s{kept}")


def _tell_that_it_compiles() -> None:
    """Tell, at the first kernel that was not found in the cache, that the user has to wait."""
    global _has_compiled
    call = _running.get()
    if call is None or call.is_compiling:
        return
    call.is_compiling = True
    if not _has_compiled and call.say is not None:
        call.say("compiling for this machine, once; this takes some seconds")
    _has_compiled = True


def _require_no_settings_here() -> None:
    """Refuse to compile where a stranger's file would say how: Numba obeys one in the current folder."""
    if os.path.lexists(_NUMBA_SETTINGS):
        raise UnderstudyError(
            f"{os.path.abspath(_NUMBA_SETTINGS)}: Numba, which compiles the solver, would obey this file, "
            f"which may be a stranger's: start Understudy in another folder, or remove the file"
        )


def _take_constants_as_values(dispatcher: Any) -> None:
    """Let calls with a constant share the kernel; Numba makes another for each ``True`` and ``False``."""
    from numba.core.types import unliteral

    template_of = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        values = tuple(unliteral(argument) for argument in args)
        return template_of(values, {name: unliteral(argument) for name, argument in kws.items()})

    dispatcher.get_call_template = get_call_template


@contextmanager
def _compilation(settings: dict[str, int]) -> Iterator[None]:
    """Compile with these settings of Numba's."""
    _require_no_settings_here()
    from numba.core import config

    from understudy.kernels.unrolling import unroll_less

    before = {name: getattr(config, name) for name in settings}
    thresholds = gc.get_threshold()
    for name, value in settings.items():
        # Optimisation levels are integers of a kind of their own.
        setattr(config, name, type(before[name])(value))
    gc.set_threshold(_GARBAGE_THRESHOLD, *thresholds[1:])
    unroll_less()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        for name, value in before.items():
            setattr(config, name, value)
