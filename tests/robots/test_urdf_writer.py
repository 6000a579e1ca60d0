"""Robots written as URDF and read back: the same kinematics, masses, limits and shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

from understudy.errors import OutputError, RobotError
from understudy.robots import Robot, load_robot
from understudy.robots.card_reader import load_card
from understudy.robots.model_file import find_model_file
from understudy.robots.urdf_writer import CARRIER_MASS, write_urdf

ROBOTS = ("dummy", "nao", "icub", "mimo", "hrp4", "fetus", "qtrobot", "armar3")
POSES = 5
PLACE_ERROR = 1e-9
CARD = """
name = "{name}"
title = "a test's robot"
source = "a test"

[model]
file = "{file}"
base = "{base}"
"""
ODD_MODEL = """
<mujoco model="odd">
  <asset><mesh name="wedge" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/></asset>
  <worldbody>
    <body name="a &amp; b" pos="0.1 0.2 0.3" euler="10 20 30">
      <joint name="lift" type="slide" axis="0 0 1" range="-0.1 0.2" ref="0.05"/>
      <joint name="spin" axis="0 1 0" pos="0.01 0.02 0.03"/>
      <geom type="box" size="0.1 0.05 0.02" mass="1"/>
      <body name="b" pos="0 0 0.1" euler="0 90 20">
        <joint name="bend" axis="1 1 0" range="-40 80" ref="25"/>
        <geom type="mesh" mesh="wedge" pos="0.1 0 0" mass="0.5" rgba="1 0 0 1"/>
        <body name="c" pos="0.2 0 0" euler="5 -90 0">
          <geom type="capsule" size="0.02 0.1" mass="0.2"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A sideways joint, references that are not zero, upright pitches, a mesh, and a name to escape."""


def robot_at(folder: Path, name: str, file: str, base: str) -> Robot:
    """Return the robot of a model file in a folder."""
    card = folder / f"{name}.toml"
    card.write_text(CARD.format(name=name, file=file, base=base), encoding="utf-8")
    return Robot.from_card(load_card(card))


def written_and_read(robot: Robot, folder: Path) -> Robot:
    """Return the robot that its URDF makes."""
    write_urdf(robot, folder / "again.urdf")
    return robot_at(folder, "again", "again.urdf", robot.card.base)


def random_poses(robot: Robot) -> np.ndarray:
    """Return coordinates (POSES, nq) with every joint turned and a free root moved."""
    generator = np.random.default_rng(2)
    q = np.tile(robot.home, (POSES, 1))
    q[:, -len(robot.joints) :] = generator.uniform(-1.5, 1.5, (POSES, len(robot.joints)))
    if robot.has_free_base:
        q[:, :7] = generator.standard_normal((POSES, 7))
        q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    return q


def check_kinematics(robot: Robot, again: Robot) -> None:
    """Require the same joints, and every body at the same place in any pose."""
    assert set(again.joints) == set(robot.joints)
    order = [again.joints.index(name) for name in robot.joints]
    for q in random_poses(robot):
        data, other = mujoco.MjData(robot.model), mujoco.MjData(again.model)
        data.qpos[:] = q
        other.qpos[: -len(order)] = q[: -len(order)]
        other.qpos[-len(order) :][order] = q[-len(order) :]
        mujoco.mj_kinematics(robot.model, data)
        mujoco.mj_kinematics(again.model, other)
        for body in range(1, robot.model.nbody):
            name = robot.model.body(body).name
            np.testing.assert_allclose(other.body(name).xpos, data.xpos[body], atol=PLACE_ERROR, err_msg=name)
            np.testing.assert_allclose(other.body(name).xmat, data.xmat[body], atol=PLACE_ERROR, err_msg=name)


def inertia_about_origin(model: mujoco.MjModel, body: int) -> np.ndarray:
    """Return a body's inertia (3, 3) [kg m²] about its centre of mass, in its own axes."""
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, model.body_iquat[body])
    turn = matrix.reshape(3, 3)
    return turn @ np.diag(model.body_inertia[body]) @ turn.T


@pytest.fixture(params=ROBOTS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Robot, Robot]:
    robot = load_robot(request.param)
    return robot, written_and_read(robot, tmp_path)


