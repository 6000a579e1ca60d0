"""Compiled kernels kept on disk, one file for each kernel and each kind of arguments.

Written by hand because Numba's own cache looks only at the file that a kernel stands in, so that a caller in
another file would keep running old code; ends in a traceback where its files were cut short or cannot be
written; and loads all of the compiler, a third of a second of it, before it looks for what is compiled.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from understudy.cache import load, save
from understudy.kernels.linked_code import connect, rebuilt
from understudy.kernels.sources import sources_digest

KIND = "kernels"
_MOST_BYTES = 256 << 20
"""All kernels together take a few megabytes; the rest is for those of earlier versions."""


class KernelCache:
    """Loads and saves one kernel's machine code; has the methods that Numba calls on a cache."""

    def __init__(self, function: Callable[..., Any], missing: Callable[[], None]) -> None:
        """Make a cache.

        Args:
            function: What the kernel was made from.
            missing: Called when the kernel is about to be compiled.
        """
        self._function = function
        self._missing = missing
        # What was typed in has no file that would tell when it changes, and what a function made from its
        # arguments is not told by its file.
        file = Path(function.__code__.co_filename)
        self._folder = file.parent if file.is_file() and function.__closure__ is None else None
        self.is_kept = self._folder is not None
        """Whether what was compiled is there for later runs."""

    @property
    def cache_path(self) -> str:
        """Which entries of the cache these are."""
        return KIND

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel compiled for a signature, None where it has to be compiled."""
        name = self._name(sig, target_context.codegen())
        content = None if name is None else load(KIND, name)
        if content is not None:
            # Compiled code asks for memory; all else that Numba would load here is for compiling.
            rtsys.initialize(target_context)
            try:
                return rebuilt(target_context, pickle.loads(content))
            except Exception:
                # Its checksum holds, so something around it is not what it was made with. Whatever that
                # is, compiling anew puts it right.
                pass
        self._missing()
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled kernel, if it can be kept."""
        connect(cres)
        self.is_kept = False
        name = self._name(sig, cres.codegen)
        # Addresses in this process's memory mean nothing to another.
        if name is not None and not cres.library.has_dynamic_globals and not cres.lifted:
            # What its variables are would be written out line by line, for people; nobody reads it here.
            kept = cres._replace(type_annotation="")
            self.is_kept = save(KIND, name, dumps(kept._reduce()), _MOST_BYTES)

    def enable(self) -> None:
        """Do nothing: this cache is always on."""

    def disable(self) -> None:
        """Do nothing: this cache is always on."""

    def flush(self) -> None:
        """Do nothing: entries of changed sources are not found any more, and dropped in time."""

    def _name(self, sig: Any, codegen: Any) -> str | None:
        """Return the name of an entry, which says everything that its machine code depends on."""
        if self._folder is None:
            return None
        facts = (str(sig), codegen.magic_tuple(), sources_digest(self._folder), *_versions())
        digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
        return f"{self._function.__module__}.{self._function.__qualname__}-{digest}"


@cache
def _versions() -> tuple[str, ...]:
    """Return the versions of everything that has a say in machine code or in how it is kept."""
    made_by = (numba.__version__, llvmlite.__version__, np.__version__)
    return (*made_by, sys.version, sys.implementation.cache_tag or "", platform.platform())
