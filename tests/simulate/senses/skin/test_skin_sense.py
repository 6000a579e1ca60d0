"""What skin tells: weights, contacts as MuJoCo has them, mirror images, and all that any sense has."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest
from scipy.spatial import KDTree

from tests.simulate.box_robot import GRAVITY, build, motion_of, swing
from understudy.errors import OptionError
from understudy.motion import RobotMotion, Rollout, SparseReadings
from understudy.robots import load_robot
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.simulate import SimulationOptions, parse_senses, simulate, simulate_to_file
from understudy.simulate.holding import rest_pose
from understudy.simulate.plant import Plant, build_plant
from understudy.simulate.scene import PREFIX, floor
from understudy.simulate.senses.skin.sense import SkinReader
from understudy.simulate.senses.skin.settings import SkinSettings
from understudy.spatial import rotations as rot

MASS = 0.8
"""Of a weight that is laid on the box [kg]."""
TOP = 1.3
"""Height of the box's upper side [m]."""
FPS = 25.0
SETTLED = 500


def weight(shape: int, size: tuple[float, float, float], height: float):
    def add(spec: mujoco.MjSpec) -> None:
        body = spec.worldbody.add_body(name=f"{PREFIX}weight", pos=(0.013, 0.021, TOP + height))
        body.add_freejoint()
        body.add_geom(type=shape, size=size, mass=MASS)

    return add


def settled(plant: Plant) -> mujoco.MjData:
    data = mujoco.MjData(plant.model)
    data.ctrl[plant.motors] = plant.robot.home[-len(plant.robot.joints) :]
    mujoco.mj_step(plant.model, data, SETTLED)
    return data


@pytest.mark.parametrize(
    ("shape", "size", "height"),
    [
        (mujoco.mjtGeom.mjGEOM_BOX, (0.03, 0.03, 0.01), 0.0101),
        (mujoco.mjtGeom.mjGEOM_SPHERE, (0.02, 0.0, 0.0), 0.0201),
        (mujoco.mjtGeom.mjGEOM_CYLINDER, (0.03, 0.02, 0.0), 0.0201),
    ],
)
def test_a_known_weight_is_read(tmp_path: Path, shape: int, size, height: float) -> None:
    robot = build(tmp_path, "fixed", home=0.0)
    plant = build_plant(robot, robot.gains, "fixed", 0.002, [weight(shape, size, height)])
    reader = SkinReader(SkinSettings(spacing=0.01, output=("force", "pressure", "binary")), plant)
    told = reader(settled(plant))
    skin, wanted = reader.skin, MASS * GRAVITY
    np.testing.assert_allclose(told["force"].values.sum(axis=0), [0.0, 0.0, -wanted], atol=0.05 * wanted)
    pressing = told["pressure"].values @ skin.areas[told["pressure"].columns]
    assert pressing == pytest.approx(wanted, rel=0.05)
    # It is felt where it lies, on the upper side of the trunk.
    places = skin.points[told["force"].columns]
    np.testing.assert_allclose(places[:, 2], TOP - 1.0, atol=1e-3)
    np.testing.assert_allclose(
        np.average(places[:, :2], axis=0, weights=-told["force"].values[:, 2]), [0.013, 0.021], atol=0.006
    )
    np.testing.assert_array_equal(told["binary"].values, np.ones(len(told["binary"].columns)))
    count = len(skin.things)
    (code,) = told["touch"].columns
    assert [skin.things[i] for i in divmod(int(code), count)] == ["trunk", "weight"]
    assert told["touch"].values[0, 0] == pytest.approx(wanted, rel=0.05)


