"""Everyone in the scene: a person or a robot with floor, traces and name, moved frame by frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.rollout import Rollout
from understudy.robots import Robot
from understudy.robots.source import human_from_motion
from understudy.view.robot_figure import RobotFigure
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint, smooth_path
from understudy.view.web.balance import BalanceNode, find_balance
from understudy.view.web.carpet import Carpet
from understudy.view.web.lanes import floor_radius
from understudy.view.web.person_node import PersonNode
from understudy.view.web.robot_node import RobotNode, Tint
from understudy.view.web.shells import LIVE_TRIANGLES, robot_shells
from understudy.view.web.spots import ContactNode, TouchNode
from understudy.view.web.traces import add_prints, add_ways
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

LAYERS = ("contacts", "footprints", "paths", "balance", "touch")
"""What may be shown beside the figures themselves."""


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
        self.follow_w = smooth_path(performer.path_w, performer.fps) * np.array([1.0, 1.0, 0.0])
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


class PersonActor(Actor):
    """The source."""

    def __init__(self, server: ViserServer, name: str, human: HumanMotion, label: str = "source") -> None:
        """Add the person."""
        source = Source(human)
        source.label = label
        super().__init__(server, name, source)
        self._human = human
        self.viewpoint = Viewpoint.on_person(human)
        self.layers = ("contacts", "footprints", "paths")
        self._skeleton = source.skeleton
        self._node = PersonNode(server, f"{name}/body", self._skeleton)
        self._contacts: ContactNode | None = None

    def set_ghost(self, ghost: bool) -> None:
        """Have one see through it, or not."""
        if ghost != self._is_ghost:
            self._is_ghost = ghost
            self._node = PersonNode(self._server, f"{self.name}/body", self._skeleton, ghost)
            self.refresh()

    def _make(self, layer: str) -> tuple[str, ...]:
        if layer == "contacts":
            node = f"{self.name}/contacts"
            self._contacts = ContactNode(self._server, node, self._human, self.performer.stature.height)
            return (node,)
        return self._traces(layer, self._human)

    def _pose(self, frame: int) -> None:
        self._node.show(frame)
        if self._contacts is not None and "contacts" in self._shown:
            self._contacts.show(frame)


class RobotActor(Actor):
    """A robot that performs a motion, or what was reached in a rollout."""

    def __init__(
        self,
        server: ViserServer,
        name: str,
        robot: Robot,
        motion: RobotMotion,
        label: str,
        rollout: Rollout | None = None,
        tint: Tint = None,
        most_triangles: int = LIVE_TRIANGLES,
    ) -> None:
        """Add the robot.

        Args:
            server: viser's.
            name: Of the node under which all of it is.
            robot: The robot.
            motion: What it does.
            label: Its name in the scene.
            rollout: What the motion was reached in, with its senses.
            tint: A colour in place of its own.
            most_triangles: Of its meshes.
        """
        figure = RobotFigure(robot, motion, label)
        super().__init__(server, name, figure)
        self._robot, self._motion, self.rollout, self._figure = robot, motion, rollout, figure
        self.viewpoint = Viewpoint.on_robot(robot, motion)
        touched = rollout is not None and rollout.skin is not None
        self.layers = ("contacts", "footprints", "paths", "balance", *(("touch",) if touched else ()))
        self._shells, self._tint = robot_shells(robot, most_triangles), tint
        self.node = RobotNode(server, f"{name}/body", figure.model, self._shells, tint)
        self._contacts: ContactNode | None = None
        self._balance: BalanceNode | None = None
        self._touch: TouchNode | None = None
        self._landmarks: HumanMotion | None = None

    def perform(self, motion: RobotMotion) -> None:
        """Do something else with the same body: no mesh is sent again, and layers are made anew."""
        figure = RobotFigure(self._robot, motion, self.label)
        self._motion, self._figure, self.performer, self._landmarks = motion, figure, figure, None
        self.rollout, self._contacts, self._balance, self._touch = None, None, None, None
        self.follow_w = smooth_path(figure.path_w, figure.fps) * np.array([1.0, 1.0, 0.0])
        self.drop_layers()
        self.refresh()

    def set_ghost(self, ghost: bool) -> None:
        """Have one see through it, or not."""
        if ghost != self._is_ghost:
            self._is_ghost, node = ghost, f"{self.name}/body"
            self.node = RobotNode(self._server, node, self._figure.model, self._shells, self._tint, ghost)
            self.refresh()

    def _as_person(self) -> HumanMotion:
        if self._landmarks is None:
            self._landmarks = human_from_motion(self._robot, self._motion)
        return self._landmarks

    def _make(self, layer: str) -> tuple[str, ...]:
        node = f"{self.name}/{layer}"
        if layer == "balance":
            self._balance = BalanceNode(self._server, node, find_balance(self._robot, self._motion))
        elif layer == "contacts":
            height = self.performer.stature.height
            self._contacts = ContactNode(self._server, node, self._as_person(), height)
        elif layer == "touch" and self.rollout is not None:
            self._touch = TouchNode(self._server, node, self.rollout, self._robot)
        else:
            return self._traces(layer, self._as_person())
        return (node,)

    def _pose(self, frame: int) -> None:
        data = self._figure.pose(frame)
        self.node.show(data)
        if self._contacts is not None and "contacts" in self._shown:
            self._contacts.show(frame)
        if self._balance is not None and "balance" in self._shown:
            self._balance.show(frame, data)
        if self._touch is not None and "touch" in self._shown:
            self._touch.show(frame, data)
