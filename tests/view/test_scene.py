"""The stage, drawn for real."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.errors import RenderError
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.view.performer import Performer
from understudy.view.robot_figure import RobotFigure
from understudy.view.scene import BACKGROUND, FAST_SAMPLES, FINE_SAMPLES, Stage
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint

SIZE = (160, 200)

pytestmark = pytest.mark.usefixtures("can_render")


def draw(performer: Performer, samples: int = FAST_SAMPLES, size: tuple[int, int] = SIZE) -> np.ndarray:
    camera = Viewpoint(0.0, lying=False).cameras(performer, size)[0]
    stage = Stage(performer, camera.distance, size, samples)
    try:
        return stage.picture(0, camera)
    finally:
        stage.close()


@pytest.fixture
def toy(robot: Robot, standing_still: Callable[..., RobotMotion]) -> RobotFigure:
    """Return the toy robot, which is green."""
    return RobotFigure(robot, standing_still(robot), "toy")


def green(picture: np.ndarray) -> np.ndarray:
    red, middle, blue = np.moveaxis(picture.astype(int), -1, 0)
    return (middle > red + 40) & (middle > blue + 40)


def test_background_is_even_and_floor_is_below(toy: RobotFigure) -> None:
    picture = draw(toy)
    background = np.round(255.0 * np.array(BACKGROUND))
    np.testing.assert_allclose(picture[:20], np.broadcast_to(background, (20, SIZE[0], 3)), atol=2)
    assert picture[-20:].mean() < background.mean() - 15.0
    assert len(np.unique(picture[-20:].reshape(-1, 3), axis=0)) > 1


def test_a_robot_stands_in_the_middle_and_fills_its_picture(toy: RobotFigure) -> None:
    rows, columns = np.nonzero(green(draw(toy)))
    assert columns.mean() == pytest.approx(0.5 * SIZE[0], abs=0.05 * SIZE[0])
    assert 0.6 < np.ptp(rows) / SIZE[1] < 0.85


def test_no_lane_is_so_narrow_that_its_performer_is_lost_in_the_fog(toy: RobotFigure) -> None:
    narrow = draw(toy, size=(64, 240))
    assert green(narrow).sum() > 300


def test_more_samples_make_smoother_edges(toy: RobotFigure) -> None:
    rough, smooth = (
        len(np.unique(draw(toy, n).reshape(-1, 3), axis=0)) for n in (FAST_SAMPLES, FINE_SAMPLES)
    )
    assert smooth > 1.2 * rough


def test_the_same_picture_is_drawn_twice(toy: RobotFigure) -> None:
    np.testing.assert_array_equal(draw(toy), draw(toy))


def test_the_robot_is_not_changed_by_being_drawn(robot: Robot, toy: RobotFigure) -> None:
    draw(toy)
    assert robot.model.light_active.all()
    assert robot.model.vis.global_.offwidth != SIZE[0]


def test_stages_do_not_disturb_each_other(toy: RobotFigure, make_person: Callable[..., HumanMotion]) -> None:
    alone = draw(toy)
    person = Source(make_person())
    camera = Viewpoint(0.0, lying=False).cameras(toy, SIZE)[0]
    first = Stage(toy, camera.distance, SIZE, FAST_SAMPLES)
    second = Stage(person, 2.0 * camera.distance, SIZE, FAST_SAMPLES)
    beside = first.picture(0, camera)
    second.close()
    first.close()
    np.testing.assert_array_equal(beside, alone)


def test_an_impossible_size_is_refused(toy: RobotFigure) -> None:
    with pytest.raises(RenderError, match="no picture of 100000 x 200 pixels"):
        draw(toy, size=(100_000, 200))
