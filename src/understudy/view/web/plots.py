"""The panels of numbers: plots whose cursor is the clock's, the worst moments to jump to, and a text."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from understudy.view.web.clock import Clock
from understudy.view.web.curves import Curves, Plot

if TYPE_CHECKING:
    from viser import ViserServer

_MOST_MOMENTS = 8


class PlotsPanel:
    """What is told about a motion beside the scene; empty parts are not shown."""

    def __init__(self, server: ViserServer, clock: Clock) -> None:
        """Remember where to put things."""
        self._server, self._clock = server, clock
        self._lock = threading.RLock()
        self._groups: dict[str, Curves] = {}
        self._plot: Plot | None = None
        self._plot_folder: Any = None
        self._moment_folder: Any = None
        self._notes_folder: Any = None
        self._moments: tuple[tuple[str, float], ...] = ()
        self._next = 0
        command = server.gui.add_command("Next of the worst frames", hotkey="W")
        command.on_trigger(lambda _: self._jump_on())

    def set_curves(self, groups: Mapping[str, Curves]) -> None:
        """Offer groups of curves, the first of them shown."""
        with self._lock:
            self._remove(self._plot_folder)
            self._groups, self._plot, self._plot_folder = dict(groups), None, None
            if not self._groups:
                return
            gui = self._server.gui
            self._plot_folder = gui.add_folder("Curves", order=2)
            with self._plot_folder:
                choice = gui.add_dropdown("show", tuple(self._groups))
                choice.on_update(lambda _: self._choose(choice.value))
            self._choose(next(iter(self._groups)))

    def set_moments(self, moments: Sequence[tuple[str, float]]) -> None:
        """List moments, each with what is seen there and its time [s]."""
        with self._lock:
            self._remove(self._moment_folder)
            self._moments, self._moment_folder = tuple(moments[:_MOST_MOMENTS]), None
            self._next = 0
            if not self._moments:
                return
            gui = self._server.gui
            self._moment_folder = gui.add_folder("Worst frames", order=1)
            with self._moment_folder:
                for label, time in self._moments:
                    button = gui.add_button(f"{time:.2f} s · {label}", color="gray")
                    button.on_click(lambda _, time=time: self._jump(time))

    def set_notes(self, markdown: str) -> None:
        """Show a text, or none."""
        with self._lock:
            self._remove(self._notes_folder)
            self._notes_folder = None
            if markdown:
                self._notes_folder = self._server.gui.add_folder("Metrics", order=3)
                with self._notes_folder:
                    self._server.gui.add_markdown(markdown)

    def show(self, time: float) -> None:
        """Move the cursor to a time [s]."""
        with self._lock:
            if self._plot is not None:
                self._plot.show(time)

    def _choose(self, group: str) -> None:
        with self._lock:
            if group not in self._groups:
                return
            if self._plot is not None:
                self._plot.remove()
            with self._plot_folder:
                self._plot = Plot(self._server, group, self._groups[group])
            self._plot.show(self._clock.now.time)

    def _jump(self, time: float) -> None:
        self._clock.play(False)
        self._clock.seek(time)

    def _jump_on(self) -> None:
        with self._lock:
            if self._moments:
                self._jump(self._moments[self._next % len(self._moments)][1])
                self._next += 1

    @staticmethod
    def _remove(folder: Any) -> None:
        if folder is not None:
            folder.remove()
