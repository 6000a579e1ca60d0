"""Functions of compiled libraries for kernels to call: a walk through many frames is one call from Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

POINTER, INTEGER = "intp", "intc"
"""Numba's names of the arguments: an address, and C's int."""


class LibraryFunction:
    """A function of a compiled library that returns nothing; kernels call it with addresses."""

    def __init__(self, name: str, for_python: str, *arguments: str) -> None:
        """Name the function, what Python calls instead of it, and the kinds of its arguments."""
        self.name = name
        self._for_python = for_python
        self._arguments = arguments

    def __call__(self, *arguments: int) -> None:
        """Refuse: Python has bindings."""
        raise TypeError(f"{self.name} is called by kernels only, Python calls {self._for_python}")

    @property
    def _numba_type_(self) -> Any:
        """What it is to a kernel that calls it."""
        from numba import types

        kinds = (getattr(types, kind) for kind in self._arguments)
        return types.ExternalFunction(self.name, types.void(*kinds))


def make_known(places: Iterable[tuple[LibraryFunction, int | None]]) -> None:
    """Tell the linker at which addresses functions are, before a kernel that calls them is loaded."""
    from llvmlite.binding import add_symbol

    for function, address in places:
        assert address is not None
        add_symbol(function.name, address)
