"""One scene in the browser: figures, time, plots and worst moments. Everything else builds on this file.

    scene = Scene("a walk")
    scene.add_person(human)
    scene.add_robot(robot, motion)
    scene.set_curves({"joint angles": Curves(motion.fps, "°", angles)})
    scene.begin()                       # controls appear, the clock can run
    print(scene.address)

What is live is shown by a figure of :meth:`Scene.add_live_robot`, whose pose is set whenever a new one comes.
All methods may be called from any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from understudy.errors import RenderError
from understudy.motion.human_motion import HumanMotion
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.rollout import Rollout
from understudy.robots import Robot
from understudy.view.web.actor import LAYERS
from understudy.view.web.aim import Aim
from understudy.view.web.clock import Clock
from understudy.view.web.curves import Curves
from understudy.view.web.eyes import EyeImages
from understudy.view.web.host import HOME, Host
from understudy.view.web.lanes import LAYOUTS, Lanes, arrange
from understudy.view.web.live_robot import LiveRobot
from understudy.view.web.look_back import LookBackPanel
from understudy.view.web.looks import Looks, LooksPanel
from understudy.view.web.person_actor import PersonActor
from understudy.view.web.person_body import PersonBody
from understudy.view.web.player import Player
from understudy.view.web.plots import PlotsPanel
from understudy.view.web.robot_actor import RobotActor
from understudy.view.web.robot_node import Tint
from understudy.view.web.shells import LIVE_TRIANGLES
from understudy.view.web.timeline import Timeline
from understudy.view.web.wire import Wire

BRAND = (25, 128, 194)
_STAGE = "/stage"
_SKY, _GROUND, _SKY_LIGHT = (255, 255, 255), (150, 158, 172), 1.3
_SLOW = 3
"""Of so many frames, one moves the handles and cursors of panels."""

Figure = PersonActor | RobotActor | LiveRobot


class Scene:
    """A server with one scene; a context manager that closes it.

    Attributes:
        host: The server.
        clock: The time that everybody sees.
        looks: What is chosen to be seen.
        aim: The cameras of all tabs.
    """

    def __init__(
        self,
        title: str = "Understudy",
        host: str = HOME,
        port: int = 0,
        most_upload: int = 0,
        most_triangles: int = LIVE_TRIANGLES,
    ) -> None:
        """Start to listen; nothing is seen before :meth:`begin`.

        Args:
            title: What the tab of the browser says.
            host: Where to listen; beyond loopback the address holds a token.
            port: The port, or 0 for a free one.
            most_upload: Largest file that may be uploaded [B].
            most_triangles: Of each robot's meshes.
        """
        self.host = Host(title, host, port, most_upload)
        self.server = self.host.server
        self.clock, self.looks = Clock(), Looks()
        self._title, self._most_triangles = title, most_triangles
        self._lock = threading.RLock()
        self._wire = Wire(self.server)
        self._figures: list[Figure] = []
        self._lanes: Lanes | None = None
        self._eyes: EyeImages | None = None
        self._timeline: Timeline | None = None
        self._looks_panel: LooksPanel | None = None
        self._back_panel: LookBackPanel | None = None
        self._count, self._ticks, self._is_staged = 0, 0, True
        self._wanted_time: float | None = None
        self._dress()
        self._plots = PlotsPanel(self.server, self.clock)
        self._player = Player(self.clock, self._show)
        self.aim = Aim(self.server)
        self.host.on_address(self._at_address)

    @property
    def lanes(self) -> Lanes | None:
        """Where everyone stands, None before :meth:`begin`."""
        return self._lanes

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return self.host.address

    def add_person(
        self, human: HumanMotion, label: str = "source", body: PersonBody | None = None
    ) -> PersonActor:
        """Add a person, and return their figure.

        Args:
            human: The person's motion.
            label: Their name in the scene.
            body: The body that was fitted to the motion, shown instead of a skeleton or beside it.
        """
        return self._add(PersonActor(self.server, self._next_name(), human, label, body))

    def add_robot(
        self,
        robot: Robot,
        motion: RobotMotion | Rollout,
        label: str | None = None,
        tint: Tint = None,
    ) -> RobotActor:
        """Add a robot that performs a motion, or a rollout with its senses, and return its figure.

        Args:
            robot: The robot.
            motion: What it does.
            label: Its name in the scene, by default the robot's.
            tint: A colour from 0 to 255 in place of its own.
        """
        rollout = motion if isinstance(motion, Rollout) else None
        played = motion.as_motion() if isinstance(motion, Rollout) else motion
        actor = RobotActor(
            self.server,
            self._next_name(),
            robot,
            played,
            robot.name if label is None else label,
            rollout,
            tint,
            self._most_triangles,
        )
        return self._add(actor)

    def add_live_robot(self, robot: Robot, label: str | None = None) -> LiveRobot:
        """Add a robot whose pose is set from outside whenever a new one comes, and return it."""
        name = robot.name if label is None else label
        return self._add(LiveRobot(self.server, self._next_name(), robot, name, self._most_triangles))

    def remove(self, figure: Figure) -> None:
        """Take a figure out of the scene; :meth:`begin` then arranges those that stay."""
        with self._lock:
            self._figures.remove(figure)
            figure.remove()

    def begin(self) -> None:
        """Arrange the figures, show the controls, and begin; again after figures were added or removed."""
        with self._lock:
            if not self._figures:
                raise RenderError("nothing to show: add a person or a robot first")
            moving = [figure for figure in self._figures if figure.frame_count > 1]
            rate = moving[0].fps if moving else 30.0
            self.clock.resize(max((figure.duration for figure in self._figures), default=0.0), rate)
            if self._wanted_time is not None:
                # Somebody opened the page at a moment before there was any.
                self.clock.seek(self._wanted_time)
                self._wanted_time = None
            self._make_panels()
            self.refresh()
            lanes = self._lanes
        if lanes is not None and self._is_staged:
            self.aim.at(lanes)

    def go_live(self) -> None:
        """Have live figures show what comes, also where somebody looks back at the last seconds."""
        if self._back_panel is not None:
            self._back_panel.go(False)

    def perform(self, figure: RobotActor, motion: RobotMotion) -> None:
        """Have a robot that is in the scene do something else, at once."""
        with self._lock:
            figure.perform(motion)
            self.clock.resize(max(figure.duration for figure in self._figures), self.clock.fps)
            if self._timeline is not None:
                self._timeline.resize()
        self._player.wake()

    def refresh(self) -> None:
        """Show what the looks say: places, layers, and who is seen."""
        with self._lock:
            if not self._figures:
                return
            first = self._figures[0]
            performers = [figure.performer for figure in self._figures]
            self._lanes = arrange(performers, first.viewpoint, self.looks.layout)
            overlaid = self.looks.layout == LAYOUTS[1] and len(self._figures) > 1
            for index, figure in enumerate(self._figures):
                figure.set_visible(self._is_staged and figure.label not in self.looks.hidden)
                figure.lay(not overlaid or index == 0)
                figure.set_ghost(overlaid and index == 0)
                if isinstance(figure, PersonActor):
                    figure.set_form(self.looks.form)
                for layer in LAYERS:
                    figure.set_layer(layer, layer in self.looks.layers)
        self._player.wake()

    def set_curves(self, groups: Mapping[str, Curves]) -> None:
        """Plot groups of curves, of which one is chosen at a time."""
        self._plots.set_curves(groups)

    def set_moments(self, moments: Sequence[tuple[str, float]]) -> None:
        """List moments to jump to: what is seen there, and the time [s]; the first is the worst."""
        self._plots.set_moments(moments)

    def set_notes(self, markdown: str) -> None:
        """Show a text beside the scene."""
        self._plots.set_notes(markdown)

    def set_stage(self, shown: bool) -> None:
        """Show all figures and their time, or none while something else stands in the middle."""
        with self._lock:
            self._is_staged = shown
            if self._timeline is not None:
                self._timeline.set_visible(shown and self.clock.duration > 0.0)
            lanes = self._lanes if self._figures else None
        self.refresh()
        if shown and lanes is not None:
            self.aim.at(lanes)

    def close(self) -> None:
        """Stop the clock and the server."""
        self._player.close()
        self.host.close()

    def __enter__(self) -> Scene:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def show_at(self, time: float) -> None:
        """Send the frame of a time [s] at once, whatever the clock says, for recordings."""
        self._show(time)

    def _add(self, figure: Any) -> Any:
        with self._lock:
            self._figures.append(figure)
        return figure

    def _next_name(self) -> str:
        with self._lock:
            self._count += 1
            return f"{_STAGE}/figure_{self._count}"

    def _dress(self) -> None:
        gui, scene = self.server.gui, self.server.scene
        gui.configure_theme(show_logo=False, show_share_button=False, brand_color=BRAND, dark_mode=False)
        gui.set_panel_label(self._title)
        gui.main_panel.dock_right()
        # The lamps alone: a map of surroundings washes colours out, and takes long without a graphics card.
        scene.configure_environment_map(hdri=None)
        scene.configure_default_lights(cast_shadow=True)
        scene.add_light_hemisphere("/sky", sky_color=_SKY, ground_color=_GROUND, intensity=_SKY_LIGHT)
        scene.world_axes.visible = False
        scene.add_frame(_STAGE, show_axes=False)

    def _make_panels(self) -> None:
        gui = self.server.gui
        if self._timeline is None:
            self._timeline = Timeline(self.server, self.clock, self._address_at)
            self._folder = gui.add_folder("Display", order=0)
        self._timeline.resize()
        self._timeline.set_visible(self._is_staged and self.clock.duration > 0.0)
        self._offer_looking_back()
        if self._looks_panel is not None:
            self._looks_panel.remove()
            self._folder.remove()
            self._folder = gui.add_folder("Display", order=0)
        layers = {layer for figure in self._figures for layer in figure.layers}
        labels = tuple(figure.label for figure in self._figures)
        has_body = any(isinstance(figure, PersonActor) and figure.has_body for figure in self._figures)
        with self._folder:
            self._looks_panel = LooksPanel(
                self.server, self.looks, tuple(layers), labels, self.refresh, has_body
            )
        rollouts = [figure.rollout for figure in self._figures if isinstance(figure, RobotActor)]
        seen = next((rollout for rollout in rollouts if rollout is not None and rollout.pictures), None)
        if seen is not None and self._eyes is None:
            self._eyes = EyeImages(self.server, seen)

    def _offer_looking_back(self) -> None:
        """Have a button for the last seconds where all figures are live."""
        live = all(isinstance(figure, LiveRobot) for figure in self._figures)
        if live and self._back_panel is None:
            self._back_panel = LookBackPanel(self.server, self._look_back)
        elif not live and self._back_panel is not None:
            self._back_panel.remove()
            self._back_panel = None

    def _look_back(self, back: bool) -> bool:
        """Have live figures stand still for the last seconds to be looked at, or go on; return which."""
        with self._lock:
            live = [figure for figure in self._figures if isinstance(figure, LiveRobot)]
            for figure in live:
                if back:
                    figure.look_back()
                else:
                    figure.go_live()
            duration = max((figure.duration for figure in live), default=0.0)
            if duration == 0.0:
                # Nothing has come yet, so there is nothing to look back on.
                for figure in live:
                    figure.go_live()
            self.clock.play(False)
            self.clock.resize(duration, LiveRobot.fps)
            self.clock.seek(duration)
            if self._timeline is not None:
                self._timeline.resize()
                self._timeline.set_visible(duration > 0.0)
        self._player.wake()
        return duration > 0.0

    def _show(self, time: float) -> None:
        with self._lock:
            if self._lanes is None or len(self._lanes.offsets_w) != len(self._figures):
                return
            with self._wire.frame():
                for figure, offset_w in zip(self._figures, self._lanes.offsets_w, strict=True):
                    if figure.label not in self.looks.hidden:
                        figure.show(time, offset_w, self.looks.follows)
            self._ticks += 1
            if self._ticks % _SLOW == 0 or not self.clock.now.playing:
                if self._timeline is not None:
                    self._timeline.show(time)
                self._plots.show(time)
                if self._eyes is not None:
                    self._eyes.show(time)

    def _address_at(self, time: float) -> str:
        return self.host.address_with(t=f"{time:.3f}")

    def _at_address(self, query: dict[str, str]) -> None:
        """Go to the time that an address names; other words in it mean nothing."""
        try:
            time = float(query.get("t", "nan"))
        except ValueError:
            return
        if np.isfinite(time):
            self._wanted_time = time if self.clock.duration == 0.0 else None
            self.clock.play(False)
            self.clock.seek(time)
