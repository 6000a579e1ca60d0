"""A robot in the scene that follows whatever poses come, now."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.robot_motion import RobotMotion
from understudy.robots import Robot
from understudy.view.robot_figure import RobotFigure
from understudy.view.viewpoint import Viewpoint
from understudy.view.web.carpet import Carpet
from understudy.view.web.lanes import floor_radius
from understudy.view.web.past import Past, Stretch
from understudy.view.web.robot_node import RobotNode
from understudy.view.web.shells import robot_shells
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer


class LiveRobot:
    """A figure whose pose is set from outside.

    Attributes:
        label: Its name.
        performer: Where it stands and how tall it is, in its home pose.
        viewpoint: The side from which it is best seen.
        layers: None.
    """

    layers: tuple[str, ...] = ()
    fps = 30.0

    def __init__(self, server: ViserServer, name: str, robot: Robot, label: str, most_triangles: int) -> None:
        """Add the robot in its home pose."""
        home = np.asarray(robot.home, dtype=np.float64)[None]
        motion = RobotMotion(robot.name, "live", robot.joints, home, self.fps, np.zeros(1, dtype=np.int64))
        self.label, self._server, self.name = label, server, name
        self.performer = RobotFigure(robot, motion, label)
        self.viewpoint = Viewpoint.on_robot(robot, motion)
        self._shells = robot_shells(robot, most_triangles)
        self._wire = Wire(server)
        self._root = server.scene.add_frame(name, show_axes=False)
        height = self.performer.stature.height
        self._carpet = Carpet(server, f"{name}/floor", height, floor_radius(height), self.performer.terrain)
        self._carpet.go(self.performer.path_w[0])
        server.scene.add_label(
            f"{name}/title",
            label,
            anchor="bottom-center",
            font_screen_scale=1.5,
            position=(0.0, 0.0, 1.12 * height),
        )
        self.node = RobotNode(server, f"{name}/body", self.performer.model, self._shells)
        self._lock, self._is_ghost = threading.Lock(), False
        self._past = Past()
        self._held: Stretch | None = None
        self._offset_w = np.zeros(3)
        self._data = mujoco.MjData(self.performer.model)
        self._data.qpos[:] = robot.home
        self.pose(self._data.qpos)

    @property
    def duration(self) -> float:
        """Time [s] that can be looked back on; 0 while it is live."""
        return 0.0 if self._held is None else self._held.duration

    @property
    def frame_count(self) -> int:
        """Number of poses that can be looked back on; 1 while it is live."""
        return 1 if self._held is None else len(self._held.times)

    def pose(self, q: np.ndarray) -> None:
        """Show a pose at once, or remember it while somebody looks back.

        Args:
            q: (Q,) as in the file of a robot's motion.
        """
        if np.shape(q) != self._data.qpos.shape or not np.isfinite(q).all():
            raise InvalidMotionError(
                f"a pose of shape {np.shape(q)}, expected {self._data.qpos.shape} finite coordinates"
            )
        with self._lock:
            self._past.add(time.monotonic(), q)
            if self._held is None:
                self._draw(q)

    def look_back(self) -> float:
        """Stand still and keep the last seconds; return how long [s] they are."""
        with self._lock:
            self._held = self._past.stretch()
            return self.duration

    def go_live(self) -> None:
        """Show what comes, from the newest pose on."""
        with self._lock:
            self._held = None
            newest = self._past.stretch()
            if newest is not None:
                self._draw(newest.poses[-1])

    def show(self, time: float, offset_w: np.ndarray, follows: bool) -> None:
        """Stand in its place of the scene; its pose is the clock's only while somebody looks back."""
        if not np.array_equal(offset_w, self._offset_w):
            self._offset_w = offset_w
            x, y, z = offset_w.tolist()
            self._wire.move(self.name, (x, y, z))
        with self._lock:
            if self._held is not None:
                self._draw(self._held.at(time))

    def _draw(self, q: np.ndarray) -> None:
        with self._wire.frame():
            self._data.qpos[:] = q
            mujoco.mj_kinematics(self.performer.model, self._data)
            self.node.show(self._data)

    def lay(self, floor: bool) -> None:
        """Show its floor or not."""
        self._carpet.set_visible(floor)

    def set_visible(self, visible: bool) -> None:
        """Show or hide all of it."""
        self._root.visible = visible

    def set_layer(self, layer: str, shown: bool) -> None:
        """Have no layers."""

    def set_ghost(self, ghost: bool) -> None:
        """Have one see through it, or not."""
        with self._lock:
            if ghost == self._is_ghost:
                return
            self._is_ghost = ghost
            self.node = RobotNode(
                self._server, f"{self.name}/body", self.performer.model, self._shells, None, ghost
            )
            self.node.show(self._data)

    def remove(self) -> None:
        """Take all of it out of the scene."""
        self._root.remove()