@pytest.mark.parametrize("name", ["mimo", "g1", "nao"])
def test_forces_on_taxels_are_those_of_contacts(name: str) -> None:
    """Every part of MIMo or G1 has skin, so that all that pushes it is felt, on both sides of a contact."""
    robot = load_robot(name)
    plant = build_plant(robot, robot.gains, "free", 0.002, [floor()])
    reader = SkinReader(SkinSettings(spacing=0.02), plant)
    data, generator = mujoco.MjData(plant.model), np.random.default_rng(0)
    looked_at = 0
    for _ in range(20):
        pose = np.array(robot.home)
        low, high = np.maximum(robot.lower, -2.0), np.minimum(robot.upper, 2.0)
        pose[7:] = low + generator.uniform(size=len(robot.joints)) * (high - low)
        pose[2] -= 0.02
        plant.put(data, pose)
        mujoco.mj_forward(plant.model, data)
        told, skin = reader(data)["force"], reader.skin
        bodies = np.array([plant.model.body(each).id for each in skin.bodies])[skin.body[told.columns]]
        turned = np.einsum("nij,nj->ni", data.xmat[bodies].reshape(-1, 3, 3), told.values)
        wanted = np.zeros((plant.model.nbody, 3))
        for index in range(data.ncon):
            contact, wrench = data.contact[index], np.zeros(6)
            mujoco.mj_contactForce(plant.model, data, index, wrench)
            force = wrench[:3] @ np.array(contact.frame).reshape(3, 3)
            for geom, sign in ((contact.geom[0], -1.0), (contact.geom[1], 1.0)):
                wanted[plant.model.geom_bodyid[geom]] += sign * force
        found = np.zeros_like(wanted)
        np.add.at(found, bodies, turned)
        np.testing.assert_allclose(
            found[plant.own], wanted[plant.own], atol=1e-6 * max(1.0, np.abs(wanted).max())
        )
        looked_at += data.ncon
    assert looked_at > 20


@pytest.mark.parametrize("name", ["mimo", "icub", "g1"])
def test_mirrored_poses_give_mirrored_maps(name: str) -> None:
    robot = load_robot(name)
    pose = np.array(robot.home)
    for joint, value in BENT[name].items():
        pose[7 + robot.joints.index(joint)] = value
    poses = np.stack([pose, robot.mirrored(pose[None])[0]])
    maps = [pressures(robot, each) for each in poses]
    assert maps[0].max() > 0.0
    twin = twins(robot, reader_of(robot))
    off = np.abs(maps[1][twin] - maps[0]).sum() / maps[0].sum()
    assert off < UNEVEN[name]
    # One that is not mirrored is another map.
    assert np.abs(maps[1] - maps[0]).sum() > 0.2 * maps[0].sum()


UNEVEN = {"mimo": 1e-9, "icub": 1e-4, "g1": 0.1}
"""Share of the force that may be elsewhere: the meshes of the two sides of G1 are not quite alike."""

BENT = {
    "mimo": {"left_shoulder_horizontal": 2.059},
    "icub": {"l_hip_roll": -0.128},
    "g1": {"left_shoulder_roll_joint": 0.057},
}
"""Joints that bring a left limb to the body or to the right one [rad]."""


def reader_of(robot: Robot) -> SkinReader:
    plant = build_plant(robot, robot.gains, "fixed", 0.002, [])
    return SkinReader(SkinSettings(spacing=0.015), plant)


def pressures(robot: Robot, pose: np.ndarray) -> np.ndarray:
    """Return the force (S,) [N] on each taxel in a pose (nq,)."""
    plant = build_plant(robot, robot.gains, "fixed", 0.002, [])
    reader, data = SkinReader(SkinSettings(spacing=0.015), plant), mujoco.MjData(plant.model)
    plant.put(data, pose)
    mujoco.mj_forward(plant.model, data)
    told = reader(data)["force"]
    found = np.zeros(reader.skin.size)
    found[told.columns] = np.linalg.norm(told.values, axis=1)
    return found


def twins(robot: Robot, reader: SkinReader) -> np.ndarray:
    """Return for each taxel the one on the other side."""
    skin, data = reader.skin, home_data(robot.model, robot.model.qpos0)
    bodies = np.array([robot.model.body(each).id for each in skin.bodies])[skin.body]
    points = data.xpos[bodies] + np.einsum("nij,nj->ni", data.xmat[bodies].reshape(-1, 3, 3), skin.points)
    return np.asarray(KDTree(points).query(points * [1.0, -1.0, 1.0])[1])


