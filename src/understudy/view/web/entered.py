"""What somebody enters into a control, told as it was entered, whatever the control shows by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def on_entered(control: Any, act: Callable[[Any], None]) -> None:
    """Act on what somebody enters into a control, and not on what this program puts there itself.

    Actions run in threads of viser's. Until one is free, other threads may have put something else into the
    control (a clock moves its own handle many times a second), so that what was entered is kept where it
    arrives.

    Args:
        control: viser's handle of an input.
        act: Given what was entered last.
    """
    entered = [control.value]

    async def remember(event: Any) -> None:
        # Awaited where the value arrives, before any thread acts.
        if event.client_id is not None:
            entered[0] = control.value

    control.on_update(remember)
    control.on_update(lambda event: None if event.client_id is None else act(entered[0]))
