"""What calls inside kernels return, remembered while many kernels are compiled.

What ``a[i]`` or ``x * y`` is, Numba asks dozens of candidates each time, most of which answer with an error
that is written out and coloured. Kernels do the same few hundred things to the same few types thousands of
times, and the answer depends on nothing else but the options; asking anew took a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

_Answers = dict[tuple[Any, ...], tuple[Any, Any]]

_asked: dict[int, tuple[Any, dict[tuple[int, int], _Answers]]] = {}
"""Of a function type, by its identity: itself, so that it stays, and its answers by context and options."""


@contextmanager
def remembered_call_types() -> Iterator[None]:
    """Let Numba look up what it has found before of functions of its own, for the same types and options."""
    from numba.core.types.functions import BaseFunction

    ask = BaseFunction.get_call_type
    if getattr(ask, "is_remembering", False):
        yield
        return
    BaseFunction.get_call_type = _remembering(ask)
    try:
        yield
    finally:
        BaseFunction.get_call_type = ask


def _remembering(ask: Any) -> Any:
    """Return a method that asks as Numba does, but each question once."""
    options = _Options()

    def get_call_type(self: Any, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        answers = _asked.setdefault(id(self), (self, {}))[1].setdefault((id(context), options.number()), {})
        question = (*args, *kws.items()) if kws else args
        known = answers.get(question)
        if known is None:
            signature = ask(self, context, args, kws)
            answers[question] = signature, self._impl_keys[signature.args]
            return signature
        # Numba remembers the last implementation alone, which may have been made under other options.
        signature, self._impl_keys[signature.args] = known
        return signature

    get_call_type.is_remembering = True  # pyright: ignore[reportFunctionMemberAccess]
    return get_call_type


class _Options:
    """Numbers the sets of options that kernels are compiled under."""

    _all: ClassVar[list[Any]] = []

    def __init__(self) -> None:
        self._last: Any = None
        self._number = -1

    def number(self) -> int:
        """Return the number of the present set, -1 for none."""
        from numba.core.targetconfig import ConfigStack

        present = ConfigStack.top_or_none()
        # Comparing them takes longer than an answer, and most questions in a row come from one kernel.
        if present is not self._last:
            self._last, self._number = present, self._find(present)
        return self._number

    def _find(self, present: Any) -> int:
        if present is None:
            return -1
        if present not in self._all:
            self._all.append(present.copy())
        return self._all.index(present)