def test_kinematics_limits_masses_and_couplings_are_kept(pair: tuple[Robot, Robot]) -> None:
    robot, again = pair
    check_kinematics(robot, again)
    order = [again.joints.index(name) for name in robot.joints]
    np.testing.assert_allclose(again.lower[order], robot.lower, atol=PLACE_ERROR)
    np.testing.assert_allclose(again.upper[order], robot.upper, atol=PLACE_ERROR)
    np.testing.assert_allclose(again.velocity[order], robot.velocity)
    for body in range(1, robot.model.nbody):
        other = again.model.body(robot.model.body(body).name)
        assert other.mass[0] == pytest.approx(robot.model.body_mass[body], rel=1e-9)
        np.testing.assert_allclose(other.ipos, robot.model.body_ipos[body], atol=PLACE_ERROR)
        expected = inertia_about_origin(robot.model, body)
        found = inertia_about_origin(again.model, other.id)
        np.testing.assert_allclose(found, expected, atol=1e-6 * np.abs(expected).max())
    extra = again.model.nbody - robot.model.nbody
    assert again.model.body_mass.sum() == pytest.approx(robot.model.body_mass.sum() + extra * CARRIER_MASS)
    assert again.model.neq == robot.model.neq


def test_what_can_touch_still_can(pair: tuple[Robot, Robot]) -> None:
    robot, again = pair
    for body in range(1, robot.model.nbody):
        name = robot.model.body(body).name
        touching = [model_can_touch(model, model.body(name).id) for model in (robot.model, again.model)]
        assert touching[0] == touching[1], name


def model_can_touch(model: mujoco.MjModel, body: int) -> bool:
    first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
    geoms = slice(first, first + count)
    return bool((model.geom_contype[geoms] | model.geom_conaffinity[geoms]).any())


def test_a_robot_with_oddities(tmp_path: Path) -> None:
    (tmp_path / "odd.xml").write_text(ODD_MODEL, encoding="utf-8")
    robot = robot_at(tmp_path, "odd", "odd.xml", "fixed")
    again = written_and_read(robot, tmp_path)
    check_kinematics(robot, again)
    root = ElementTree.parse(tmp_path / "again.urdf").getroot()
    kinds = {joint.get("name"): joint.get("type") for joint in root.findall("joint")}
    assert [kinds[name] for name in ("lift", "spin", "bend")] == ["prismatic", "continuous", "revolute"]
    assert {mesh.get("filename") for mesh in root.iter("mesh")} == {"again_meshes/mesh_0_wedge.stl"}


def test_the_same_robot_gives_the_same_bytes(tmp_path: Path) -> None:
    robot = load_robot("dummy")
    first, second = (write_urdf(robot, tmp_path / folder / "dummy.urdf") for folder in "ab")
    assert first.read_bytes() == second.read_bytes()
    balls = [path.parent / "dummy_meshes" / "ball.stl" for path in (first, second)]
    assert balls[0].read_bytes() == balls[1].read_bytes()


def test_every_link_hangs_from_one_root(tmp_path: Path) -> None:
    root = ElementTree.parse(write_urdf(load_robot("icub"), tmp_path / "icub.urdf")).getroot()
    links = [link.get("name") for link in root.findall("link")]
    children = [child.get("link") for child in root.iter("child")]
    assert len(set(links)) == len(links)
    assert set(links) - set(children) == {"root_link"}
    assert len(set(children)) == len(children)


def test_a_ball_joint_is_refused_in_a_sentence(tmp_path: Path) -> None:
    bodies = (
        '<body><geom size="0.1"/><body><joint type="ball" name="socket"/><geom size="0.1"/></body></body>'
    )
    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    robot = replace(load_robot("dummy"), model=model)
    with pytest.raises(RobotError, match="'socket' is a free or ball joint, which URDF does not have"):
        write_urdf(robot, tmp_path / "ball.urdf")


def test_a_bent_coupling_is_refused_in_a_sentence(tmp_path: Path) -> None:
    dummy = load_robot("dummy")
    spec = mujoco.MjSpec.from_file(str(find_model_file(dummy.card)))
    coupling = spec.add_equality(name="bent", type=mujoco.mjtEq.mjEQ_JOINT)
    coupling.name1, coupling.name2, coupling.objtype = "left_knee", "left_elbow", mujoco.mjtObj.mjOBJ_JOINT
    coupling.data[:5] = [0.0, 1.0, 0.5, 0.0, 0.0]
    with pytest.raises(RobotError, match="'left_knee' follows no joint or not linearly"):
        write_urdf(replace(dummy, model=spec.compile()), tmp_path / "bent.urdf")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot write .*dummy.urdf"):
        write_urdf(load_robot("dummy"), tmp_path / "file" / "dummy.urdf")
