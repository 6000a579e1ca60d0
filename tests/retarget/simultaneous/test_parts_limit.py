"""Parts of the robot that are held apart by what MuJoCo's geoms are in each other."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.parts_limit import DEPTH, FARTHEST, FIRMEST, PartsApart
from understudy.robots.self_collision import SelfCollision

INTO_THE_CHEST = 1.5
"""Angle [rad] by which a shoulder is turned inwards, so that the forearm is in the chest."""


@pytest.fixture
def apart(bending: Problem) -> tuple[PartsApart, np.ndarray]:
    """Return the limit, and poses of which one has an arm in the body."""
    (limit,) = [each for each in bending.clip.held if isinstance(each, PartsApart)]
    robot, joints = bending.start.robot.copy(), bending.clip.robot.robot.joints
    robot[5, 7 + joints.index("R_SHOULDER_R")] += INTO_THE_CHEST
    return limit, robot


def test_the_depth_is_that_of_geoms(apart: tuple[PartsApart, np.ndarray], bending: Problem) -> None:
    """Of all pairs that are to be apart the deepest, less what is allowed."""
    limit, robot = apart
    model = bending.clip.robot.robot
    bodies, distances = SelfCollision(model.model).contacts(robot[5])
    counted = [
        -distance
        for pair, distance in zip(bodies.tolist(), distances, strict=True)
        if tuple(pair) not in model.overlapping
    ]
    assert max(counted) > DEPTH
    assert limit.excess(robot) == pytest.approx(1000.0 * (max(counted) - DEPTH))


def test_walls_move_only_where_parts_are_in_each_other(apart: tuple[PartsApart, np.ndarray]) -> None:
    """In that frame, of those pairs, by at most so much; and back where they are apart again."""
    limit, robot = apart
    target, weight = limit.block.target.copy(), limit.block.weight.copy()
    limit.insist(robot, 2.0)
    moved = limit.block.target != target
    assert moved[5].any()
    assert not np.delete(moved, 5, axis=0).any()
    assert ((limit.block.weight != weight) == moved).all()
    for _ in range(10):
        limit.insist(robot, 2.0)
    assert (limit.block.target - target).max() == pytest.approx(FARTHEST)
    assert (limit.block.weight / weight).max() == pytest.approx(FIRMEST)
    still = robot.copy()
    still[5] = still[4]
    for _ in range(int(FARTHEST / DEPTH) + 1):
        limit.insist(still, 1.0)
    assert np.array_equal(limit.block.target, target)
