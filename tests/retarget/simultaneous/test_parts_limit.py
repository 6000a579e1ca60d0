"""Parts of the robot that are held apart by what MuJoCo's geoms are in each other."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.parts_limit import DEPTH, FARTHEST, PartsApart
from understudy.retarget.simultaneous.step import moved_by
from understudy.retarget.simultaneous.sums import Sums
from understudy.robots.self_collision import SelfCollision

INTO_THE_CHEST = 1.5
"""Angle [rad] by which a shoulder is turned inwards, so that the forearm is in the chest."""

FAR = 1.0
"""Distance [m] that is more than the arm is away from the body without that."""

FRAME = 5
"""Of the pose in which it is."""


@pytest.fixture
def apart(bending: Problem) -> tuple[PartsApart, np.ndarray]:
    """Return the limit, and poses of which one has an arm in the body."""
    (limit,) = [each for each in bending.clip.limits if isinstance(each, PartsApart)]
    robot, joints = bending.start.robot.copy(), bending.clip.robot.robot.joints
    robot[FRAME, 7 + joints.index("R_SHOULDER_R")] += INTO_THE_CHEST
    return limit, robot


def test_the_depth_is_that_of_geoms(apart: tuple[PartsApart, np.ndarray], bending: Problem) -> None:
    """Of all pairs that are to be apart the deepest, less what is allowed."""
    limit, robot = apart
    model = bending.clip.robot.robot
    bodies, distances = SelfCollision(model.model).contacts(robot[FRAME])
    counted = [
        -distance
        for pair, distance in zip(bodies.tolist(), distances, strict=True)
        if tuple(pair) not in model.overlapping
    ]
    assert max(counted) > DEPTH
    assert limit.excess(robot) == pytest.approx(1000.0 * (max(counted) - DEPTH))


def test_only_parts_that_were_in_each_other_are_held_apart(apart: tuple[PartsApart, np.ndarray]) -> None:
    """In that frame, by as much as geoms are too deep, at most so much at a time."""
    limit, robot = apart
    still = np.zeros((len(robot), len(limit.body.free)))
    assert len(limit.at(robot).rows(still)) == 0
    limit.notice(robot)
    assert set(limit.frames) == {FRAME}
    over = limit.at(robot).rows(still)
    assert over.max() == pytest.approx(min(0.001 * limit.excess(robot), FARTHEST))
    before = limit.target.copy()
    limit.insist(robot, 2.0)
    assert limit.target == pytest.approx(before)
    assert limit.shift.max() == pytest.approx(over.max() / 4.0)


def test_parts_that_do_not_touch_any_more_come_nearer_again(apart: tuple[PartsApart, np.ndarray]) -> None:
    """What is asked of them falls as long as geoms do not touch."""
    limit, robot = apart
    limit.notice(robot)
    limit.target += FAR
    clear = robot.copy()
    clear[FRAME] = clear[FRAME - 1]
    asked = limit.target.copy()
    limit.insist(clear, 1.0)
    assert (limit.target <= asked).all()
    assert (limit.target < asked).all()


def test_rows_and_derivatives_are_those_of_poses_that_are_moved(
    apart: tuple[PartsApart, np.ndarray],
) -> None:
    """A small change of the poses changes rows as the linear limit says, and what it adds is its square."""
    limit, robot = apart
    limit.notice(robot)
    linear = limit.at(robot)
    random, size = np.random.default_rng(0), len(limit.body.tree.variable)
    change = np.zeros((len(robot), size))
    change[:, limit.body.free] = 1e-6 * random.standard_normal((len(robot), len(limit.body.free)))
    own = change[:, limit.body.free]
    moved = limit.at(moved_by(limit.body.tree, robot, change))
    still = np.zeros_like(own)
    assert len(moved.over) == len(linear.over) > 0
    assert moved.rows(still) - linear.rows(still) == pytest.approx(
        linear.rows(own) - linear.rows(still), abs=1e-10
    )
    pull = random.random(len(linear.over))
    sums = Sums(len(robot), own.shape[1])
    linear.add_pull(pull, sums)
    assert (sums.gradient * own).sum() == pytest.approx(pull @ (linear.rows(own) - linear.rows(still)))
