"""Depth under the floor of every kind of geom, against its surface sampled densely and by known numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.errors import RobotError
from understudy.evaluate.poses import compute_poses
from understudy.evaluate.shapes import depths_under_floor
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.robots.body_geoms import body_geoms

Builder = Callable[..., Robot]

TETRAHEDRON = '<asset><mesh name="solid" vertex="0 0 0  0.4 0 0  0 0.4 0  0 0 0.4"/></asset>'

UPRIGHT: dict[str, tuple[str, float]] = {
    "sphere": ('type="sphere" size="0.1"', 0.1),
    "capsule": ('type="capsule" size="0.1 0.2"', 0.3),
    "cylinder": ('type="cylinder" size="0.1 0.2"', 0.2),
    "ellipsoid": ('type="ellipsoid" size="0.1 0.2 0.3"', 0.3),
    "box": ('type="box" size="0.1 0.2 0.3"', 0.3),
}
"""Geom → its reach [m] below its centre when upright."""

LYING: dict[str, float] = {"sphere": 0.1, "capsule": 0.1, "cylinder": 0.1, "ellipsoid": 0.1, "box": 0.1}
"""The reach [m] when turned by a quarter about y, so that its x axis points up or down."""


def place(robot: Robot, height: float, turn: Rotation) -> RobotMotion:
    quaternion = np.roll(turn.as_quat(), 1)
    q = np.concatenate([[3.0, -2.0, height], quaternion])[None]
    return RobotMotion("part", "test", (), q, 30.0, np.ones(1))


def depth(robot: Robot, height: float, turn: Rotation) -> float:
    poses = compute_poses(robot, place(robot, height, turn))
    return float(depths_under_floor(robot.model, poses, body_geoms(robot.model)).max(initial=0.0))


def turns(seed: int) -> Rotation:
    return Rotation.from_quat(np.random.default_rng(seed).normal(size=(20, 4)))


def one_geom(geom: str) -> str:
    return f"<worldbody><body><geom {geom}/></body></worldbody>"


@pytest.mark.parametrize("kind", UPRIGHT)
def test_depth_is_known_upright_and_lying(kind: str, build_robot: Builder) -> None:
    geom, reach = UPRIGHT[kind]
    robot = build_robot(one_geom(geom))
    upright, lying = Rotation.identity(), Rotation.from_euler("y", 90, degrees=True)
    assert depth(robot, reach - 0.03, upright) == pytest.approx(0.03, abs=1e-9)
    assert depth(robot, reach + 0.03, upright) == 0.0
    assert depth(robot, LYING[kind] - 0.04, lying) == pytest.approx(0.04, abs=1e-9)


def surface(kind: str, sizes: np.ndarray) -> np.ndarray:
    """Return many points (N, 3) [m] on a shape."""
    u, v = np.meshgrid(np.linspace(0.0, 2.0 * np.pi, 721), np.linspace(0.0, np.pi, 361))
    ball = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)], axis=-1).reshape(-1, 3)
    signs = np.stack(np.meshgrid(*[[-1.0, 1.0]] * 3), axis=-1).reshape(-1, 3)
    radius, half = sizes[0], np.array([0.0, 0.0, sizes[1]])
    if kind == "box":
        return signs * sizes
    if kind == "cylinder":
        ring = np.stack([np.cos(u[0]), np.sin(u[0]), 0.0 * u[0]], axis=-1) * radius
        return np.concatenate([ring - half, ring + half])
    if kind == "capsule":
        return np.concatenate([ball * radius - half, ball * radius + half])
    return ball * (radius if kind == "sphere" else sizes)


@pytest.mark.parametrize("kind", UPRIGHT)
def test_depth_is_that_of_the_surface_in_any_pose(kind: str, build_robot: Builder) -> None:
    pose = 'pos="0.05 -0.1 0.2" quat="0.5 -0.1 0.7 0.4"'
    robot = build_robot(one_geom(f"{UPRIGHT[kind][0]} {pose}"))
    model = robot.model
    in_body = Rotation.from_quat(np.roll(model.geom_quat[0], -1))
    points = in_body.apply(surface(kind, model.geom_size[0])) + model.geom_pos[0]
    for turn in turns(seed=3):
        lowest = turn.apply(points)[:, 2].min() + 0.1
        assert depth(robot, 0.1, turn) == pytest.approx(max(0.0, -lowest), abs=1e-5)


@pytest.mark.parametrize("contact", ['contype="1"', 'contype="0" conaffinity="0"'])
def test_depth_of_a_mesh_is_that_of_its_vertices(contact: str, build_robot: Builder) -> None:
    geom = f'<body><geom type="mesh" mesh="solid" {contact} pos="0.1 0 0"/></body>'
    robot = build_robot(f"{TETRAHEDRON}<worldbody>{geom}</worldbody>")
    corners = 0.4 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) + [0.1, 0.0, 0.0]
    for turn in turns(seed=4):
        lowest = turn.apply(corners)[:, 2].min() + 0.2
        assert depth(robot, 0.2, turn) == pytest.approx(max(0.0, -lowest), abs=1e-6)


def test_visible_geoms_count_only_for_bodies_that_do_not_collide(build_robot: Builder) -> None:
    ghost = 'contype="0" conaffinity="0"'
    robot = build_robot(
        f"""<worldbody><geom name="floor" type="plane" size="1 1 1"/><body>
        <geom name="hull" size="0.1"/><geom name="skin" size="0.2" {ghost}/>
        <body name="hand"><geom name="glove" size="0.3" {ghost}/><joint name="j"/></body>
        </body></worldbody>"""
    )
    names = [robot.model.geom(int(geom)).name for geom in body_geoms(robot.model)]
    assert names == ["hull", "glove"]


def test_a_geom_without_a_surface_is_named(build_robot: Builder) -> None:
    asset = '<asset><hfield name="hills" nrow="2" ncol="2" size="1 1 1 1"/></asset>'
    robot = build_robot(f"{asset}<worldbody><body><geom size='0.1'/></body></worldbody>")
    model = robot.model
    model.geom_type[0] = 1
    poses = compute_poses(robot, place(robot, 1.0, Rotation.identity()))
    with pytest.raises(RobotError, match="a hfield moves with the robot"):
        depths_under_floor(model, poses, np.array([0]))
