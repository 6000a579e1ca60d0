"""Performing: the same bytes every time, streamed or not; what diverges is stopped and kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of, swing
from understudy.errors import InvalidMotionError
from understudy.motion import RobotMotion, Rollout
from understudy.robots.robot import Robot
from understudy.simulate import SimulationOptions, parse_senses, simulate, simulate_to_file
from understudy.simulate.setting import choose_setting
from understudy.simulate.simulation import Simulation
from understudy.simulate.staging import HANGING, set_stage
from understudy.spatial import rotations as rot

FPS = 30.0
SENSES = SimulationOptions(senses=parse_senses("proprioception:rate=90:noise=0.01"), seed=7)


@pytest.fixture
def robot(tmp_path: Path) -> Robot:
    folder = tmp_path / "robot"
    folder.mkdir()
    return build(folder)


@pytest.fixture
def motion(robot: Robot) -> RobotMotion:
    return motion_of(robot, swing(FPS), FPS)


def test_the_same_seed_gives_the_same_bytes_streamed_or_not(
    robot: Robot, motion: RobotMotion, tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("a.npz", "b.npz", "c.npz")]
    for path in paths[:2]:
        assert simulate_to_file(path, motion, robot, SENSES) == ""
    simulate(motion, robot, SENSES).save(paths[2])
    assert len({path.read_bytes() for path in paths}) == 1


def test_a_rollout_has_the_frames_and_the_history_of_its_motion(robot: Robot, motion: RobotMotion) -> None:
    told: list[tuple[int, int]] = []
    said: list[str] = []
    rollout = simulate(
        motion, robot, say=said.append, progress=lambda done, total: told.append((done, total))
    )
    np.testing.assert_allclose(rollout.time, motion.times)
    assert rollout.provenance.steps[-1][0] == "simulate"
    assert rollout.provenance.steps[-1][1]["controller"] == "balance"
    assert rollout.model == robot.fingerprint
    assert told[-1] == (motion.frame_count - 1, motion.frame_count)
    assert said == [
        "dynamic simulation of box on a free base by the controller 'balance': both feet stay on the floor"
    ]
    weight = 9.81 * float(robot.model.body_mass.sum())
    assert rollout.contact_force.mean() == pytest.approx(weight, rel=0.05)


def test_a_diverging_simulation_is_stopped_and_keeps_what_was_recorded(
    robot: Robot, motion: RobotMotion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = simulate(motion, robot)
    ticks, tick = [0], Simulation.tick

    def breaking(self: Simulation, wanted) -> None:
        ticks[0] += 1
        if ticks[0] == 250:
            self.data.qvel[:] = 1e12
        tick(self, wanted)

    monkeypatch.setattr(Simulation, "tick", breaking)
    said: list[str] = []
    rollout = simulate(motion, robot, say=said.append)
    count = rollout.frame_count
    assert 1 < count < motion.frame_count
    assert f"diverged before frame {count}" in rollout.ending
    assert said[-1] == f"Warning: {rollout.ending}"
    np.testing.assert_array_equal(rollout.q, whole.q[:count])
    assert not (tmp_path / "MUJOCO_LOG.TXT").exists()
    rollout.save(tmp_path / "kept.npz")
    assert Rollout.load(tmp_path / "kept.npz").ending == rollout.ending


def test_a_first_pose_that_diverges_is_refused(
    robot: Robot, motion: RobotMotion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(self: Simulation, wanted) -> None:
        self.data.qvel[:] = 1e12
        mujoco.mj_step(self.plant.model, self.data)

    monkeypatch.setattr(Simulation, "tick", breaking)
    with pytest.raises(InvalidMotionError, match="first pose cannot be simulated"):
        simulate(motion, robot)


def test_kinematic_mode_sets_the_joints_and_finds_contacts(robot: Robot, motion: RobotMotion) -> None:
    deep = np.array(motion.q)
    deep[:, 2] -= 0.002
    rollout = simulate(replace(motion, q=deep), robot, SimulationOptions(mode="kinematic"))
    np.testing.assert_array_equal(rollout.q, deep)
    np.testing.assert_allclose(rollout.depth, 0.002, atol=1e-6)
    assert (rollout.contact_force > 0.0).all()
    in_the_air = np.array(motion.q)
    in_the_air[:, 2] += 0.5
    free = simulate(replace(motion, q=in_the_air), robot, SimulationOptions(mode="kinematic"))
    assert not free.contact_force.any()


def test_a_root_that_is_bolted_down_stays_over_the_floor(robot: Robot, motion: RobotMotion) -> None:
    rollout = simulate(motion, robot, SimulationOptions(base="fixed"))
    assert np.ptp(rollout.q[:, :7], axis=0).max() == 0.0
    assert rollout.q[0, 2] == pytest.approx(motion.q[0, 2] + HANGING, abs=1e-6)
    assert not rollout.contact_force.any()
    np.testing.assert_array_equal(rollout.reference[:, :7], rollout.q[:, :7])


def test_a_lying_robot_rests_on_its_mattress(robot: Robot, motion: RobotMotion) -> None:
    q = np.array(motion.q)
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi)
    q[:, 2] = 0.2
    rollout = simulate(replace(motion, q=q), robot)
    assert rollout.base == "lying"
    # The box is ten centimetres thick below its middle.
    np.testing.assert_allclose(rollout.q[:, 2], 0.1, atol=0.005)
    weight = 9.81 * float(robot.model.body_mass.sum())
    assert rollout.contact_force.mean() == pytest.approx(weight, rel=0.1)


def test_toys_and_a_mobile_are_there_and_leave_the_robot_alone(robot: Robot, motion: RobotMotion) -> None:
    options = SimulationOptions(toys=True, mobile=True)
    stage = set_stage(motion, robot, options, choose_setting(motion, robot, options))
    names = {stage.plant.model.body(index).name for index in range(stage.plant.model.nbody)}
    assert {"scene:ball", "scene:block", "scene:ring", "scene:mobile"} <= names
    assert stage.plant.own.sum() == robot.model.nbody - 1
    alone, among = simulate(motion, robot), simulate(motion, robot, options)
    np.testing.assert_allclose(among.q, alone.q, atol=1e-4)


def test_the_users_model_stays_as_it_is(robot: Robot, motion: RobotMotion) -> None:
    model = robot.card.folder / "model.xml"
    before = model.read_bytes()
    counts = robot.model.ngeom, robot.model.nu
    simulate(motion, robot, SimulationOptions(toys=True))
    assert model.read_bytes() == before
    assert (robot.model.ngeom, robot.model.nu) == counts


def test_a_motion_of_one_frame_is_performed(robot: Robot, motion: RobotMotion) -> None:
    assert simulate(motion.section(0, 1), robot).frame_count == 1


def test_a_motion_of_another_robot_is_refused(robot: Robot, motion: RobotMotion) -> None:
    with pytest.raises(InvalidMotionError, match="expected those of robot 'box', 1 and 8"):
        simulate(replace(motion, joints=("elbow",)), robot)
