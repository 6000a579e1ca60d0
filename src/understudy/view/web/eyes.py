"""What a robot's eyes saw, beside the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.motion.rollout import Rollout
from understudy.view.show.film import EYES

if TYPE_CHECKING:
    from viser import ViserServer


class EyeImages:
    """The pictures of a rollout's eyes at the clock's time."""

    def __init__(self, server: ViserServer, rollout: Rollout) -> None:
        """Add an image for each eye to the main panel."""
        self._pictures = {name: rollout.pictures[name] for name in EYES if name in rollout.pictures}
        self._shown = dict.fromkeys(self._pictures, 0)
        with server.gui.add_folder("What its eyes saw", order=1.5):
            self._images = {
                name: server.gui.add_image(pictures[0], label=EYES[name], format="jpeg")
                for name, pictures in self._pictures.items()
            }

    def show(self, time: float) -> None:
        """Show what was seen last at a time [s]."""
        for name, pictures in self._pictures.items():
            index = pictures.seen_at(time)
            if index != self._shown[name]:
                self._shown[name] = index
                self._images[name].image = pictures[index]
