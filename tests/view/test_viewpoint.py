"""From where performers are seen, and how the camera follows them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot
from understudy.view.robot_figure import RobotFigure
from understudy.view.source import Source
from understudy.view.viewpoint import Viewpoint, smooth_path

UP = np.array([0.0, 0.0, 1.0])
SIZE = (480, 600)
HEADING = 0.7
TURNED = rot.from_axis_angle(UP, HEADING)
ON_THE_BACK = rot.multiply(TURNED, rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi))

MakePerson = Callable[..., HumanMotion]


def test_heading_comes_from_the_pelvis(make_person: MakePerson) -> None:
    view = Viewpoint.on_person(make_person(turn=TURNED, oriented=("pelvis",)))
    assert view.heading == pytest.approx(HEADING)
    assert not view.lying


@pytest.mark.parametrize("without", [(), ("hip_l",)])
def test_heading_comes_from_hips_or_shoulders_without_a_pelvis(
    make_person: MakePerson, without: tuple[str, ...]
) -> None:
    assert Viewpoint.on_person(make_person(turn=TURNED, without=without)).heading == pytest.approx(HEADING)


def test_a_lying_person_is_seen_from_the_feet_and_above(make_person: MakePerson) -> None:
    person = make_person(turn=ON_THE_BACK, oriented=("pelvis",))
    view = Viewpoint.on_person(person)
    assert view.lying
    # The back lies down, the head points against the old heading, so the feet point along it.
    assert view.heading == pytest.approx(HEADING)
    assert view.cameras(Source(person), SIZE)[0].elevation < np.deg2rad(-40.0)


def test_a_standing_person_is_seen_from_the_right_and_front(make_person: MakePerson) -> None:
    person = make_person(turn=TURNED, oriented=("pelvis",))
    camera = Viewpoint.on_person(person).cameras(Source(person), SIZE)[0]
    to_camera_w = rot.rotate(rot.conjugate(TURNED), camera.position_w() - camera.target_w)
    forward, left, up = to_camera_w
    assert forward > 0.0
    assert left < -forward
    assert up > 0.0


def test_lanes_differ_only_by_the_performers_size(
    make_person: MakePerson, robot: Robot, standing_still: Callable[..., RobotMotion]
) -> None:
    person = make_person(turn=TURNED)
    view = Viewpoint.on_person(person)
    source, toy = Source(person), RobotFigure(robot, standing_still(robot), "toy")
    ours, theirs = (view.cameras(performer, SIZE)[0] for performer in (source, toy))
    assert (ours.azimuth, ours.elevation) == (theirs.azimuth, theirs.elevation)
    assert ours.distance / source.stature.height == pytest.approx(theirs.distance / toy.stature.height)


def test_a_narrow_lane_still_shows_spread_arms(make_person: MakePerson) -> None:
    source = Source(make_person())
    camera = Viewpoint(0.0, lying=False).cameras(source, (200, 600))[0]
    shown_height = 2.0 * camera.distance * np.tan(0.5 * np.deg2rad(camera.FIELD_OF_VIEW))
    assert shown_height * 200 / 600 > source.stature.height


def test_a_fixed_base_is_seen_from_its_own_front(
    make_robot: Callable[[str], Robot], standing_still: Callable[..., RobotMotion]
) -> None:
    fixed = make_robot("fixed")
    figure = RobotFigure(fixed, standing_still(fixed), "toy")
    alone = Viewpoint.on_robot(fixed, standing_still(fixed)).cameras(figure, SIZE)[0]
    beside_a_lying_one = Viewpoint(HEADING, lying=True).cameras(figure, SIZE)[0]
    assert alone.azimuth == beside_a_lying_one.azimuth
    assert alone.elevation == beside_a_lying_one.elevation


@pytest.mark.parametrize(("turn", "lying"), [(TURNED, False), (ON_THE_BACK, True)])
def test_a_robot_alone_is_seen_as_a_person_would_be(
    robot: Robot, standing_still: Callable[..., RobotMotion], turn: np.ndarray, lying: bool
) -> None:
    still = standing_still(robot)
    q = still.q.copy()
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    view = Viewpoint.on_robot(robot, RobotMotion(robot.name, "track", robot.joints, q, 60.0, still.status))
    assert view.heading == pytest.approx(HEADING)
    assert view.lying is lying


def test_smoothing_keeps_a_straight_walk_to_its_ends() -> None:
    path = np.outer(np.arange(200), (0.02, -0.01, 0.0))
    np.testing.assert_allclose(smooth_path(path, fps=60.0), path, atol=1e-9)


def test_smoothing_takes_most_of_a_sway_away() -> None:
    fps, sway = 60.0, 0.05
    times = np.arange(600) / fps
    path = np.stack([times, sway * np.sin(2.0 * np.pi * 1.0 * times), np.zeros_like(times)], axis=1)
    assert np.abs(smooth_path(path, fps)[100:-100, 1]).max() < 0.1 * sway


def test_smoothing_leaves_a_single_frame_alone() -> None:
    path = np.array([[1.0, 2.0, 3.0]])
    np.testing.assert_array_equal(smooth_path(path, fps=30.0), path)
