"""The camera is where MuJoCo puts it."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.view.camera import Camera


@pytest.fixture
def camera() -> Camera:
    """Return a camera that looks at no special point in no special direction."""
    return Camera(np.array([0.4, -1.2, 0.8]), 3.0, np.deg2rad(110.0), np.deg2rad(-20.0))


def test_stands_and_looks_as_in_mujoco(camera: Camera) -> None:
    model = mujoco.MjModel.from_xml_string("<mujoco/>")
    data, scene = mujoco.MjData(model), mujoco.MjvScene(model, maxgeom=1)
    everything = mujoco.mjtCatBit.mjCAT_ALL
    mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, camera.as_mujoco(), everything, scene)
    eyes = scene.camera[0], scene.camera[1]
    np.testing.assert_allclose(np.mean([eye.pos for eye in eyes], axis=0), camera.position_w(), atol=1e-5)
    np.testing.assert_allclose(eyes[0].forward, camera.forward_w(), atol=1e-5)


def test_axes_on_the_floor_are_those_of_the_picture(camera: Camera) -> None:
    right_w, ahead_w = camera.horizontal_axes_w()
    up = np.array([0.0, 0.0, 1.0])
    np.testing.assert_allclose(np.cross(ahead_w, up), right_w, atol=1e-12)
    assert camera.forward_w() @ ahead_w == pytest.approx(np.cos(camera.elevation))
