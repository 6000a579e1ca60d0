"""Robots and parts without shapes are drawn as sticks, and what is left of them is shown."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.robots.models.small_urdf import humanoid, link_names
from understudy.robots import Robot
from understudy.robots.drawn_only import DRAWN_ONLY
from understudy.robots.models.sticks import STICK_RADIUS
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.parts import home_data
from understudy.view.framing import framed_points, framed_shapes

INERTIAL = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
BARE = (
    f"<mujoco><worldbody>{{}}<body name='a'>{INERTIAL}<body name='b' pos='0 0 0.5'>"
    f"<joint name='j'/>{INERTIAL}</body></body></worldbody></mujoco>"
)


def test_a_stick_runs_from_joint_to_joint(compiled):
    loaded = compiled(BARE.format(""), "m.xml")
    assert loaded.model.ngeom == 1
    np.testing.assert_allclose(loaded.model.geom_size[0][:2], [STICK_RADIUS, 0.25])
    assert loaded.model.body_mass.sum() == 2.0
    assert loaded.notes == ("it has no shapes and is drawn as sticks between its joints",)


def test_a_model_with_any_shape_gets_none(compiled):
    text = BARE.format("").replace("<joint name='j'/>", "<joint name='j'/><geom size='0.1'/>")
    loaded = compiled(text, "m.xml")
    assert (loaded.model.ngeom, loaded.notes) == (1, ())


def test_a_floor_is_no_shape_of_the_robot(compiled):
    loaded = compiled(BARE.format("<geom type='box' size='9 9 .1'/>"), "m.xml")
    assert "it has no shapes and is drawn as sticks between its joints" in loaded.notes


def test_shapes_that_nobody_would_see_are_shown(compiled):
    text = BARE.format("").replace("<joint name='j'/>", "<joint name='j'/><geom size='0.1' group='3'/>")
    loaded = compiled(text, "m.xml")
    assert loaded.model.geom_group.tolist() == [0]
    assert loaded.notes == ("none of its shapes is in a group that MuJoCo shows; all of them are shown",)


BOX = "<visual><geometry><box size='.1 .1 .1'/></geometry></visual>"
MESH = "<visual><geometry><mesh filename='meshes/{}.stl'/></geometry></visual>"


def without_meshes(folder: Path, lost: tuple[str, ...]) -> Robot:
    """Return a humanoid whose parts are boxes, but for some whose meshes are not there."""
    text = humanoid("<{}/>")
    for name in link_names():
        text = text.replace(f"<{name}/>", MESH.format(name) if name in lost else BOX)
    (folder / "m.urdf").write_text(text, encoding="utf-8")
    return Robot.from_card(onboard(folder / "m.urdf").card)


def test_parts_that_lost_their_meshes_are_drawn_along_to_the_next_joint(tmp_path: Path) -> None:
    robot = without_meshes(tmp_path, ("l_thigh", "l_shin", "l_foot", "head"))
    model = robot.model
    shapes = {name: model.body(name).geomnum[0] for name in link_names()}
    assert all(shapes.values())
    shin = int(model.body("l_shin").geomadr[0])
    np.testing.assert_allclose(model.geom_size[shin, :2], [STICK_RADIUS, 0.2], atol=1e-6)
    foot = int(model.body("l_foot").geomadr[0])
    assert model.geom(foot).name == f"{DRAWN_ONLY}l_foot"
    assert "4 parts without a shape drawn as sticks" in robot.notes


def test_what_is_only_drawn_says_nothing_about_the_robot(tmp_path: Path) -> None:
    whole = without_meshes(tmp_path, ())
    lost = without_meshes(tmp_path, ("l_hand", "r_hand"))
    for name, place in whole.landmarks.items():
        if whole.card.landmarks[name].joints:
            assert lost.landmarks[name].body == place.body
            np.testing.assert_allclose(lost.landmarks[name].point, place.point, atol=1e-9)
    hand = lost.model.body("l_hand").id
    assert hand not in {part.body for part in lost.surface}


def stl(size: float) -> bytes:
    corners = size * np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=np.float32)
    faces = corners[[(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]]
    records = np.zeros(4, dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("other", "<u2")])
    records["corners"] = faces
    return bytes(80) + (4).to_bytes(4, "little") + records.tobytes()


@pytest.mark.parametrize(
    ("size", "line"),
    [
        (200.0, "mesh '.*': it is a thousand times too large, and taken for millimetres"),
        (2e6, "mesh '.*': it reaches 2e.06 m from its body, farther than the robot, and is left out"),
    ],
)
def test_meshes_of_another_unit_are_told_by_the_skeleton(compiled, tmp_path: Path, size: float, line: str):
    text = humanoid(BOX).replace(BOX, MESH.format("m"), 3)
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "m.stl").write_bytes(stl(size))
    loaded = compiled(text, "m.urdf")
    assert loaded.model.geom_rbound.max() < 1.0
    assert any(re.search(line, note) for note in loaded.notes)


def shape_at(distance: float) -> str:
    far = f"<visual><origin xyz='{distance} 0 0'/><geometry><box size='.1 .1 .1'/></geometry></visual>"
    return humanoid(BOX).replace(BOX, BOX + far, 1)


def test_a_shape_farther_away_than_the_robot_is_large_is_left_out(compiled):
    loaded = compiled(shape_at(90.0), "m.urdf")
    assert loaded.model.ngeom == len(link_names())
    expected = (
        "mended: a shape of 'pelvis': it reaches 90 m from its body, farther than the robot, and is left out"
    )
    assert loaded.notes == (expected,)


def test_a_picture_holds_the_skeleton_and_not_a_shape_far_away(compiled):
    model = compiled(shape_at(4.0), "m.urdf").model
    data = home_data(model, model.qpos0)
    shown = framed_shapes(model, data)
    assert len(shown) == model.ngeom - 1
    assert np.ptp(framed_points(model, data, shown), axis=0).max() < 2.0
    assert np.ptp(framed_points(model, data, np.arange(model.ngeom)), axis=0).max() > 3.0
