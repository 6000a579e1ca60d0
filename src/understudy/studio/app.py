"""The studio as a whole: a session, its panels, and the scene that shows what came of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from understudy.browse.exhibits import is_model
from understudy.browse.fitted import fitted_person
from understudy.browse.numbers import error_curves, human_curves, moments, robot_curves
from understudy.errors import UnderstudyError
from understudy.motion import Evaluation, RobotMotion
from understudy.studio.desk import Desk
from understudy.studio.intake import ROBOT_PARTS, receive
from understudy.studio.panels.capture_panel import CapturePanel
from understudy.studio.panels.robot_panel import RobotPanel
from understudy.studio.panels.saving_panel import SavingPanel
from understudy.studio.panels.status_panel import StatusPanel
from understudy.studio.panels.variant_panel import VariantPanel
from understudy.studio.parcel import MODELS
from understudy.studio.session import Session, State, without_folder
from understudy.studio.shelf import MOST_BYTES
from understudy.studio.variant import NAMES, Result
from understudy.view.web.host import HOME
from understudy.view.web.robot_actor import RobotActor
from understudy.view.web.scene import Scene

_MOST_OFFERED = 200
_GREETING, _WELCOME = "/greeting", "Drop a capture here, or a robot's folder"
_TINT = (233, 150, 60)
"""Colour of the second variant's robot."""


