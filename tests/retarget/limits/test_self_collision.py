"""Parts of robots that may not sink into each other: which ones, how deep, and what it ties together."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.evaluate.penetration import find_self_contact
from understudy.kinematics.blocks.distance import AHEAD, AT_LEAST
from understudy.kinematics.tree import compile_tree
from understudy.retarget.limits.self_collision import (
    GROWN,
    SOFTEST,
    bodies_kept_apart,
    self_collision,
    with_weight,
)
from understudy.retarget.track import TrackOptions, track, track_problem
from understudy.robots import Robot, load_robot
from understudy.robots.colliding_bodies import colliding_bodies
from understudy.robots.limb_length import limb_length
from understudy.robots.parts import home_data
from understudy.robots.self_collision import SelfCollision
from understudy.takes import read_human

DEPTH = 0.005
"""Depth [m] that nobody sees."""

SHARE = 0.99
"""Share of frames in which parts sink into each other by no more than that."""


def _shallow(name: str, clip: str, weight: float) -> float:
    """Return the share of frames in which no parts of a robot are deeper in each other than ``DEPTH``."""
    robot = load_robot(name)
    motion = track(read_human(built_in_motion(clip)), robot, TrackOptions(self_collision=weight))
    return float((find_self_contact(robot, motion).depth <= DEPTH).mean())


@pytest.mark.parametrize(("name", "clip"), [("dummy", "infant_kicking"), ("mimo", "infant_kicking")])
def test_parts_touch_instead_of_sinking_in(name: str, clip: str) -> None:
    weight = TrackOptions().self_collision
    assert _shallow(name, clip, weight) >= SHARE
    assert _shallow(name, clip, 0.0) < SHARE, "nothing would have sunk in anyway"


def test_without_a_weight_nothing_is_kept_apart() -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot("dummy")
    assert len(track_problem(human, robot, TrackOptions(self_collision=0.0)).costs.distance.body) == 0


@pytest.mark.parametrize("name", ["qtrobot", "armar3"])
def test_robots_that_are_bolted_down_are_kept_from_themselves(name: str) -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot(name)
    block = track_problem(human, robot, TrackOptions()).costs.distance
    assert (block.kind == AT_LEAST).any()
    assert (block.weight > 0.0).all()


def test_every_contact_that_mujoco_finds_is_between_bodies_that_may_collide(robot: Robot) -> None:
    allowed, collision = set(colliding_bodies(robot.model)), SelfCollision(robot.model)
    generator = np.random.default_rng(1)
    for _ in range(30):
        q = robot.home.copy()
        lower, upper = np.maximum(robot.lower, -2.0), np.minimum(robot.upper, 2.0)
        q[len(q) - len(robot.joints) :] = generator.uniform(lower, upper)
        assert collision.touching_pairs(q) <= allowed


def test_what_overlaps_at_home_or_is_excluded_is_not_kept_apart(robot: Robot) -> None:
    assert not set(bodies_kept_apart(robot).pairs) & (robot.overlapping | robot.excluded)


def test_the_home_pose_is_left_in_peace() -> None:
    """Capsules that stick out do not push where the robot's own geoms do not touch."""
    robot = load_robot("nao")
    human = read_human(built_in_motion("walk"))
    problem = track_problem(human, robot, TrackOptions())
    block = self_collision(robot, problem.tree)
    home = home_data(robot.model, robot.home)
    gaps = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3)) - block.radius
    assert gaps.min() >= -1e-12


def test_the_pattern_ties_joints_of_both_bodies_together() -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot("dummy")
    problem = track_problem(human, robot, TrackOptions())
    pattern, movers = problem.pattern, problem.costs.distance.movers
    assert pattern is not None
    for dofs, count in zip(movers.dofs, movers.number, strict=True):
        variables = sorted({int(problem.tree.variable[dof]) for dof in dofs[:count]})
        for index, variable in enumerate(variables):
            known = set(pattern.fill[variable, : pattern.fill_count[variable]].tolist())
            assert set(variables[:index]) <= known


def test_parts_push_from_farther_away_where_capsules_leave_holes() -> None:
    """The fetus has arms of capsules and an ellipsoid for a trunk; NAO's soles have corners."""
    walls = {}
    for name in ("fetus", "nao"):
        robot = load_robot(name)
        block = self_collision(robot, compile_tree(robot.model))
        bodies = [tuple(robot.model.body(int(body)).name for body in pair) for pair in block.body]
        walls |= dict(zip(bodies, block.softness.tolist(), strict=True))
    assert walls["left_upper_arm", "left_thigh"] < walls["lower_torso", "left_forearm"] < SOFTEST
    assert walls["l_ankle", "r_ankle"] == SOFTEST


def test_walls_of_all_grown_robots_are_alike() -> None:
    for name in ("g1", "hrp4", "icub"):
        robot = load_robot(name)
        block = with_weight(self_collision(robot, compile_tree(robot.model)), 50.0, 3)
        assert limb_length(robot) >= GROWN
        assert block.ahead.tolist() == [AHEAD] * len(block.body)
        assert block.weight.tolist() == [[50.0]] * 3


def test_an_angle_presses_the_same_share_of_short_arms_into_each_other() -> None:
    """The wall of an arm of length L gives way by e / (L w²) to an angle e."""
    for name in ("nao", "mimo", "fetus", "dummy"):
        robot = load_robot(name)
        block = with_weight(self_collision(robot, compile_tree(robot.model)), 50.0, 1)
        length = limb_length(robot)
        assert length < GROWN
        share = 1.0 / (length * block.weight[0, 0] ** 2) / length
        assert share == pytest.approx(1.0 / (GROWN * 50.0**2) / GROWN)


def test_parts_of_short_robots_give_way_later_but_where_capsules_leave_holes() -> None:
    robot = load_robot("mimo")
    block = self_collision(robot, compile_tree(robot.model))
    holes = bodies_kept_apart(robot).holes[block.body].sum(axis=1)
    exact, rough = block.ahead[holes == 0.0], block.ahead[holes > 0.5 * limb_length(robot) / GROWN * AHEAD]
    assert len(exact) and len(rough)
    assert exact == pytest.approx(limb_length(robot) / GROWN * AHEAD)
    assert (rough > exact.max()).all() and rough.max() <= AHEAD
    assert (block.ahead >= block.softness).all(), "the firm wall would begin before the gentle one"
