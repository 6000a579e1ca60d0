"""Points on which parts of robots may carry: on the surface, outermost, and on both sides alike."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.motion.landmarks import PART_CONTACTS, SIDES
from understudy.robots import Robot, load_robot
from understudy.robots.body_part_names import body_part_names
from understudy.robots.drawn_only import is_drawn_only
from understudy.robots.part_points import PartPoints, part_points
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.surface import geom_in_body_frame

ROBOTS = ("g1", "hrp4", "talos", "nao", "h1", "mimo", "dummy", "jvrc1", "icub", "simple-humanoid")
ON_SURFACE, LEFT_OUT = 1e-9, 0.005  # [m]
NEAR = 0.005  # [m]


def world(robot: Robot) -> tuple[PartPoints, np.ndarray]:
    points, data = part_points(robot), home_data(robot.model, robot.home)
    return points, points.in_world(data.xpos, data.xmat.reshape(-1, 3, 3))


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_has_points_for_every_part_that_it_has(name: str) -> None:
    robot = load_robot(name)
    points = part_points(robot)
    lacks = {"head"} if name == "simple-humanoid" else set()
    assert set(points.parts) == set(PART_CONTACTS) - lacks
    assert points.bodies.shape == (len(points.parts),)
    assert points.places.shape == (len(points.parts), 3)
    with pytest.raises(ValueError, match="read-only"):
        points.places[0] = 0.0


@pytest.mark.parametrize("name", ROBOTS)
def test_points_are_on_the_hulls_of_their_bodies_and_leave_nothing_of_hands_out(name: str) -> None:
    robot = load_robot(name)
    points, directions = part_points(robot), np.random.default_rng(0).normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for body in np.unique(points.bodies).tolist():
        reach = _reach(robot, body, directions)
        own = points.places[points.bodies == body] @ directions.T
        assert (own - reach).max() < ON_SURFACE
        if body_part_names(robot)[body].startswith("hand") and len(own):
            assert (reach - own.max(axis=0)).max() < LEFT_OUT


def _reach(robot: Robot, body: int, directions: np.ndarray) -> np.ndarray:
    """Return how far (N,) [m] the shapes of a body reach in directions (N, 3) from its origin."""
    model = robot.model
    reaches = [np.full(len(directions), -np.inf)]
    for geom in np.flatnonzero(model.geom_bodyid == body).tolist():
        if not is_drawn_only(model, geom):
            points, radius = geom_in_body_frame(model, geom)
            reaches.append((points @ directions.T).max(axis=0) + radius)
    return np.max(reaches, axis=0)


@pytest.mark.parametrize("name", ["dummy", "mimo"])
def test_both_sides_are_alike(name: str) -> None:
    points, places = world(load_robot(name))
    for part in ("hand", "forearm", "knee"):
        left, right = (places[points.of(f"{part}_{side}")] for side in SIDES)
        mirrored = left * [1.0, -1.0, 1.0]
        for direction in np.vstack([np.eye(3), -np.eye(3)]):
            assert (mirrored @ direction).max() == pytest.approx((right @ direction).max(), abs=NEAR), part


@pytest.mark.parametrize("name", ROBOTS)
def test_knees_are_about_the_knee_joints(name: str) -> None:
    robot = load_robot(name)
    points, places = world(robot)
    data = home_data(robot.model, robot.home)
    shin = robot.segment_length("shin_l")
    for side in SIDES:
        knee = point_in_world(data, robot.landmarks[f"knee_{side}"])
        own = places[points.of(f"knee_{side}")]
        assert np.abs(own[:, 2] - knee[2]).max() < 1.1 * shin
        assert own[:, 0].min() < knee[0] < own[:, 0].max()


@pytest.mark.parametrize("name", ROBOTS)
def test_parts_are_in_anatomical_order_from_above(name: str) -> None:
    points, places = world(load_robot(name))
    middle = {part: places[points.of(part), 2].mean() for part in set(points.parts)}
    assert middle["knee_l"] < middle["pelvis"] < middle["chest"]
    assert middle.get("head", np.inf) > middle["chest"]


def test_points_move_with_their_bodies() -> None:
    robot = load_robot("g1")
    points, data = part_points(robot), mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    data.qpos[:3] += [1.0, 2.0, 3.0]
    mujoco.mj_kinematics(robot.model, data)
    moved = points.in_world(data.xpos, data.xmat.reshape(-1, 3, 3))
    np.testing.assert_allclose(moved - world(robot)[1], np.tile([1.0, 2.0, 3.0], (len(moved), 1)), atol=1e-9)
