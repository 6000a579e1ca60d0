"""Tiles that stay in the world, and shadows that fall away from the light."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.view.camera import Camera
from understudy.view.floor import add_floor, add_shadows
from understudy.view.shapes import add_capsule, add_ellipsoid

GREY = (0.5, 0.5, 0.5)
HEIGHT = 1.7
EMPTY = mujoco.MjModel.from_xml_string("<mujoco/>")


def camera_at(x: float) -> Camera:
    return Camera(np.array([x, 0.0, 0.85]), 4.0, np.deg2rad(120.0), np.deg2rad(-12.0))


def tiles(camera: Camera) -> set[tuple[float, float]]:
    scene = mujoco.MjvScene(EMPTY, maxgeom=1000)
    add_floor(scene, camera, HEIGHT, aspect=0.8)
    places = [np.array(scene.geoms[index].pos) for index in range(1, scene.ngeom)]
    return {(round(float(place[0]), 3), round(float(place[1]), 3)) for place in places}


def test_tiles_stay_in_the_world_when_the_camera_moves() -> None:
    here, further = tiles(camera_at(0.0)), tiles(camera_at(0.8))
    assert len(here) > 30
    assert len(here & further) > 0.7 * len(here)


def test_tiles_behind_the_camera_are_not_drawn() -> None:
    camera = camera_at(0.0)
    _, ahead_w = camera.horizontal_axes_w()
    depths = (np.array(sorted(tiles(camera))) - camera.position_w()[:2]) @ ahead_w[:2]
    assert depths.min() > -HEIGHT


def test_a_shadow_lies_on_the_floor_away_from_the_light(scene: mujoco.MjvScene) -> None:
    light_w = np.array([-1.0, 2.0, 4.0])
    add_ellipsoid(scene, np.array([0.3, 0.4, 1.0]), np.eye(3), np.full(3, 0.1), GREY)
    add_shadows(scene, EMPTY, light_w, HEIGHT)
    shadow = scene.geoms[1]
    np.testing.assert_allclose(shadow.pos[:2], np.array([0.3, 0.4]) - light_w[:2] / light_w[2], atol=1e-6)
    assert 0.0 < shadow.pos[2] < 0.01
    assert np.abs(np.array(shadow.mat)[2] * shadow.size).max() < 1e-3


def test_the_shadow_of_a_capsule_is_as_long_as_the_capsule(scene: mujoco.MjvScene) -> None:
    start_w, end_w = np.array([0.0, 0.0, 0.5]), np.array([1.0, 0.0, 0.5])
    add_capsule(scene, start_w, end_w, 0.05, GREY)
    add_shadows(scene, EMPTY, np.array([0.0, 0.0, 1.0]), HEIGHT)
    shadow = scene.geoms[1]
    half = shadow.size[2] * np.array(shadow.mat)[:, 2]
    np.testing.assert_allclose(np.abs(half), (0.5, 0.0, 0.0), atol=1e-3)


@pytest.mark.parametrize("half_height", [0.1, 0.3])
def test_a_mesh_throws_the_shadow_of_an_ellipsoid_of_its_size(half_height: float) -> None:
    corners = " ".join(
        f"{x} {y} {z}" for x in (-0.2, 0.2) for y in (-0.1, 0.1) for z in (-half_height, half_height)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><asset><mesh name="block" vertex="{corners}"/></asset><worldbody><body pos="0 0 1">'
        f'<geom type="mesh" mesh="block"/></body></worldbody></mujoco>'
    )
    data, scene = mujoco.MjData(model), mujoco.MjvScene(model, maxgeom=10)
    mujoco.mj_kinematics(model, data)
    view, everything = camera_at(0.0).as_mujoco(), mujoco.mjtCatBit.mjCAT_ALL
    mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, view, everything, scene)
    add_shadows(scene, model, np.array([0.0, 0.0, 1.0]), HEIGHT)
    shadow = scene.geoms[1]
    assert shadow.type == mujoco.mjtGeom.mjGEOM_ELLIPSOID
    np.testing.assert_allclose(sorted(shadow.size), sorted((0.2, 0.1, half_height)), atol=1e-6)
