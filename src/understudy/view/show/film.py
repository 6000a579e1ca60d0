"""The film of a rollout: panels on one clock, written as H.264 in an mp4 file that any browser plays.

Above are the source, where it is given, and the robot; below what its eyes saw; at the right its joints,
under them its skin, and any further panels. A row with one panel gives it the whole width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import mujoco
import numpy as np

from understudy.drawing.encoder import encode_film
from understudy.errors import RenderError
from understudy.motion.archive import require_writable
from understudy.motion.human_motion import HumanMotion
from understudy.motion.rollout import Rollout
from understudy.robots import Robot
from understudy.view.camera import Camera
from understudy.view.lane import Lane
from understudy.view.performer import Performer
from understudy.view.robot_figure import RobotFigure
from understudy.view.room import cameras_with_room
from understudy.view.scene import FAST_SAMPLES
from understudy.view.show.eye_panel import EyePanel
from understudy.view.show.joint_panel import JointPanel
from understudy.view.show.panel import CELL, LABEL, Panel
from understudy.view.show.touch_panel import TouchPanel
from understudy.view.source import Source
from understudy.view.video import film_fps
from understudy.view.viewpoint import Viewpoint

EYES = {"eyes/left": "left eye", "eyes/right": "right eye"}
"""Pictures that are shown, and what is written under them."""

_SLIDE = int(mujoco.mjtJoint.mjJNT_SLIDE)

Make = Callable[[tuple[int, int]], Panel]
"""Makes a panel of a width and height [pixels], its label within."""


def render_show(
    path: str | Path,
    rollout: Rollout,
    robot: Robot,
    human: HumanMotion | None = None,
    further: Sequence[Make] = (),
    fps: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Film a rollout; the file is written whole or not at all.

    Args:
        path: The mp4 file.
        rollout: The rollout, with the pictures that its eyes took where they were open.
        robot: Its robot.
        human: The source, or None to leave it out.
        further: Makers of further panels, which go under the joints and the skin.
        fps: Frames a second of the film; by default those of the rollout, thinned out to at most 30.
        progress: Called after each frame with the number of frames done and of all frames.

    Raises:
        RenderError: Where nothing can be drawn here.
    """
    require_writable(path)
    rate = film_fps(rollout.fps) if fps is None else fps
    if not 0.0 < rate < float("inf"):
        raise RenderError(f"a film cannot have {rate} frames a second, expected a number over 0")
    rows, side = makers(rollout, robot, human)
    with Show(rows, [*side, *further]) as show:
        total = int((rollout.time[-1] - rollout.time[0]) * rate + 1e-6) + 1
        encode_film(Path(path), _pictures(show, rate, total, progress), show.size, rate)


class Show:
    """All panels side by side at any time; a context that gives back what they draw with."""

    def __init__(self, rows: Sequence[Sequence[Make]], side: Sequence[Make], label: int = LABEL) -> None:
        """Make the panels.

        Args:
            rows: Makers of the panels of each row, which share its width.
            side: Makers of the panels at the right, which share the height.
            label: Height of the label of a panel [pixels].
        """
        most = max(len(row) for row in rows)
        width, height = most * CELL[0], len(rows) * (CELL[1] + label)
        self.size = (width + (CELL[0] if side else 0), height)
        with ExitStack() as stack:
            self._rows = [
                [_made(stack, make, (width // len(row), CELL[1] + label)) for make in row] for row in rows
            ]
            self._side = [_made(stack, make, (CELL[0], height // len(side))) for make in side]
            self._open = stack.pop_all()

    def picture(self, time: float) -> np.ndarray:
        """Return the film's picture (H, W, 3) uint8 at a time [s]."""
        rows = [np.concatenate([panel.picture(time) for panel in row], axis=1) for row in self._rows]
        left = np.concatenate(rows, axis=0)
        if not self._side:
            return left
        return np.concatenate([left, np.concatenate([panel.picture(time) for panel in self._side])], axis=1)

    def __enter__(self) -> Show:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close every panel."""
        self._open.close()


def _made(stack: ExitStack, make: Make, size: tuple[int, int]) -> Panel:
    panel = make(size)
    stack.callback(panel.close)
    return panel


def makers(
    rollout: Rollout,
    robot: Robot,
    human: HumanMotion | None,
    joints: bool = True,
    samples: int = FAST_SAMPLES,
    label: int = LABEL,
) -> tuple[list[list[Make]], list[Make]]:
    """Return the makers of all rows, and of what is at the right: joints, where asked for, and skin.

    Args:
        rollout: The rollout.
        robot: Its robot.
        human: The source, or None to leave it out.
        joints: Whether joints are shown.
        samples: Samples a pixel that smooth the edges.
        label: Height of the label of a panel [pixels].
    """
    motion = rollout.as_motion()
    performers: list[Performer] = [] if human is None else [Source(human)]
    performers.append(RobotFigure(robot, motion, robot.name))
    viewpoint = Viewpoint.on_robot(robot, motion) if human is None else Viewpoint.on_person(human)

    # Both lanes are as large, and all performers are looked at for the room of each.
    @cache
    def cameras(width: int, height: int) -> list[list[Camera]]:
        return cameras_with_room(performers, viewpoint, (width, height - label))

    def lane(index: int) -> Make:
        return lambda size: Lane(performers[index], cameras(*size)[index], size, label, samples)

    def eye(name: str) -> Make:
        return lambda size: EyePanel(rollout.pictures[name], EYES[name], size, label)

    rows = [
        [lane(index) for index in range(len(performers))],
        [eye(name) for name in EYES if name in rollout.pictures],
    ]
    side: list[Make] = []
    slides = frozenset(name for name in robot.joints if robot.model.joint(name).type[0] == _SLIDE)
    if joints and rollout.joints:
        side.append(lambda size: JointPanel(rollout, size, label, slides))
    if rollout.skin is not None:
        side.append(lambda size: TouchPanel(rollout, robot, size, label))
    return [row for row in rows if row], side


def _pictures(
    show: Show, fps: float, total: int, progress: Callable[[int, int], None] | None
) -> Iterator[np.ndarray]:
    for index in range(total):
        yield show.picture(index / fps)
        if progress is not None:
            progress(index + 1, total)
