"""The panel of what is seen: where figures stand, who is shown, and what beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from understudy.view.web.actor import LAYERS
from understudy.view.web.lanes import LAYOUTS

if TYPE_CHECKING:
    from viser import ViserServer

_WORDS = {
    "contacts": ("contacts", "Heels and toes that carry weight."),
    "footprints": ("footprints", "Where a whole foot stood."),
    "paths": ("paths", "The ways of hands and feet."),
    "balance": ("balance", "Centre of mass, support polygon, and the ZMP: green inside, red outside."),
    "touch": ("touch", "Skin that is pressed, and how much."),
}
"""What each layer is called, and what it shows."""


@dataclass
class Looks:
    """What somebody chose to see.

    Attributes:
        layout: One of ``LAYOUTS``.
        follows: Whether the scene goes along with the figures.
        ghost: Whether one sees through the source where figures are overlaid.
        layers: Which of ``LAYERS`` are shown.
        hidden: Labels of figures that are not shown.
    """

    layout: str = LAYOUTS[0]
    follows: bool = True
    layers: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)


class LooksPanel:
    """Controls of looks; all tabs show the same."""

    def __init__(
        self,
        server: ViserServer,
        looks: Looks,
        layers: tuple[str, ...],
        labels: tuple[str, ...],
        changed: Callable[[], None],
    ) -> None:
        """Add the controls to the panel that is open, and the keys.

        Args:
            server: viser's.
            looks: What is chosen; changed here.
            layers: Those that anybody in the scene has.
            labels: Of the figures.
            changed: Told that something changed.
        """
        gui = server.gui
        self._looks, self._changed = looks, changed
        self._layout = gui.add_button_group("layout", LAYOUTS)
        self._layout.on_click(lambda _: self._lay_out(self._layout.value))
        self._follow = gui.add_checkbox(
            "follow", looks.follows, hint="Whether the scene goes along with the figures."
        )
        self._follow.on_update(lambda _: self._go_along(self._follow.value))
        for layer in (layer for layer in LAYERS if layer in layers):
            word, hint = _WORDS[layer]
            box = gui.add_checkbox(word, layer in looks.layers, hint=hint)
            box.on_update(lambda event, layer=layer: self._put(looks.layers, layer, event.target.value))
        if len(labels) > 1:
            with gui.add_folder("who is shown", expand_by_default=len(labels) <= 3):
                for label in labels:
                    box = gui.add_checkbox(label, label not in looks.hidden)
                    box.on_update(
                        lambda event, label=label: self._put(looks.hidden, label, not event.target.value)
                    )
        self._keys = [
            self._key(server, "Overlay or side by side", "O", self._next_layout),
            self._key(server, "Go along or stay", "F", self._toggle_follow),
        ]

    def remove(self) -> None:
        """Take the keys away; the controls go with their panel."""
        for key in self._keys:
            key.remove()

    def _key(self, server: ViserServer, label: str, key: Any, act: Callable[[], None]) -> Any:
        command = server.gui.add_command(label, hotkey=key)
        command.on_trigger(lambda _: act())
        return command

    def _next_layout(self) -> None:
        self._lay_out(LAYOUTS[1 - LAYOUTS.index(self._looks.layout)])

    def _toggle_follow(self) -> None:
        self._follow.value = not self._follow.value
        self._go_along(self._follow.value)

    def _lay_out(self, layout: str) -> None:
        if layout in LAYOUTS:
            self._looks.layout = layout
            self._changed()

    def _go_along(self, follows: bool) -> None:
        self._looks.follows = follows
        self._changed()

    def _put(self, names: set[str], name: str, held: bool) -> None:
        (names.add if held else names.discard)(name)
        self._changed()
