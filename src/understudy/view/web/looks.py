"""The panel of what is seen: where figures stand, who is shown, and what beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from understudy.view.web.actor import LAYERS
from understudy.view.web.lanes import LAYOUTS
from understudy.view.web.person_actor import FORMS

if TYPE_CHECKING:
    from viser import ViserServer

_WORDS = {
    "contacts": ("contacts", "Heels and toes that carry weight."),
    "footprints": ("footprints", "Where a whole foot stood."),
    "paths": ("paths", "Paths of hands and feet through the whole motion."),
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
        form: One of ``FORMS``, of persons to whom a body was fitted.
        layers: Which of ``LAYERS`` are shown.
        hidden: Labels of figures that are not shown.
    """

    layout: str = LAYOUTS[0]
    follows: bool = True
    form: str = FORMS[0]
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
        has_body: bool = False,
    ) -> None:
        """Add the controls to the panel that is open, and the keys.

        Args:
            server: viser's.
            looks: What is chosen; changed here.
            layers: Those that anybody in the scene has.
            labels: Of the figures.
            changed: Told that something changed.
            has_body: Whether a body was fitted to a person in the scene.
        """
        self._gui, self._looks, self._changed = server.gui, looks, changed
        self._keys: list[Any] = []
        if len(labels) > 1:
            self._layout = self._choice("layout", LAYOUTS, "How the figures stand.")
            self._key("Overlay or side by side", "O", self._next_layout)
        if has_body:
            self._choice("form", FORMS, "The person as the fitted body, its skeleton, or both.", "person as")
        self._follow = self._gui.add_checkbox(
            "follow", looks.follows, hint="Keep the figures in view, or stay where they began."
        )
        self._follow.on_update(lambda event: self._set("follows", event.target.value))
        self._key("Follow or stay", "F", self._toggle_follow)
        for layer in (layer for layer in LAYERS if layer in layers):
            word, hint = _WORDS[layer]
            box = self._gui.add_checkbox(word, layer in looks.layers, hint=hint)
            box.on_update(lambda event, layer=layer: self._put(looks.layers, layer, event.target.value))
        if len(labels) > 1:
            with self._gui.add_folder("Figures", expand_by_default=len(labels) <= 3):
                for label in labels:
                    box = self._gui.add_checkbox(label, label not in looks.hidden)
                    box.on_update(
                        lambda event, label=label: self._put(looks.hidden, label, not event.target.value)
                    )

    def remove(self) -> None:
        """Take the keys away; the controls go with their panel."""
        for key in self._keys:
            key.remove()

    def _choice(self, name: str, offered: tuple[str, ...], hint: str, label: str | None = None) -> Any:
        """Add a list of which one is chosen, that sets a field of the looks."""
        choice: Any = self._gui.add_dropdown(
            label or name, offered, initial_value=getattr(self._looks, name), hint=hint
        )
        choice.on_update(lambda _: self._set(name, choice.value) if choice.value in offered else None)
        return choice

    def _key(self, label: str, key: Any, act: Callable[[], None]) -> None:
        command = self._gui.add_command(label, hotkey=key)
        command.on_trigger(lambda _: act())
        self._keys.append(command)

    def _next_layout(self) -> None:
        self._layout.value = LAYOUTS[1 - LAYOUTS.index(self._looks.layout)]
        self._set("layout", self._layout.value)

    def _toggle_follow(self) -> None:
        self._follow.value = not self._follow.value
        self._set("follows", self._follow.value)

    def _set(self, name: str, value: Any) -> None:
        if getattr(self._looks, name) != value:
            setattr(self._looks, name, value)
            self._changed()

    def _put(self, names: set[str], name: str, held: bool) -> None:
        (names.add if held else names.discard)(name)
        self._changed()