def lying(seconds: float = 1.0) -> tuple[Robot, RobotMotion]:
    robot = load_robot("mimo")
    count = round(seconds * FPS) + 1
    pose = rest_pose(robot)
    pose[3:7] = rot.normalise(pose[3:7])
    return robot, RobotMotion("mimo", "rest", robot.joints, np.tile(pose, (count, 1)), FPS, np.zeros(count))


def felt(senses: str, seed: int = 0, mode: str = "dynamic") -> Rollout:
    robot, motion = lying()
    return simulate(motion, robot, SimulationOptions(mode, senses=parse_senses(senses), seed=seed))


def test_a_robot_that_lies_feels_its_weight() -> None:
    rollout = felt("skin:output=force+pressure+binary")
    force, skin = rollout.senses["skin/force"], rollout.skin
    assert isinstance(force, SparseReadings)
    assert skin is not None
    assert force.size == skin.size
    index, values = force.entries(len(force.time) - 1)
    robot, _ = lying()
    bodies = np.array([robot.model.body(name).id for name in skin.bodies])[skin.body[index]]
    data = home_data(robot.model, rollout.q[-1])
    total = np.einsum("nij,nj->i", data.xmat[bodies].reshape(-1, 3, 3), values)
    weight_of = robot.model.body_mass.sum() * GRAVITY
    np.testing.assert_allclose(total, [0.0, 0.0, weight_of], atol=0.05 * weight_of)
    assert rollout.senses["skin/pressure"].unit == "Pa"
    assert rollout.senses["skin/binary"].values.dtype == np.uint8


def test_streamed_and_kept_rollouts_are_the_same_bytes(tmp_path: Path) -> None:
    robot, motion = lying()
    options = SimulationOptions(senses=parse_senses("skin:rate=50:delay=0.02:force.noise=0.1"), seed=3)
    paths = [tmp_path / f"{name}.npz" for name in ("streamed", "kept", "again")]
    simulate_to_file(paths[0], motion, robot, options)
    simulate(motion, robot, options).save(paths[1])
    simulate_to_file(paths[2], motion, robot, options)
    assert paths[0].read_bytes() == paths[1].read_bytes() == paths[2].read_bytes()
    loaded = Rollout.load(paths[0])
    assert len(loaded.senses["skin/force"].time) == 51
    only = Rollout.load(paths[0], with_senses=("skin/touch",))
    assert set(only.senses) == {"skin/touch"}
    assert only.skin is not None


def test_noise_is_on_what_is_felt_but_not_on_what_happened() -> None:
    clean, noisy, other = felt("skin"), felt("skin:noise=0.5", 1), felt("skin:noise=0.5", 2)
    np.testing.assert_array_equal(clean.senses["skin/touch"].values, noisy.senses["skin/touch"].values)
    off = noisy.senses["skin/force"].values - clean.senses["skin/force"].values
    assert np.std(off) == pytest.approx(0.5, rel=0.1)
    assert (noisy.senses["skin/force"].values != other.senses["skin/force"].values).any()


def test_skin_is_felt_where_joints_are_set(tmp_path: Path) -> None:
    """The arm's ball is set into the trunk; physics of the moment pushes it out."""
    robot = build(tmp_path, "fixed")
    motion = motion_of(robot, swing(FPS), FPS)
    rollout = simulate(
        motion, robot, SimulationOptions("kinematic", senses=parse_senses("skin:spacing=0.02"))
    )
    assert rollout.skin is not None
    assert rollout.skin.parts == ("trunk",)
    assert rollout.skin.others == ("floor",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("skin:spacing=wide", "sense 'skin': 'spacing=wide' has no number"),
        ("skin:spacing=9", "sense 'skin': spacing is 9 m"),
        ("skin:layout=cat", "sense 'skin': unknown layout 'cat'"),
        ("skin:output=force+smell", "sense 'skin': unknown output 'smell'"),
        ("skin:spacings=1", "unknown setting 'spacings' .did you mean 'spacing'"),
        ("imu:spacing=1", "sense 'imu': unknown setting 'spacing'"),
    ],
)
def test_bad_settings_are_named(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        parse_senses(text)