class Studio:
    """A running studio; a context manager that closes it.

    Attributes:
        session: What is open, chosen and found.
        scene: Where it is shown.
    """

    def __init__(self, folder: Path, host: str = HOME, port: int = 0) -> None:
        """Start to listen.

        Args:
            folder: Files that are offered, and where results are saved.
            host: Where to listen; beyond loopback the address holds a token.
            port: The port, or 0 for a free one.
        """
        self.folder = folder
        self.session = Session()
        self.scene = Scene("Understudy studio", host, port, most_upload=MOST_BYTES)
        self._lock = threading.RLock()
        self._figures: list[Any] = []
        self._cast: list[object] = []
        self._robots: dict[str, RobotActor] = {}
        self._motions: dict[str, RobotMotion] = {}
        self._told: Evaluation | None = None
        self._variants: dict[str, Any] = {}
        gui = self.scene.server.gui
        StatusPanel(self.scene.server, self.session)
        tabs = gui.add_tab_group(order=-2)
        with tabs.add_tab("Capture"):
            server, session = self.scene.server, self.session
            self._capture = CapturePanel(server, session, offered(folder), self.drop, self.choose)
        self._tabs = {name: tabs.add_tab(f"Variant {name}") for name in NAMES}
        with self._tabs[NAMES[0]]:
            self._variants[NAMES[0]] = VariantPanel(self.scene.server, self.session, NAMES[0])
        with self._tabs[NAMES[1]]:
            self._compare = gui.add_checkbox("compare with a second variant", False)
            self._compare.on_update(lambda _: self._set_compare(self._compare.value))
        with tabs.add_tab("Save"):
            SavingPanel(self.scene.server, self.session, folder)
        self._greet(True)
        self._robot_panel = RobotPanel(self.scene.server, folder, self._onboarded, self.leave_desk)
        self.session.on_change(self._show)

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return self.scene.address

    @property
    def desk(self) -> Desk | None:
        """The robot that is being onboarded, if any."""
        return self._robot_panel.desk

    def drop(self, name: str, content: bytes) -> None:
        """Take a file that somebody dropped: a capture, or of a robot a model, meshes, or an archive."""
        if not name.lower().endswith((*MODELS, *ROBOT_PARTS)):
            self.session.drop(name, content)
            return
        try:
            path = self.session.shelf.keep(name, content)
        except UnderstudyError as error:
            self.session.tell(str(error))
            return
        if path.suffix.lower() in MODELS and is_model(path):
            self.onboard(path, path.parent)
        else:
            self.choose(path)

    def choose(self, path: Path) -> None:
        """Open a file of this machine: a capture, or of a robot a model, meshes, or an archive."""
        if path.suffix.lower() in ROBOT_PARTS:
            self._start(path, "unpacking", lambda: self._receive(path))
        elif is_model(path):
            self.onboard(path)
        else:
            self.session.open_capture(path)

    def onboard(self, path: Path, uploaded: Path | None = None) -> None:
        """Put a bare model on the desk.

        Args:
            path: A URDF or MJCF.
            uploaded: The folder of all files that were sent with it.
        """
        self._start(path, "onboarding", lambda: self._onboard(path, uploaded))

    def leave_desk(self) -> None:
        """Show motions again."""
        self._robot_panel.close()
        self.scene.set_stage(True)

    def close(self) -> None:
        """Stop everything."""
        self.session.close()
        self.scene.close()

    def __enter__(self) -> Studio:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def _start(self, path: Path, deed: str, work: Callable[[], None]) -> None:
        """Do something about a robot's file in the background, and say in a sentence what failed."""
        self.session.tell("", f"{deed} {path.name}")
        self.session.jobs.start("onboarding", lambda _: self._try(path, work))

    def _try(self, path: Path, work: Callable[[], None]) -> None:
        try:
            work()
        except UnderstudyError as error:
            sentence = self.session.shelf.without_folders(str(error))
            self.session.tell(without_folder(sentence, path))

    def _receive(self, path: Path) -> None:
        found = receive(path, self.session.shelf.room(), self.desk)
        self._onboard(found.model, found.folder, found.notes)

    def _onboard(self, path: Path, uploaded: Path | None = None, notes: tuple[str, ...] = ()) -> None:
        desk = Desk.of_model(path, uploaded)
        desk = replace(desk, notes=(*notes, *desk.notes))
        self._greet(False)
        self.scene.set_stage(False)
        self._robot_panel.show(desk)
        self.scene.aim.at_middle(max(place[2] for place in desk.landmark_places.values()))
        self.session.tell("")

    def _onboarded(self, desk: Desk) -> None:
        self.session.add_robot(desk.robot)
        for panel in self._variants.values():
            panel.offer(self.session.own_robots)

    def _set_compare(self, on: bool) -> None:
        self.session.compare(on)
        second = NAMES[1]
        if on and second not in self._variants and second in self.session.state.variants:
            with self._tabs[second]:
                self._variants[second] = VariantPanel(self.scene.server, self.session, second)
            self._variants[second].show(self.session.state)

    def _show(self, state: State) -> None:
        """Bring panels and scene up to date with the session."""
        with self._lock:
            for name, panel in self._variants.items():
                if name in state.variants:
                    panel.show(state)
            found = {name: state.results[name] for name in NAMES if name in state.results}
            if state.take is None:
                return
            cast: list[object] = [state.take]
            for name, result in found.items():
                cast += [name, result.robot, result.take.human]
            judged = all(result.evaluation is not None for result in found.values())
            if not _are_same(cast, self._cast):
                self._cast = cast
                self._replace_figures(state, found)
                self._tell_numbers(state, found)
            else:
                self._change_motions(found)
            if judged and found and self._told is not found[next(iter(found))].evaluation:
                self._told = found[next(iter(found))].evaluation
                self._tell_numbers(state, found)

    def _greet(self, shown: bool) -> None:
        """Say in the empty scene what to do, or no longer."""
        scene = self.scene.server.scene
        old = scene.get_handle_by_name(_GREETING)
        if shown:
            scene.add_label(_GREETING, _WELCOME, anchor="center-center", font_screen_scale=1.5)
        elif old is not None:
            old.remove()

    def _change_motions(self, found: dict[str, Result]) -> None:
        """Have robots that are there already do what came of a turned knob."""
        for name, result in found.items():
            if self._motions.get(name) is not result.motion:
                self._motions[name] = result.motion
                self.scene.perform(self._robots[name], result.motion)

    def _replace_figures(self, state: State, found: dict[str, Result]) -> None:
        """Show the person and each robot anew."""
        scene = self.scene
        for figure in self._figures:
            scene.remove(figure)
        take = next((result.take for result in found.values()), state.take)
        if take is None:
            return
        self._greet(False)
        self._figures, self._robots, self._motions = [], {}, {}
        self._figures.append(scene.add_person(take.human, body=fitted_person(take.human)))
        for name, result in found.items():
            label = f"{result.robot.name} {name}" if len(found) > 1 else result.robot.name
            tint = _TINT if name != NAMES[0] else None
            self._robots[name] = scene.add_robot(result.robot, result.motion, label, tint)
            self._motions[name] = result.motion
        self._figures += self._robots.values()
        scene.begin()
        scene.clock.play()

    def _tell_numbers(self, state: State, found: dict[str, Result]) -> None:
        if not found:
            self.scene.set_curves({} if state.take is None else human_curves(state.take.human))
            self.scene.set_moments([])
            return
        first = next(iter(found.values()))
        judged = {} if first.evaluation is None else error_curves(first.evaluation)
        self.scene.set_curves(judged | robot_curves(first.robot, first.motion))
        self.scene.set_moments([] if first.evaluation is None else moments(first.evaluation))


def _are_same(new: list[object], old: list[object]) -> bool:
    """Return whether two lists hold the very same things."""
    return len(new) == len(old) and all(mine is other for mine, other in zip(new, old, strict=True))


def offered(folder: Path) -> dict[str, Path]:
    """Return the ordinary files of a folder by their names, as many as a list can hold."""
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError:
        return {}
    return {path.name: path for path in files[:_MOST_OFFERED]}
