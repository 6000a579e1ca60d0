"""Soles find their place on steps and ramps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.terrain.courses import person_on
from understudy.errors import OptionError
from understudy.evaluate import evaluate
from understudy.evaluate.ground import heights_over
from understudy.evaluate.poses import compute_poses
from understudy.motion import RobotMotion
from understudy.motion.terrain import FLOOR, LEVEL, Patch, Terrain
from understudy.retarget.ground import robot_ground, shift_onto, stance_patches, stands
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.track import track
from understudy.robots import load_robot

UP = np.array([0.0, 0.0, 1.0])
STEP = Patch(np.array([0.15, 0.0, 0.17]), 0.0, np.array([0.15, 0.5]), UP)
NEXT = Patch(np.array([0.45, 0.0, 0.34]), 0.0, np.array([0.15, 0.5]), UP)
STAIRS = Terrain((STEP, NEXT))
SOLE = np.array([[-0.05, 0.03], [-0.05, -0.03], [0.12, 0.03], [0.12, -0.03]])

ON_GROUND = 0.01  # [m]
FLAT_ON_GROUND = 0.012  # [m] of the 95th percentile of all corners of a flat sole
SUNK = 0.006  # [m]
STRETCHED = (
    0.025  # [m] that a robot's foot may lack at the end of a person's stride, which is too long for it
)
COURSES = ("stairs up", "stairs down", "ramp of 10° down", "ramp of 15° up", "kerb")


@cache
def performed(name: str, is_real: bool = False) -> RobotMotion:
    """Return a course walked by a G1."""
    return track(person_on(name), load_robot("g1"), TrackOptions(real_terrain=is_real))


def test_a_sole_that_fits_stays_and_one_that_sticks_out_is_moved_in() -> None:
    np.testing.assert_allclose(shift_onto(STAIRS, 0, SOLE + [0.1, 0.0]), 0.0)
    np.testing.assert_allclose(shift_onto(STAIRS, 0, SOLE + [0.25, 0.0]), [-0.075, 0.0], atol=1e-12)
    np.testing.assert_allclose(shift_onto(STAIRS, 1, SOLE + [0.34, 0.48]), [0.01, -0.01], atol=1e-12)


def test_a_sole_on_the_floor_keeps_clear_of_a_riser() -> None:
    moved = SOLE + [-0.1, 0.0] + shift_onto(STAIRS, FLOOR, SOLE + [-0.1, 0.0])
    assert moved[:, 0].max() == pytest.approx(-0.005)


def test_a_sole_longer_than_its_step_keeps_clear_of_the_next_one() -> None:
    short = Terrain((replace(STEP, half=np.array([0.07, 0.5]), centre=np.array([0.23, 0.0, 0.17])), NEXT))
    moved = SOLE + [0.23, 0.0] + shift_onto(short, 0, SOLE + [0.23, 0.0])
    assert moved[:, 0].max() == pytest.approx(0.295)


def test_steps_scale_with_the_legs_unless_they_are_real() -> None:
    human = person_on("stairs up")
    small, real = robot_ground(human, 0.7), robot_ground(human, 0.7, is_real=True)
    assert small.terrain.patches[0].centre[2] == pytest.approx(0.7 * human.terrain.patches[0].centre[2])
    assert real.terrain.patches[0].centre[2] == pytest.approx(human.terrain.patches[0].centre[2])
    assert (small.factor, real.factor) == (0.7, 1.0)
    level = replace(human, terrain=LEVEL)
    assert robot_ground(level, 0.7, is_real=True).factor == 0.7


def test_every_step_is_stood_on_by_the_foot_that_does() -> None:
    human = person_on("stairs up")
    assert [sorted(set(stance_patches(human, side).tolist())) for side in "lr"] == [[-1, 1, 3], [-1, 0, 2, 3]]


@pytest.mark.parametrize("name", COURSES)
def test_feet_stand_on_the_ground_and_nothing_is_in_it(name: str) -> None:
    human, motion, robot = person_on(name), performed(name), load_robot("g1")
    assert len(motion.terrain.patches) == len(human.terrain.patches)
    poses = compute_poses(robot, motion)
    for column, (side, sole) in enumerate(robot.soles.items()):
        over = heights_over(motion.terrain, poses.points(sole.body, sole.points))
        lowest = over.min(axis=1)[stands(human, side)]
        assert np.abs(lowest).max() < ON_GROUND, side
        flat = human.contact_mask[:, 2 * column : 2 * column + 2].all(axis=1)
        assert np.percentile(np.abs(over[flat]), 95.0) < FLAT_ON_GROUND, side
    depth = {metric.name: metric for metric in evaluate(human, motion, robot).metrics}["penetration/floor"]
    assert depth.summary["max"] < SUNK


def test_balance_is_refused_where_the_zmp_is_not_counted() -> None:
    with pytest.raises(OptionError, match="physics: the person walks over 1 steps or ramps"):
        track(person_on("kerb"), load_robot("g1"), TrackOptions(physics="contact"))


def test_real_steps_are_climbed_as_they_are() -> None:
    human, motion, robot = person_on("kerb"), performed("kerb", is_real=True), load_robot("g1")
    assert motion.terrain.patches[0].centre[2] == pytest.approx(human.terrain.patches[0].centre[2])
    poses = compute_poses(robot, motion)
    for side, sole in robot.soles.items():
        over = heights_over(motion.terrain, poses.points(sole.body, sole.points)).min(axis=1)
        assert np.abs(over[stands(human, side)]).max() < STRETCHED
    assert "real_terrain" in motion.provenance.to_json()
