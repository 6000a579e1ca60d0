"""Cameras stand as far away as it takes to see whole limbs, the same for all, and no farther."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.camera import Camera
from understudy.view.performer import Performer
from understudy.view.robot_figure import RobotFigure
from understudy.view.room import EDGE, FARTHEST, distances_needed, room_for_all
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint

SIZE = (480, 600)
FRAME = np.array([0])


class Reaching(Source):
    """A person who reaches to some point."""

    def __init__(self, human: HumanMotion, way: float = 0.0) -> None:
        """Take nothing of the person but its place."""
        super().__init__(human)
        self.reached_w = np.array([way, 0.0, 0.0])

    def points_w(self, frame: int) -> np.ndarray:
        """Return the person's and that point."""
        return np.vstack([super().points_w(frame), self.reached_w])


@pytest.fixture
def human(make_person: Callable[..., HumanMotion]) -> HumanMotion:
    return make_person()


def cameras_of(performer: Performer) -> list[Camera]:
    return Viewpoint(0.0, lying=False).cameras(performer, SIZE)


def place_in_picture(camera: Camera, point_w: np.ndarray) -> np.ndarray:
    """Return where (2,) a point is seen, ±1 at the edges of the picture."""
    right_w, _ = camera.horizontal_axes_w()
    away_w = camera.forward_w()
    offset = point_w - camera.position_w()
    half = np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW)) * (offset @ away_w)
    return np.array([offset @ right_w * SIZE[1] / SIZE[0], offset @ np.cross(right_w, away_w)]) / half


def test_somebody_who_stands_needs_no_more_room(human: HumanMotion) -> None:
    person = Source(human)
    assert room_for_all([person], [cameras_of(person)], SIZE) == 1.0


@pytest.mark.parametrize("along", ["right", "up", "towards the camera"])
def test_a_limb_that_reaches_far_comes_to_lie_at_the_edge(human: HumanMotion, along: str) -> None:
    person = Source(human)
    camera = cameras_of(person)[0]
    right_w, ahead_w = camera.horizontal_axes_w()
    ways = {"right": right_w, "up": np.array([0.0, 0.0, 1.0]), "towards the camera": 0.8 * right_w - ahead_w}
    reaching = Reaching(human)
    point_w = reaching.reached_w = camera.target_w + 0.7 * person.stature.height * ways[along]
    room = room_for_all([reaching], [cameras_of(reaching)], SIZE)
    assert 1.0 < room < FARTHEST
    assert np.abs(place_in_picture(camera, point_w)).max() > EDGE
    assert np.abs(place_in_picture(camera.from_farther(room), point_w)).max() == pytest.approx(EDGE)


def test_all_lanes_make_room_for_one(
    human: HumanMotion, robot: Robot, standing_still: Callable[..., RobotMotion]
) -> None:
    reaching, toy = Reaching(human, 1.5), RobotFigure(robot, standing_still(robot), "toy")
    rooms = [
        room_for_all(shown, [cameras_of(each) for each in shown], SIZE)
        for shown in ([reaching], [reaching, toy], [toy, reaching])
    ]
    assert rooms[0] > 1.1
    assert rooms[1:] == pytest.approx([rooms[0]] * 2)


def test_cameras_stand_no_farther_than_shows_something(human: HumanMotion) -> None:
    thrown = Reaching(human, 50.0)
    assert room_for_all([thrown], [cameras_of(thrown)], SIZE) == FARTHEST


def test_a_robots_points_hold_its_shapes(robot: Robot, standing_still: Callable[..., RobotMotion]) -> None:
    toy = RobotFigure(robot, standing_still(robot), "toy")
    heights = toy.points_w(0)[:, 2]
    assert np.ptp(heights) == pytest.approx(toy.stature.height, rel=0.05)
    assert distances_needed(toy, cameras_of(toy), FRAME, SIZE)[0] < cameras_of(toy)[0].distance


def test_nobody_seen_needs_no_room(make_person: Callable[..., HumanMotion]) -> None:
    person = make_person()
    known = np.zeros_like(person.valid_mask)
    known[1:] = True
    hidden = HumanMotion(
        names=person.names, landmarks=person.landmarks, fps=person.fps, valid=known, frames=person.frames
    )
    source = Source(hidden)
    assert distances_needed(source, cameras_of(source), FRAME, SIZE)[0] == 0.0
