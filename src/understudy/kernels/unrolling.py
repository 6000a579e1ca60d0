"""Loops of unknown length are not written out several times over."""

from __future__ import annotations

from functools import cache

_KNOWN_LLVM = range(14, 23)
"""Versions that have the option; one that does not know it would end the process."""


@cache
def unroll_less() -> None:
    """Keep LLVM, in this process, from writing out loops of unknown length several times over.

    Our loops go over a few joints or points, so that most often the copy for what is left is run alone; and
    copies were half of the solver's code. Loops of three or six are still written out.
    """
    from llvmlite import binding

    if binding.llvm_version_info[0] in _KNOWN_LLVM:
        binding.set_option("understudy", "-unroll-runtime=false")
