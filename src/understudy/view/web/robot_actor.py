"""A robot in the scene: it performs a motion, or what was reached in a rollout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.motion.human_motion import HumanMotion
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.rollout import Rollout
from understudy.robots import Robot
from understudy.robots.balance import find_balance
from understudy.robots.source import human_from_motion
from understudy.view.robot_figure import RobotFigure
from understudy.view.viewpoint import Viewpoint
from understudy.view.web.actor import Actor, followed
from understudy.view.web.balance import BalanceNode
from understudy.view.web.robot_node import RobotNode, Tint
from understudy.view.web.shells import LIVE_TRIANGLES, robot_shells
from understudy.view.web.spots import ContactNode, TouchNode

if TYPE_CHECKING:
    from viser import ViserServer


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
        self.follow_w = followed(figure)
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
            motion = self._motion
            found = find_balance(self._robot, motion.q, motion.fps, motion.contact_mask)
            self._balance = BalanceNode(self._server, node, found)
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
