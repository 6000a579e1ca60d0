"""What the studio is doing, and what went wrong last: seen whichever panel is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from understudy.studio.panels.capture_panel import escaped
from understudy.studio.session import Session, State

if TYPE_CHECKING:
    from viser import ViserServer

_ORDER = -4
"""Above all other panels."""


class StatusPanel:
    """A line of text over the panels, there while there is something to say."""

    def __init__(self, server: ViserServer, session: Session) -> None:
        """Listen to a session."""
        self._text: Any = server.gui.add_markdown("", order=_ORDER, visible=False)
        session.on_change(self.show)

    def show(self, state: State) -> None:
        """Say what is so."""
        told = []
        if state.problem:
            told.append(f"**Problem:** {escaped(state.problem)}")
        if state.busy:
            told.append(f"*{escaped(state.busy)} …*")
        self._text.content = "\n\n".join(told)
        self._text.visible = bool(told)
