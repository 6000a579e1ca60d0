"""A control keeps what somebody enters while the session goes on behind it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from understudy.studio.panels.bound import Bound


@dataclass
class _Event:
    client_id: int | None


class _Control:
    """What of viser's handle a control needs: a value, and those who are told of it."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._told: list[Callable[[_Event], Any]] = []

    @property
    def value(self) -> Any:
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value
        self._tell(_Event(None))

    def on_update(self, tell: Callable[[_Event], Any]) -> None:
        self._told.append(tell)

    def enter(self, value: Any, meanwhile: Callable[[], None]) -> None:
        """Enter a value; something else happens before a thread is free to act on it."""
        self._value = value
        for tell in self._told:
            if inspect.iscoroutinefunction(tell):
                asyncio.run(tell(_Event(1)))
        meanwhile()
        for tell in self._told:
            if not inspect.iscoroutinefunction(tell):
                tell(_Event(1))

    def _tell(self, event: _Event) -> None:
        for tell in self._told:
            found = tell(event)
            if inspect.iscoroutine(found):
                asyncio.run(found)


def test_what_is_entered_counts_and_stays_whatever_the_session_puts_meanwhile() -> None:
    control, heard = _Control("as inferred"), []
    bound = Bound(control, heard.append)
    bound.put("as inferred")
    control.enter("30", lambda: bound.put("as inferred"))
    assert heard == ["30"] and control.value == "30"
    control.enter("25", lambda: bound.put("30"))
    assert heard == ["30", "25"]


def test_what_the_session_changes_is_shown_and_not_acted_on() -> None:
    control, heard = _Control("30"), []
    bound = Bound(control, heard.append)
    bound.put("30")
    bound.put("as inferred")
    assert control.value == "as inferred" and heard == []
