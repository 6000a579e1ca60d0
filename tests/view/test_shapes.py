"""Shapes put into a scene."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import RenderError
from understudy.view.shapes import add_capsule, add_ellipsoid, add_square

RED = (1.0, 0.0, 0.0)


def test_a_capsule_ends_where_asked(scene: mujoco.MjvScene) -> None:
    start_w, end_w = np.array([0.1, 0.2, 0.3]), np.array([0.4, -0.2, 1.3])
    add_capsule(scene, start_w, end_w, 0.05, RED)
    shape = scene.geoms[0]
    half = shape.size[2] * np.array(shape.mat)[:, 2]
    np.testing.assert_allclose(np.array(shape.pos) - half, start_w, atol=1e-6)
    np.testing.assert_allclose(np.array(shape.pos) + half, end_w, atol=1e-6)
    assert shape.size[0] == pytest.approx(0.05)
    np.testing.assert_allclose(shape.rgba, (*RED, 1.0))


def test_round_shapes_and_squares_have_their_size(scene: mujoco.MjvScene) -> None:
    centre_w, radii = np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3])
    add_ellipsoid(scene, centre_w, np.eye(3), radii, RED)
    add_square(scene, centre_w, np.eye(3), 0.5, RED)
    ellipsoid, square = (scene.geoms[index] for index in range(2))
    np.testing.assert_allclose(ellipsoid.size, radii, rtol=1e-6)
    np.testing.assert_allclose(square.size[:2], (0.5, 0.5), rtol=1e-6)
    np.testing.assert_allclose(ellipsoid.pos, centre_w)
    assert scene.ngeom == 2


def test_a_full_scene_is_an_error() -> None:
    tiny = mujoco.MjvScene(mujoco.MjModel.from_xml_string("<mujoco/>"), maxgeom=1)
    add_square(tiny, np.zeros(3), np.eye(3), 1.0, RED)
    with pytest.raises(RenderError, match="more than 1 shapes"):
        add_square(tiny, np.zeros(3), np.eye(3), 1.0, RED)
