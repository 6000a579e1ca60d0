"""The panel of a live scene: what comes is shown at once, or its last seconds are looked at again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from understudy.view.web.past import SECONDS

if TYPE_CHECKING:
    from viser import ViserServer

BACK = f"pause and look back {SECONDS:g} s"
LIVE = "back to live"
"""What the button says that leads from one to the other."""

_TOLD = {
    False: "**Live**: figures move as data come in.",
    True: f"**Paused**: the last {SECONDS:g} s, under *Time*. New data are not shown until you go back.",
}


class LookBackPanel:
    """A button between the present and the last seconds, and its key."""

    def __init__(self, server: ViserServer, act: Callable[[bool], bool]) -> None:
        """Add the button.

        Args:
            server: viser's.
            act: Told whether to look back, and returns whether one does.
        """
        gui = server.gui
        self._act, self._is_back = act, False
        self._folder = gui.add_folder("Live", order=-1)
        with self._folder:
            self._told = gui.add_markdown(_TOLD[False])
            self._button: Any = gui.add_button(BACK, color="gray")
        self._button.on_click(lambda _: self.go(not self._is_back))
        self._key: Any = gui.add_command("Look back or live", hotkey="B")
        self._key.on_trigger(lambda _: self.go(not self._is_back))

    def go(self, back: bool) -> None:
        """Look back, or show what comes."""
        self._is_back = self._act(back)
        self._told.content = _TOLD[self._is_back]
        self._button.label = LIVE if self._is_back else BACK

    def remove(self) -> None:
        """Take button and key away."""
        self._key.remove()
        self._folder.remove()
