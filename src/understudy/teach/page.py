"""The page: the studio's scene with a robot that does what it is shown, and a panel of a few buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from understudy.live.source import LiveSource
from understudy.robots.robot import Robot
from understudy.teach.lesson import IDLE, SLOWEST, Lesson
from understudy.teach.moves import MoveShelf
from understudy.view.web.host import HOME
from understudy.view.web.scene import Scene

LAST = "(the last recording)"

FORGET, SURE = "forget", "forget it for good? press again"
"""What the button says that deletes a movement, and what once it was pressed."""


class TeachPage:
    """A running page; a context manager that closes it.

    Args:
        folder: Where movements are kept.
        robot: The robot.
        source: Makes the source by which movements are shown.
        host: Where to listen; beyond loopback the address holds a token.
        port: The port, or 0 for a free one.
        calibrate: Time [s] from which the person's sizes are taken.
    """

    def __init__(
        self,
        folder: Path,
        robot: Robot,
        source: Callable[[], LiveSource],
        host: str = HOME,
        port: int = 0,
        calibrate: float = 3.0,
    ) -> None:
        """Start to listen."""
        self._robot = robot
        self.scene = Scene(f"Teach {robot.name}", host, port)
        self._figure = self.scene.add_live_robot(robot)
        self.lesson = Lesson(MoveShelf(folder), robot, source, self._show, self._tell, calibrate)
        gui = self.scene.server.gui
        with gui.add_folder("Show a movement", order=-3):
            self._record = gui.add_button("record")
            self._stop = gui.add_button("stop", disabled=True)
            self._told = gui.add_markdown("Ready.")
            self._name = gui.add_text("name", "")
            self._keep = gui.add_button("keep")
        with gui.add_folder("Replay", order=-2):
            self._moves = gui.add_dropdown("movement", self._offered())
            self._mirror = gui.add_checkbox("mirror", False)
            self._speed = gui.add_slider("speed", SLOWEST, 1.0, 0.05, 1.0)
            self._replay = gui.add_button("replay")
            self._forget = gui.add_button(FORGET, color="gray")
        self._record.on_click(lambda _: self._recorded())
        self._stop.on_click(lambda _: self.lesson.stop())
        self._keep.on_click(lambda _: self._kept())
        self._replay.on_click(lambda _: self._replayed())
        self._forget.on_click(lambda _: self._forgotten())
        self._moves.on_update(lambda _: self._offer())
        self._offer()
        self.scene.begin()

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return self.scene.address

    def _offered(self) -> tuple[str, ...]:
        return (LAST, *self.lesson.shelf.names())

    def _offer(self, state: str | None = None) -> None:
        """Let be pressed what does something in a state of the lesson, by default the present one."""
        lesson, chosen = self.lesson, self._moves.value
        is_idle = (state or lesson.state) == IDLE
        self._record.disabled, self._stop.disabled = not is_idle, is_idle
        self._keep.disabled = not is_idle or lesson.take is None
        self._replay.disabled = not is_idle or (chosen == LAST and lesson.take is None)
        self._forget.disabled = not is_idle or chosen == LAST
        self._forget.label = FORGET

    def _recorded(self) -> None:
        self.scene.go_live()
        self.lesson.record()

    def _kept(self) -> None:
        kept = self.lesson.keep(self._name.value)
        if kept:
            self._moves.options = self._offered()
            self._moves.value, self._name.value = kept, ""
            self._offer()

    def _forgotten(self) -> None:
        """Delete the chosen movement once the button was pressed twice."""
        if self._forget.label == FORGET:
            self._forget.label = SURE
            return
        self.lesson.forget(self._moves.value)
        self._moves.options = self._offered()
        self._moves.value = LAST
        self._offer()

    def _replayed(self) -> None:
        name = "" if self._moves.value == LAST else self._moves.value
        self.scene.go_live()
        self.lesson.replay(name, self._mirror.value, self._speed.value)

    def _show(self, q: np.ndarray) -> None:
        """Show a pose on the spot."""
        pose = np.array(q)
        if self._robot.has_free_base:
            pose[:2] = self._robot.home[:2]
        self._figure.pose(pose)

    def _tell(self, state: str, sentence: str) -> None:
        """Say what is being done, and offer what can be done."""
        self._told.content = _plain(sentence)
        self._offer(state)

    def close(self) -> None:
        """Stop."""
        self.lesson.close()
        self.scene.close()

    def __enter__(self) -> TeachPage:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()


def _plain(sentence: str) -> str:
    """Return a sentence in which nothing is Markdown or HTML."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>()#+-!|" else letter for letter in sentence)
