"""What Numba and LLVM leave out while our kernels are compiled, which changes no result by a bit.

All of this is inside of them and not promised by their documentation, so that each is left out where a
version is built otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from understudy.kernels.call_types import remembered_call_types

_KNOWN_LLVM = range(14, 23)
"""Versions that have the option; one that does not know it would end the process."""


@contextmanager
def shortcuts() -> Iterator[None]:
    """Compile without what only those need who work on Numba itself, and without asking anything twice."""
    from numba.core import errors

    unroll_less()
    with _replaced(errors, "_termcolor_inst", PlainTexts()), remembered_call_types():
        yield


@cache
def unroll_less() -> None:
    """Keep LLVM, in this process, from writing out loops of unknown length several times over.

    Our loops go over a few joints or points, so that most often the copy for what is left is run alone; and
    copies were half of the solver's code. Loops of three or six are still written out.
    """
    from llvmlite import binding

    if binding.llvm_version_info[0] in _KNOWN_LLVM:
        binding.set_option("understudy", "-unroll-runtime=false")


class PlainTexts:
    """Texts of errors without colours: thousands are written for every kernel, and nobody reads them."""

    def code(self, text: str) -> str:
        """Return a text as it is."""
        return text

    errmsg = filename = indicate = highlight = reset = code


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Give an attribute another value meanwhile, if there is one of this name."""
    if not hasattr(owner, name):
        yield
        return
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)
