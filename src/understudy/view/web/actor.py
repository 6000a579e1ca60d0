"""Everyone in the scene: a person or a robot with floor, traces and name, moved frame by frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.view.robot_figure import RobotFigure
from understudy.view.source import Source
from understudy.view.viewpoint import climb, smooth_path
from understudy.view.web.carpet import Carpet
from understudy.view.web.lanes import floor_radius
from understudy.view.web.traces import add_prints, add_ways
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

LAYERS = ("contacts", "footprints", "paths", "balance", "touch")
"""What may be shown beside the figures themselves."""


def followed(performer: Source | RobotFigure) -> np.ndarray:
    """Return the path (T, 3) [m] along which the scene goes with a performer, also up stairs."""
    path_w = smooth_path(performer.path_w, performer.fps)
    path_w[:, 2] = climb(performer, path_w)
    return path_w


class Actor:
    """A figure in the scene.

    Attributes:
        label: Its name.
        performer: Where it is and how tall, frame by frame.
        viewpoint: The side from which it is best seen.
        layers: Which of ``LAYERS`` it has.
    """

    def __init__(self, server: ViserServer, name: str, performer: Source | RobotFigure) -> None:
        """Add the node under which all of it is, its floor and its name."""
        self.label, self.performer, self._server, self.name = performer.label, performer, server, name
        self._wire = Wire(server)
        self._root = server.scene.add_frame(name, show_axes=False)
        height = performer.stature.height
        self._carpet = Carpet(server, f"{name}/floor", height, floor_radius(height), performer.terrain)
        self.follow_w = followed(performer)
        # The name hangs beside the figure's own node, since a browser moves texts later than meshes.
        self._title = server.scene.add_label(
            f"{name}_title", performer.label, anchor="bottom-center", font_screen_scale=1.5
        )
        self._hung = np.array([0.0, 0.0, performer.stature.middle + 0.62 * height])
        self.layers: tuple[str, ...] = ()
        self._shown: set[str] = set()
        self._nodes: dict[str, tuple[str, ...]] = {}
        self._frame = -1
        self._is_ghost = False

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        return self.performer.fps

    @property
    def frame_count(self) -> int:
        """Number of frames."""
        return len(self.performer.path_w)

    @property
    def duration(self) -> float:
        """Time [s] of the last frame."""
        return (self.frame_count - 1) / self.fps

    def frame_at(self, time: float) -> int:
        """Return the frame nearest to a time [s]; a motion that is over stays as it ended."""
        return int(np.clip(round(time * self.fps), 0, self.frame_count - 1))

    def show(self, time: float, offset_w: np.ndarray, follows: bool) -> None:
        """Move everything to where it is at a time.

        Args:
            time: [s].
            offset_w: (3,) [m] where its place in the scene is.
            follows: Whether the scene goes along with it; else its start stays in that place.
        """
        frame = self.frame_at(time)
        start = self.follow_w[frame if follows else 0]
        x, y, z = (offset_w - start).tolist()
        self._wire.move(self.name, (x, y, z))
        x, y, z = (offset_w + self.follow_w[frame] - start + self._hung).tolist()
        self._wire.move(f"{self.name}_title", (x, y, z))
        if frame != self._frame:
            self._frame = frame
            self._carpet.go(self.follow_w[frame])
            self._pose(frame)

    def refresh(self) -> None:
        """Have the next :meth:`show` send everything again."""
        self._frame = -1

    def lay(self, floor: bool) -> None:
        """Show its floor or not: where figures stand in one place, one floor is enough."""
        self._carpet.set_visible(floor)

    def set_visible(self, visible: bool) -> None:
        """Show or hide all of it."""
        self._root.visible = self._title.visible = visible

    def set_layer(self, layer: str, shown: bool) -> None:
        """Show or hide one of its ``layers``; it is made when it is first shown."""
        if layer not in self.layers:
            return
        (self._shown.add if shown else self._shown.discard)(layer)
        if shown and layer not in self._nodes:
            self._nodes[layer] = self._make(layer)
        for node in self._nodes.get(layer, ()):
            handle = self._server.scene.get_handle_by_name(node)
            if handle is not None:
                handle.visible = shown
        self.refresh()

    def drop_layers(self) -> None:
        """Forget what was made for a motion that is over; what is shown is made anew."""
        for nodes in self._nodes.values():
            for node in nodes:
                handle = self._server.scene.get_handle_by_name(node)
                if handle is not None:
                    handle.remove()
        self._nodes = {}
        for layer in tuple(self._shown):
            self.set_layer(layer, True)

    def remove(self) -> None:
        """Take all of it out of the scene."""
        self._root.remove()
        self._title.remove()

    def _make(self, layer: str) -> tuple[str, ...]:
        raise NotImplementedError

    def _pose(self, frame: int) -> None:
        raise NotImplementedError

    def _traces(self, layer: str, human: HumanMotion) -> tuple[str, ...]:
        add = add_prints if layer == "footprints" else add_ways
        return add(self._server, f"{self.name}/{layer}", human)
