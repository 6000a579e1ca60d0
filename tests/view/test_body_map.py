"""A map of the body shows skin where it was touched, in front and behind, without OpenGL."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.motion import Skin
from understudy.robots import load_robot
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.view.body_map import BodyMap, draw_body_map, prepare_body_map
from understudy.view.body_view import body_view

SIZE = (160, 120)


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("mimo")


@pytest.fixture(scope="module")
def skin(robot: Robot) -> Skin:
    """Return four taxels on the chest (front, back, left, right) and one on the head."""
    places = np.array([[0.058, 0, 0.012], [-0.048, 0, 0.012], [0.005, 0.08, 0.012], [0.005, -0.08, 0.012]])
    normals = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [1, 0, 0]])
    return Skin(
        bodies=("upper_body", "head"),
        parts=("chest", "head"),
        frames=("upper_body", "head"),
        others=(),
        body=np.array([0, 0, 0, 0, 1]),
        part=np.array([0, 0, 0, 0, 1]),
        points=np.concatenate([places, [[0.0835, 0.0, 0.0735]]]),
        normals=normals,
        areas=np.full(5, 2e-3),
    )


@pytest.fixture(scope="module")
def prepared(robot: Robot, skin: Skin) -> BodyMap:
    return prepare_body_map(robot, skin, SIZE)


def changed(prepared: BodyMap, taxel: int) -> np.ndarray:
    """Return by how much (H, W) a touch of one taxel colours each pixel."""
    values = np.zeros(prepared.taxel_count)
    values[taxel] = 1.0
    return np.abs(draw_body_map(prepared, values, 1.0).astype(float) - prepared.blank).sum(axis=2)


def test_what_is_touched_in_front_is_seen_in_front(prepared: BodyMap) -> None:
    half = SIZE[0] // 2
    front, back = changed(prepared, 0), changed(prepared, 1)
    assert front[:, :half].sum() > 20
    assert front[:, :half].sum() > 3 * front[:, half:].sum()
    assert back[:, half:].sum() > 3 * back[:, :half].sum()


def test_left_and_right_are_where_a_viewer_expects_them(prepared: BodyMap) -> None:
    half = SIZE[0] // 2
    columns = np.arange(half)
    left, right = (changed(prepared, taxel)[:, :half].sum(axis=0) for taxel in (2, 3))
    # From the front the robot's left is on the picture's right.
    assert left @ columns / left.sum() > right @ columns / right.sum() + 3
    behind = [changed(prepared, taxel)[:, half:].sum(axis=0) for taxel in (2, 3)]
    assert behind[0] @ columns / behind[0].sum() < behind[1] @ columns / behind[1].sum() - 3


def test_nothing_felt_leaves_the_map_blank_and_more_is_darker(prepared: BodyMap) -> None:
    none = np.zeros(prepared.taxel_count)
    for most in (0.0, 1.0):
        np.testing.assert_array_equal(draw_body_map(prepared, none, most), prepared.blank)
    some, most = none.copy(), none.copy()
    some[0], most[0] = 0.1, 1.0
    where = changed(prepared, 0) > 0.0
    # Yellow is a little, dark red the most: what is green in a colour shrinks.
    assert (
        draw_body_map(prepared, most, 1.0)[where, 1].mean()
        < draw_body_map(prepared, some, 1.0)[where, 1].mean()
    )


def test_rays_meet_the_body_where_it_is(robot: Robot) -> None:
    view = body_view(robot, (80, 120), front=True)
    head = robot.model.body("head").id
    data = home_data(robot.model, robot.home)
    rows, columns = np.nonzero(view.bodies == head)
    assert rows.mean() < 40
    assert abs(columns.mean() - 39.5) < 2
    np.testing.assert_allclose(
        view.points_w[view.bodies == head].mean(axis=0)[1], data.xpos[head, 1], atol=0.01
    )
    assert not view.bodies[0].any()


def test_a_picture_of_a_whole_rollout_is_saved(tmp_path: Path) -> None:
    from understudy.motion import RobotMotion
    from understudy.simulate import SimulationOptions, parse_senses, simulate
    from understudy.simulate.holding import rest_pose
    from understudy.view.touch_pictures import draw_touch_map, save_touch_map

    robot = load_robot("mimo")
    q = np.tile(rest_pose(robot), (5, 1))
    motion = RobotMotion("mimo", "rest", robot.joints, q, 25.0, np.zeros(5))
    rollout = simulate(motion, robot, SimulationOptions(senses=parse_senses("skin:spacing=0.03")))
    path = save_touch_map(tmp_path / "map.png", rollout, robot)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert draw_touch_map(rollout, robot, SIZE).shape == (SIZE[1] + 34, 2 * SIZE[0], 3)
