"""The method as a whole: limits hold, the person is reconstructed, and what cannot be held is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.evaluate.feasibility import feasibility
from understudy.evaluate.physical_checks import physical_checks
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.retarget import find_method
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import Robot, load_robot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET


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
    assert found.zmp_share >= 0.99


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


def test_simultaneous_is_nearer_to_the_person_than_one_after_the_other(
    bent: RobotMotion, standing: HumanMotion, captured: Recording, robot: Robot
) -> None:
    """The paper's first claim (IV-B2)."""
    options = SimultaneousOptions(order="sequential")
    other = find_method("simultaneous").retarget(standing, robot, options, captured)
    assert bent.reconstruction is not None
    assert other.reconstruction is not None
    assert bent.reconstruction.mean_error < other.reconstruction.mean_error


def test_what_cannot_be_held_is_said(standing: HumanMotion, captured: Recording, robot: Robot) -> None:
    """A robot whose joints hardly move cannot have its soles where the person's feet stand."""
    told: list[str] = []
    home = np.array(robot.home[7:])
    stiff = replace(robot, lower=home - 0.005, upper=home + 0.005)
    found = find_method("simultaneous").retarget(standing, stiff, None, captured, told.append)
    assert np.isfinite(found.q).all()
    (sentence,) = [each for each in told if "not every limit can be held" in each]
    assert "sole place by" in sentence


@pytest.mark.parametrize("dynamics", ["zmp", "full"])
def test_limits_hold_between_knots_where_feet_land(dynamics: str) -> None:
    """A walk in 120 frames a second, solved 40 times: soles neither slip nor sink, and the ground carries."""
    walk = make("walk", seconds=1.2, fps=120.0, body=performer_body(height=1.75))
    capture = record(walk, LANDMARK_SET, Corruption()).recording()
    robot, options = load_robot("g1"), SimultaneousOptions(dynamics=dynamics)
    motion = find_method("simultaneous").retarget(human_from_recording(capture), robot, options, capture)
    found = physical_checks(motion, robot, cutoff=np.inf)
    assert [each.frames for each in (found.position, found.velocity, found.acceleration)] == [0, 0, 0]
    assert found.slide < 1e-3
    assert found.floor_depth < 5e-3
    assert found.zmp_share >= 0.97
    assert found.root_residual < 0.05
    if dynamics == "full":
        needed = feasibility(robot, motion, motion.contact_mask, np.inf)
        stated = robot.gains.torque_stated
        use = np.abs(needed.torques[needed.stands][2:-2][:, stated]) / robot.gains.torque[stated]
        assert use.max() < 1.0
