"""A control bound to a value of the session: neither what is entered nor what changes is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from understudy.view.web.entered import on_entered

_NOTHING: Any = object()


class Bound:
    """A control of viser's that is bound to one value of the session.

    The session changes in other threads, many times while somebody types: what it holds is put into the
    control only where that became another value, and what is acted on is what was entered, whatever the
    control shows by then.
    """

    def __init__(self, control: Any, act: Callable[[Any], None]) -> None:
        """Listen to a control.

        Args:
            control: viser's handle of an input.
            act: Given what somebody entered; what the session puts there itself is not told.
        """
        self.control = control
        self._put: Any = _NOTHING
        on_entered(control, act)

    def put(self, value: Any) -> None:
        """Show a value of the session, unless it is the one that was put here last."""
        if self._put is _NOTHING or value != self._put:
            self._put = value
            self.control.value = value
