"""The panel of time: play, step, scrub, speed, loop, keys, and the address of the moment."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import TYPE_CHECKING, Any

from understudy.view.web.clock import SPEEDS, Clock, ClockState
from understudy.view.web.entered import on_entered

if TYPE_CHECKING:
    from viser import ViserServer

PLAY = "▶ play"
"""The button that lets time run or stand."""

_BUTTONS: dict[str, Callable[[Clock], None]] = {
    "start": lambda clock: clock.seek(0.0),
    "◀ 1": lambda clock: clock.step(-1),
    PLAY: lambda clock: clock.toggle(),
    "1 ▶": lambda clock: clock.step(1),
    "end": lambda clock: clock.seek(clock.duration),
}

_KEYS: tuple[tuple[str, str, str | None, Callable[[Clock], None]], ...] = (
    ("Play or pause", "space", None, lambda clock: clock.toggle()),
    ("One frame on", "arrowright", None, lambda clock: clock.step(1)),
    ("One frame back", "arrowleft", None, lambda clock: clock.step(-1)),
    ("One second on", "arrowright", "shift", lambda clock: clock.seek(clock.now.time + 1.0)),
    ("One second back", "arrowleft", "shift", lambda clock: clock.seek(clock.now.time - 1.0)),
    ("To the start", "home", None, lambda clock: clock.seek(0.0)),
    ("To the end", "end", None, lambda clock: clock.seek(clock.duration)),
    ("Faster", "arrowup", None, lambda clock: clock.faster(1)),
    ("Slower", "arrowdown", None, lambda clock: clock.faster(-1)),
    ("Repeat or not", "L", None, lambda clock: clock.repeat(not clock.now.loop)),
)
"""What each key does, and with which other key held."""


_MARGIN, _WIDTH = 14, 430
"""Distance of the panel from the window's edges, and its width [pixels]."""

_OTHER_KEYS = (
    ("Next of the worst frames", "W"),
    ("Overlay or side by side", "O"),
    ("Follow or stay", "F"),
)
"""Keys of other panels."""


def _keys_table() -> str:
    """Return what each key does."""
    named = [(label, f"{held} {key}" if held else key) for label, key, held, _ in _KEYS]
    rows = (f"`{key.replace('arrow', '')}` {label.lower()}" for label, key in (*named, *_OTHER_KEYS))
    return " · ".join(rows)


class Timeline:
    """Controls of a clock; all tabs show the same."""

    def __init__(self, server: ViserServer, clock: Clock, address_at: Callable[[float], str]) -> None:
        """Add a panel with the controls, and the keys.

        Args:
            server: viser's.
            clock: The time.
            address_at: Returns the address that opens the page at a time [s].
        """
        self._clock, self._address_at, gui = clock, address_at, server.gui
        panel: Any = gui.add_panel(order=-10.0)
        self._panel = panel
        with panel.add_tab("Time"):
            self._slider = gui.add_slider("time [s]", min=0.0, max=1.0, step=0.001, initial_value=0.0)
            self._buttons = gui.add_button_group("", tuple(_BUTTONS))
        with panel.add_tab("Speed and link"):
            speeds = tuple(f"{speed:g}×" for speed in SPEEDS)
            self._speed = gui.add_dropdown("speed", speeds, initial_value="1×")
            self._loop = gui.add_checkbox("repeat", initial_value=True)
            self._address = gui.add_text(
                "this moment",
                initial_value=address_at(0.0),
                hint="Copy this address to show somebody this very moment.",
            )
        with panel.add_tab("Keys"):
            gui.add_markdown(_keys_table())
        panel.float(x=_MARGIN, y=-_MARGIN, width=_WIDTH)
        on_entered(self._slider, clock.seek)
        on_entered(self._speed, lambda speed: clock.run_at(float(speed[:-1])))
        on_entered(self._loop, clock.repeat)
        self._buttons.on_click(lambda _: _BUTTONS[self._buttons.value](clock))
        keys: Any = gui
        for label, key, held, act in _KEYS:
            keys.add_command(label, hotkey=key, modifier=held).on_trigger(lambda _, act=act: act(clock))
        clock.on_change(self._show_state)
        # On a phone panels begin closed, but time is what one comes for.
        panel.expand()
        self.resize()

    def set_visible(self, visible: bool) -> None:
        """Show the panel or not: what is live has no time to move."""
        self._panel.visible = visible

    def resize(self) -> None:
        """Take the length and rate of the clock."""
        self._slider.max = max(floor(1e3 * self._clock.duration) / 1e3, 1e-3)
        self._slider.step = max(min(1.0 / self._clock.fps, self._slider.max), 1e-3)
        self.show(self._clock.now.time)

    def show(self, time: float) -> None:
        """Move the handle to a time [s]."""
        self._slider.value = round(min(time, self._slider.max), 3)

    def _show_state(self, state: ClockState) -> None:
        self.show(state.time)
        self._speed.value = f"{state.speed:g}×"
        self._loop.value = state.loop
        if not state.playing:
            self._address.value = self._address_at(state.time)
