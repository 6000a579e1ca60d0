"""What a camera sees is known: colours, distances and bodies of two boxes before a wall."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.drawing.camera_view import CameraView

SIZE = (64, 48)
NEAR_BOX, WALL = 1.0, 3.0
"""Distances [m] of the faces that the camera sees."""

MODEL = f"""<mujoco><worldbody>
  <camera name="eye" pos="0 0 0" xyaxes="0 -1 0 0 0 1" fovy="60"/>
  <body name="box" pos="{NEAR_BOX + 0.1} 0.3 0"><geom type="box" size="0.1 0.2 0.2" rgba="1 0 0 1"/></body>
  <body name="wall" pos="{WALL + 0.1} 0 0"><geom type="box" size="0.1 1.5 1.0" rgba="0 0 1 1"/></body>
  <body name="shape" pos="2 0 0"><geom size="0.1" contype="0" conaffinity="0" group="1" rgba="0 1 0 1"/>
    <geom size="0.5" rgba="1 1 1 1"/></body>
</worldbody></mujoco>"""


@pytest.fixture
def view(can_render: str):
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    view = CameraView(model, SIZE)
    view.look(data, 0)
    yield view, model
    view.close()


ON_BOX, ON_WALL, ON_SHAPE, ABOVE = (24, 20), (30, 48), (24, 32), (1, 32)
"""Rows and columns of pixels; the box is at the left."""


def test_colours_are_where_things_are(view: tuple[CameraView, mujoco.MjModel]) -> None:
    colours = view[0].colours()
    assert colours.shape == (SIZE[1], SIZE[0], 3)
    assert [int(colours[place].argmax()) for place in (ON_BOX, ON_WALL, ON_SHAPE)] == [0, 2, 1]


def test_depth_is_the_distance_along_the_gaze(view: tuple[CameraView, mujoco.MjModel]) -> None:
    _, depth = view[0].colours_and_depth()
    assert depth.dtype == np.uint16 and depth.shape == (SIZE[1], SIZE[0], 1)
    assert int(depth[ON_BOX][0]) == pytest.approx(1000.0 * NEAR_BOX, abs=2)
    assert int(depth[ON_WALL][0]) == pytest.approx(1000.0 * WALL, abs=6)
    assert int(depth[ABOVE][0]) == 0


def test_bodies_are_numbered_from_one(view: tuple[CameraView, mujoco.MjModel]) -> None:
    bodies = view[0].bodies()
    names = [view[1].body(int(bodies[place][0]) - 1).name for place in (ON_BOX, ON_WALL, ON_SHAPE)]
    assert names == ["box", "wall", "shape"]
    assert int(bodies[ABOVE][0]) == 0
    # What was drawn in numbers is drawn in colours again.
    assert int(view[0].colours()[ON_WALL].argmax()) == 2
