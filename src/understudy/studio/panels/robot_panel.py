"""The panel of a robot that is onboarded: limbs in colours, joints without a part, landmarks, check, card."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from understudy.errors import UnderstudyError
from understudy.motion.landmarks import LANDMARKS
from understudy.robots.parts import home_data
from understudy.spatial import rotations as rot
from understudy.studio.desk import Desk
from understudy.studio.missing import HOW, told
from understudy.studio.panels.capture_panel import escaped
from understudy.studio.picking import first_hit
from understudy.view.robot_picture import PAINT
from understudy.view.web.colours import rgb
from understudy.view.web.robot_node import RobotNode
from understudy.view.web.shells import Shell, model_shells

if TYPE_CHECKING:
    from viser import ViserServer

_ROOT = "/desk"
_LEFT_OUT = ("is not found and left out", "joints and what shapes there are have to do")
"""How notes end of files that are told of as missing anyhow."""

_MARKS = {True: "✓", False: "✗", None: "–"}
_SURE, _UNSURE, _CHOSEN = (34, 150, 83), (230, 160, 30), (214, 39, 40)
_DOUBTFUL = 0.6
"""Below this a landmark is marked as one to look at."""


class RobotPanel:
    """Shows a desk in the scene and in a panel; a click on the robot puts the chosen landmark there."""

    def __init__(
        self, server: ViserServer, folder: Path, done: Callable[[Desk], None], leave: Callable[[], None]
    ) -> None:
        """Remember where things go.

        Args:
            server: viser's.
            folder: Where cards are saved.
            done: Told a desk whose robot may be used from now on.
            leave: Told that nobody looks at the desk any more.
        """
        self._server, self._folder, self._done, self._leave = server, folder, done, leave
        self._desk: Desk | None = None
        self._shells: tuple[Shell, ...] = ()
        self._lock = threading.RLock()
        self._box: Any = None
        self._height = 1.0

    def show(self, desk: Desk) -> None:
        """Put a robot on the desk."""
        with self._lock:
            self._clear()
            self._desk = desk
            self._shells = _painted(desk)
            data = home_data(desk.robot.model, desk.robot.home)
            self._server.scene.add_frame(_ROOT, show_axes=False)
            node = RobotNode(self._server, f"{_ROOT}/body", desk.robot.model, self._shells)
            node.show(data)
            if desk.missing:
                self._add_bones(desk, data)
            self._height = float(max(place[2] for place in desk.landmark_places.values()) or 1.0)
            for number, mesh in enumerate(node.meshes):
                handle: Any = self._server.scene.get_handle_by_name(mesh)
                shell = self._shells[number]
                handle.on_click(lambda event, shell=shell: self._clicked(event, shell))
            self._make_panel(desk)
            self._mark()

    def _clear(self) -> None:
        """Take what is drawn off the desk."""
        root = self._server.scene.get_handle_by_name(_ROOT)
        if root is not None:
            root.remove()

    def _add_bones(self, desk: Desk, data: mujoco.MjData) -> None:
        """Draw lines from body to body, where there are too few shapes to see limbs by."""
        model = desk.robot.model
        bodies = [body for body in range(1, model.nbody) if model.body_parentid[body] > 0]
        lines_w = np.array([(data.xpos[model.body_parentid[body]], data.xpos[body]) for body in bodies])
        colours = np.array([rgb(PAINT[desk.roles.bodies.get(body, "trunk")]) for body in bodies], np.uint8)
        self._server.scene.add_line_segments(
            f"{_ROOT}/bones",
            lines_w.astype(np.float32).reshape(-1, 2, 3),
            colors=np.repeat(colours.reshape(-1, 1, 3), 2, axis=1),
            thickness=4.0,
            thickness_units="screen",
        )

    def close(self) -> None:
        """Take the robot off the desk."""
        with self._lock:
            self._desk = None
            self._clear()
            if self._box is not None:
                self._box.remove()
                self._box = None

    def _make_panel(self, desk: Desk) -> None:
        gui = self._server.gui
        if self._box is not None:
            self._box.remove()
        self._box = gui.add_folder(f"Robot: {desk.card.name}", order=-3)
        with self._box:
            gui.add_markdown(
                "Left limbs red, right limbs blue, head green, trunk grey, **unclaimed parts yellow**. "
                "Choose a landmark and click on the robot where it belongs."
            )
            self._landmark = gui.add_dropdown("landmark", LANDMARKS, initial_value=_first_doubt(desk))
            self._landmark.on_update(lambda _: self._mark())
            self._told = gui.add_markdown("")
            check = gui.add_button("check", color="gray")
            check.on_click(lambda _: self._check())
            self._checked = gui.add_markdown("")
            save = gui.add_button("save the card")
            save.on_click(lambda event: self._save(event.client))
            leave = gui.add_button("back to the motion", color="gray")
            leave.on_click(lambda _: self._leave())

    def _clicked(self, event: Any, shell: Shell) -> None:
        """Put the chosen landmark where a click meets the robot."""
        with self._lock:
            desk = self._desk
            if desk is None or event.ray_origin is None:
                return
            data = home_data(desk.robot.model, desk.robot.home)
            outwards = rot.conjugate(data.xquat[shell.body])
            origin = rot.rotate(outwards, np.array(event.ray_origin) - data.xpos[shell.body])
            point = first_hit(
                origin, rot.rotate(outwards, np.array(event.ray_direction)), shell.corners, shell.faces
            )
            if point is None:
                return
            self.fix(self._landmark.value, shell.body, point)

    def fix(self, landmark: str, body: int, point: np.ndarray) -> None:
        """Put a landmark at a point (3,) [m] of a body."""
        with self._lock:
            if self._desk is None:
                return
            try:
                self._desk = self._desk.with_landmark(landmark, body, point)
            except UnderstudyError as error:
                self._checked.content = f"**Problem:** {escaped(str(error))}"
                return
            self._mark()

    @property
    def desk(self) -> Desk | None:
        """The robot on the desk."""
        return self._desk

    def _mark(self) -> None:
        """Show every landmark as a ball, the chosen one in red, and what is known about it."""
        desk = self._desk
        if desk is None:
            return
        chosen = self._landmark.value
        for name in LANDMARKS:
            node = f"{_ROOT}/landmarks/{name}"
            place = desk.landmark_places.get(name)
            old = self._server.scene.get_handle_by_name(node)
            if place is None:
                if old is not None:
                    old.remove()
                continue
            sure, _ = desk.sureness(name)
            colour = _CHOSEN if name == chosen else _SURE if sure >= _DOUBTFUL else _UNSURE
            size = (0.014 if name == chosen else 0.009) * self._height
            self._server.scene.add_icosphere(node, radius=size, color=colour, position=place)
        sure, why = desk.sureness(chosen)
        lines = [f"**{chosen}**: {escaped(why)} ({sure:.2f})"]
        idle = ", ".join(desk.unclaimed)
        lines.append(f"Unclaimed joints: {escaped(idle)}" if idle else "Every joint is claimed.")
        if desk.missing:
            lines.insert(0, f"**{escaped(told(desk.missing))}** {HOW}")
        lines += [f"- look at {escaped(sentence)}" for sentence in desk.inference.doubts]
        notes = [note for note in desk.notes if not (desk.missing and note.endswith(_LEFT_OUT))]
        lines += [f"- {escaped(sentence)}" for sentence in notes]
        self._told.content = "\n\n".join(lines)

    def _check(self) -> None:
        if self._desk is not None:
            rows = [f"| {_MARKS[c.passed]} | {c.name} | {escaped(c.finding)} |" for c in self._desk.checks()]
            self._checked.content = "\n".join(("|   | check | found |", "| --- | --- | --- |", *rows))

    def _save(self, client: Any) -> None:
        desk = self._desk
        if desk is None:
            return
        try:
            card = desk.save(self._folder)
        except UnderstudyError as error:
            self._checked.content = f"**Problem:** {escaped(str(error))}"
            return
        self._checked.content = f"Saved {escaped(card.parent.name)}/{escaped(card.name)}."
        self._done(desk)
        if client is not None:
            client.send_file_download("card.toml", desk.text().encode(), save_immediately=True)


def _painted(desk: Desk) -> tuple[Shell, ...]:
    """Return a robot's outside in the colours of the parts that its bodies play."""
    return tuple(
        Shell(shell.body, rgb(PAINT[desk.roles.bodies.get(shell.body, "trunk")]), shell.corners, shell.faces)
        for shell in model_shells(desk.robot.model)
    )


def _first_doubt(desk: Desk) -> str:
    """Return the landmark that is least sure."""
    return min(desk.card.landmarks, key=lambda name: desk.sureness(name)[0], default=LANDMARKS[0])
