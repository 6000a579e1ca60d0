"""Source and robots side by side, each in a lane of its own with its name under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from understudy.errors import RenderError
from understudy.motion.human_motion import HumanMotion
from understudy.motion.robot_motion import RobotMotion
from understudy.robots import Robot
from understudy.view.lane import Lane
from understudy.view.performer import Performer
from understudy.view.robot_figure import RobotFigure
from understudy.view.room import cameras_with_room
from understudy.view.scene import BACKGROUND
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint

Performances = Sequence[tuple[Robot, RobotMotion]]

SMALLEST_LANE = 64
"""Width and height [pixels] under which a lane shows nothing of use."""

LABEL_SHARE = 0.075
"""Share of the lane's height that its label takes."""

_GAP = 2
"""Half the width [pixels] of the gap between two lanes."""


class Lanes:
    """Draws all performers at any time of their motions; a context manager that gives its stages back."""

    def __init__(
        self,
        human: HumanMotion | None,
        performances: Performances,
        size: tuple[int, int],
        samples: int,
    ) -> None:
        """Set the stage for each performer.

        Args:
            human: The source, in the first lane, or None to show robots only.
            performances: Robots and their motions, one lane each.
            size: Width and height of a lane with its label [pixels].
            samples: Samples a pixel that smooth the edges.
        """
        if min(size) < SMALLEST_LANE:
            raise RenderError(
                f"a lane of {size[0]} x {size[1]} pixels is too small, at least {SMALLEST_LANE}"
            )
        self._performers = _performers(human, performances)
        viewpoint = Viewpoint.on_person(human) if human is not None else Viewpoint.on_robot(*performances[0])
        label_height = round(LABEL_SHARE * size[1])
        shown = size[0], size[1] - label_height
        self._lanes = [
            Lane(performer, cameras, size, label_height, samples)
            for performer, cameras in zip(
                self._performers, cameras_with_room(self._performers, viewpoint, shown), strict=True
            )
        ]

    @property
    def count(self) -> int:
        """Number of lanes."""
        return len(self._performers)

    @property
    def fps(self) -> float:
        """Frames a second [1/s] of the first lane, which gives the time."""
        return self._performers[0].fps

    @property
    def frame_count(self) -> int:
        """Number of frames of the first lane."""
        return len(self._performers[0].path_w)

    @property
    def duration(self) -> float:
        """Time [s] of the last frame of the longest motion."""
        return max((len(performer.path_w) - 1) / performer.fps for performer in self._performers)

    def picture(self, time: float) -> np.ndarray:
        """Return all lanes (H, lanes · W, 3) uint8 at a time [s]; a motion that is over stays as it ended."""
        return _side_by_side([lane.picture(time) for lane in self._lanes])

    def close(self) -> None:
        """Give the OpenGL contexts back."""
        for lane in self._lanes:
            lane.close()

    def __enter__(self) -> Lanes:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()


def lane_labels(performances: Performances) -> list[str]:
    """Return the robots' names, with the method where one robot performs more than once."""
    count = Counter(robot.name for robot, _ in performances)
    return [
        robot.name if count[robot.name] == 1 else f"{robot.name} ({motion.method})"
        for robot, motion in performances
    ]


def _performers(human: HumanMotion | None, performances: Performances) -> list[Performer]:
    if human is None and not performances:
        raise RenderError("nothing to draw: give a human motion, a robot's motion, or both")
    performers: list[Performer] = [] if human is None else [Source(human)]
    for (robot, motion), label in zip(performances, lane_labels(performances), strict=True):
        performers.append(RobotFigure(robot, motion, label))
    return performers


def _side_by_side(lanes: list[np.ndarray]) -> np.ndarray:
    picture = np.concatenate(lanes, axis=1)
    width = lanes[0].shape[1]
    for border in range(width, picture.shape[1], width):
        picture[:, border - _GAP : border + _GAP] = [round(255 * part) for part in BACKGROUND]
    return picture
