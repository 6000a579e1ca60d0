"""Meshes of robots, and fewer triangles."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot
from understudy.view.web.shells import model_shells, robot_shells
from understudy.view.web.simplify import clustered, sharp, simplified

pytest.importorskip("trimesh")

SHAPES = """
<mujoco><worldbody><body>
  <geom name="box" type="box" size="0.1 0.2 0.3" pos="1 0 0" rgba="1 0 0 1"/>
  <geom name="ball" type="sphere" size="0.2" rgba="0 1 0 1"/>
  <geom name="can" type="cylinder" size="0.1 0.4" rgba="0 0 1 1"/>
  <geom name="egg" type="ellipsoid" size="0.1 0.2 0.3" rgba="1 1 0 1"/>
  <geom name="pill" type="capsule" size="0.1 0.3" rgba="0 1 1 1"/>
  <geom name="floor" type="plane" size="1 1 1"/>
</body></worldbody></mujoco>
"""
HALF = {
    (255, 0, 0): (0.1, 0.2, 0.3),
    (0, 255, 0): (0.2, 0.2, 0.2),
    (0, 0, 255): (0.1, 0.1, 0.4),
    (255, 255, 0): (0.1, 0.2, 0.3),
    (0, 255, 255): (0.1, 0.1, 0.4),
}
"""Half the extent [m] of each colour's shape."""


def fine_ball(rings: int = 40) -> tuple[np.ndarray, np.ndarray]:
    from understudy.view.web.triangles import ball

    return ball(4)


def test_every_kind_of_shape_has_its_size_and_place_and_floors_have_none() -> None:
    shells = model_shells(mujoco.MjModel.from_xml_string(SHAPES))
    assert {shell.colour for shell in shells} == set(HALF)
    for shell in shells:
        low, high = shell.corners.min(axis=0), shell.corners.max(axis=0)
        assert 0.5 * (high - low) == pytest.approx(np.array(HALF[shell.colour]), abs=4e-3)
        middle = (1.0, 0.0, 0.0) if shell.colour == (255, 0, 0) else (0.0, 0.0, 0.0)
        assert 0.5 * (high + low) == pytest.approx(np.array(middle), abs=2e-3)


def test_surfaces_face_outwards() -> None:
    for shell in model_shells(mujoco.MjModel.from_xml_string(SHAPES)):
        corners = shell.corners.astype(np.float64)
        corners = corners - 0.5 * (corners.min(axis=0) + corners.max(axis=0))
        first, second, third = (corners[shell.faces[:, i]] for i in range(3))
        volume = np.einsum("fi,fi->f", first, np.cross(second, third)).sum() / 6.0
        assert volume > 0.0, shell.colour


def test_fewer_triangles_keep_the_shape() -> None:
    corners, faces = fine_ball()
    [(fewer, joined)] = simplified([(corners, faces)], 800)
    assert 100 < len(joined) <= 800 < len(faces)
    assert np.linalg.norm(fewer, axis=1) == pytest.approx(1.0, abs=0.06)


def test_parts_are_equally_fine_whatever_their_size() -> None:
    corners, faces = fine_ball()
    large, small = simplified([(corners, faces), (0.2 * corners, faces)], 1000)
    assert len(large[1]) > 5 * len(small[1])


def test_faces_that_look_different_ways_share_no_corner() -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    split, faces = sharp(corners, np.array([[0, 1, 2], [0, 1, 3]]))
    assert len(split) == 6 and not set(faces[0]) & set(faces[1])


def test_a_cell_that_swallows_everything_leaves_nothing() -> None:
    corners, faces = fine_ball()
    assert len(clustered(corners, faces, 10.0)[1]) == 0


def test_meshes_of_a_robot_are_made_once(robot: Robot) -> None:
    assert robot_shells(robot) is robot_shells(robot)
    assert robot_shells(robot, 50) is not robot_shells(robot)


def test_a_robot_without_shapes_has_no_shells(make_robot: Callable[[str], Robot]) -> None:
    empty = mujoco.MjModel.from_xml_string("<mujoco><worldbody><body/></worldbody></mujoco>")
    assert model_shells(empty) == ()
