"""The method as a whole: limits hold, the person is reconstructed, and odd robots and clips are solved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.evaluate.feasibility import feasibility
from understudy.evaluate.physical_checks import physical_checks
from understudy.human import human_from_recording
from understudy.human.human import Human
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.ending import Ending
from understudy.retarget import find_method
from understudy.retarget.simultaneous.method import simultaneous
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import Robot, load_robot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET

LEAST_PROGRESS = 3
"""Stages of which progress is told at least."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    """Return the paper's robot."""
    return load_robot("hrp4")


@pytest.fixture(scope="module")
def bent(standing: HumanMotion, captured: Recording, robot: Robot) -> RobotMotion:
    """Return HRP-4 that bends within its limits."""
    return find_method("simultaneous").retarget(standing, robot, None, captured)


def test_every_limit_holds_as_mujoco_sees_it(bent: RobotMotion, robot: Robot) -> None:
    """Joints, soles, floor, parts, and the ZMP by inverse dynamics."""
    found = physical_checks(bent, robot)
    assert found.position.worst <= 0.0
    assert found.velocity.worst <= 0.0
    assert found.acceleration.worst <= 0.0
    assert found.slide < 1e-3
    assert found.floor_depth < 5e-3
    assert found.self_depth < 1e-3
    assert found.zmp_share >= 0.99


def test_the_history_has_how_much_each_limit_is_exceeded(bent: RobotMotion) -> None:
    """By nothing here; which limits there are depends on what is asked."""
    (limits,) = [dict(options) for stage, options in bent.provenance.steps if stage == "limits"]
    joints = {"joint position", "joint velocity", "joint acceleration"}
    assert set(limits) == {*joints, "ground force", "sole place"}
    assert max(limits.values()) < 0.5
    assert max(limits[name] for name in joints) < 1e-6


def test_the_person_is_reconstructed_and_kept(bent: RobotMotion, tmp_path: Path) -> None:
    """As near as the robot's limits allow, in the file as well."""
    assert bent.reconstruction is not None
    assert 0.0 < bent.reconstruction.mean_error < 0.05
    bent.save(tmp_path / "bent.npz")
    again = RobotMotion.load(tmp_path / "bent.npz").reconstruction
    assert again is not None
    assert np.array_equal(again.points, bent.reconstruction.points)
    assert dict(again.morphing) == dict(bent.reconstruction.morphing)
    part = bent.section(1, 4).reconstruction
    assert part is not None
    assert len(part.points) == 3


@pytest.mark.parametrize("subset", ["51", "31"])
def test_the_person_has_the_joints_that_were_asked_for(
    subset: str, standing: HumanMotion, robot: Robot
) -> None:
    motion = simultaneous(standing[0.0:0.2], robot, SimultaneousOptions(human=subset))
    assert motion.reconstruction is not None
    assert motion.reconstruction.coordinate_names == Human(subset=f"morphing_{subset}").joints


def test_simultaneous_is_nearer_to_the_person_than_one_after_the_other(
    bent: RobotMotion, standing: HumanMotion, captured: Recording, robot: Robot
) -> None:
    """The paper's first claim (IV-B2); both keep within limits."""
    other = simultaneous(standing, robot, SimultaneousOptions(order="sequential"), captured)
    assert bent.reconstruction is not None
    assert other.reconstruction is not None
    assert bent.reconstruction.mean_error < other.reconstruction.mean_error
    found = physical_checks(other, robot)
    assert max(found.position.worst, found.velocity.worst, found.acceleration.worst) <= 0.0
    assert found.zmp_share >= 0.99


def test_progress_is_told_until_all_is_done(standing: HumanMotion, robot: Robot) -> None:
    seen: list[tuple[int, int]] = []
    simultaneous(standing[0.0:0.2], robot, progress=lambda *at: seen.append(at))
    done = [stage for stage, _ in seen]
    assert len(seen) >= LEAST_PROGRESS
    assert done == sorted(done)
    assert seen[-1][0] == seen[-1][1]


def test_the_ground_is_no_limit_where_balance_is_not_asked(standing: HumanMotion, robot: Robot) -> None:
    motion = simultaneous(standing[0.0:0.2], robot, SimultaneousOptions(physics="none"))
    (limits,) = [dict(options) for stage, options in motion.provenance.steps if stage == "limits"]
    assert "ground force" not in limits
    assert "sole place" in limits


def test_frames_that_are_left_are_said(
    standing: HumanMotion, captured: Recording, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And have a status of their own."""
    monkeypatch.setattr("understudy.kinematics.clip.solve.STEPS", 1)
    told: list[str] = []
    motion = simultaneous(standing, robot, None, captured, told.append)
    left = int((motion.status != Ending.CONVERGED).sum())
    assert left > 0
    assert any(each.startswith(f"{left} frames from frame") for each in told)


@pytest.mark.parametrize(("physics", "slide"), [("contact", 1e-3), ("full", 1.5e-3)])
def test_limits_hold_between_knots_where_feet_land(physics: str, slide: float) -> None:
    """A walk in 120 frames a second, solved 40 times: soles neither slip nor sink, and the ground carries."""
    walk = make("walk", seconds=1.2, fps=120.0, body=performer_body(height=1.75))
    capture = record(walk, LANDMARK_SET, Corruption()).recording()
    robot, options = load_robot("g1"), SimultaneousOptions(physics=physics)
    motion = simultaneous(human_from_recording(capture), robot, options, capture)
    found = physical_checks(motion, robot, cutoff=np.inf)
    assert [each.frames for each in (found.position, found.velocity, found.acceleration)] == [0, 0, 0]
    assert found.slide < slide
    assert found.floor_depth < 5e-3
    assert found.zmp_share >= 0.95
    assert found.root_residual < 0.05
    if physics == "full":
        needed = feasibility(robot, motion, motion.contact_mask, np.inf)
        stated = robot.gains.torque_stated
        use = np.abs(needed.torques[needed.stands][2:-2][:, stated]) / robot.gains.torque[stated]
        assert use.max() < 1.0


@pytest.mark.parametrize("name", ["qtrobot", "armar3"])
def test_robots_without_legs_of_their_own_are_solved(name: str, standing: HumanMotion) -> None:
    """On a fixed base, or on wheels: nothing stands, and nothing is asked of what would."""
    motion = simultaneous(standing[0.0:0.5], load_robot(name))
    assert np.isfinite(motion.q).all()
    found = physical_checks(motion, load_robot(name))
    assert max(found.position.frames, found.velocity.frames, found.acceleration.frames) == 0


@pytest.mark.parametrize("physics", ["contact", "full"])
@pytest.mark.parametrize("frames", [1, 2, 3])
def test_clips_of_few_frames(frames: int, physics: str, standing: HumanMotion, robot: Robot) -> None:
    """Are solved like any other; there is no speed to limit in one."""
    motion = simultaneous(standing.section(0, frames), robot, SimultaneousOptions(physics=physics))
    assert motion.frame_count == frames
    assert np.isfinite(motion.q).all()
    assert (motion.status == Ending.CONVERGED).all()
