"""Limbs looked at one by one: an arm at the end of its range goes over to the other end, if that pays."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.body_parts import BodyDirection, BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.limb_branches import (
    limb_costs,
    limb_postures,
    limbs_of,
    look_limb_by_limb,
    price_of_seams,
)
from understudy.kinematics.limits import Bounds, Effort
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import seams_of
from understudy.kinematics.solver import solve_clip
from understudy.kinematics.tree import compile_tree

TWO_ARMS = """
<mujoco><worldbody>
  <body name="trunk"><geom size="0.1"/>
    <body name="upper_l" pos="0 0.2 0"><joint axis="0 0 1"/><geom size="0.05"/>
      <body name="lower_l" pos="1 0 0"><joint axis="0 0 1"/><joint axis="1 0 0"/><geom size="0.05"/></body>
    </body>
    <body name="upper_r" pos="0 -0.2 0"><joint axis="0 0 1"/><geom size="0.05"/>
      <body name="lower_r" pos="1 0 0"><joint axis="0 0 1"/><joint axis="1 0 0"/><geom size="0.05"/></body>
    </body>
  </body>
</worldbody></mujoco>
"""
"""Two arms in a plane, each of a shoulder, an elbow, and a wrist that turns about the forearm."""

SHOULDERS = [0, 3]
LEFT = [0, 1, 2]
RANGE = 2.9
"""Where joints end [rad]: there is no way round from one end to the other."""

FRAMES, GONE, BACK, PAUSE, LONGEST_LOSS = 120, 40, 90, 10, 20
FAST, SLOW = 30.0, 1e-3
DOUBTFUL = 0.05
BEYOND = np.pi + 0.3
"""Where an arm points that is nearer to the lower end of its range than to the upper one, where it came."""

TIP = np.array([1.0, 0.0, 0.0])


def _problem(shoulders: np.ndarray) -> Problem:
    """Return two straight arms that are to point where shoulders (T, 2) [rad] turn them."""
    tree = compile_tree(mujoco.MjModel.from_xml_string(TWO_ARMS))
    directions = [BodyDirection(BodyPoint(1, -TIP), BodyPoint(1, TIP))]
    for upper, lower in ((2, 3), (4, 5)):
        start = BodyPoint(1, np.array([0.0, 0.2 if upper == 2 else -0.2, 0.0]))
        directions += [
            BodyDirection(start, BodyPoint(upper, TIP)),
            BodyDirection(BodyPoint(upper, TIP), BodyPoint(lower, TIP)),
        ]
    ahead = np.stack([np.cos(shoulders), np.sin(shoulders), 0.0 * shoulders], axis=-1)
    target = np.concatenate([np.tile(TIP, (len(ahead), 1, 1)), np.repeat(ahead, 2, axis=1)], axis=1)
    block = direction_block(tree, directions, target, np.ones(target.shape[:2]))
    bounds = Bounds(np.full(6, -RANGE), *(np.full(6, limit) for limit in (RANGE, np.inf, np.inf)))
    # The only whole posture to look from leads back to where an arm came from.
    start = np.zeros((1, 6))
    start[0, SHOULDERS] = shoulders[0]
    return Problem(
        tree, no_costs(tree)._replace(direction=block), bounds, start, Effort(doubtful_cost=DOUBTFUL)
    )


def _person(side: int) -> np.ndarray:
    """Return shoulders (T, 2) of which one goes past the end of its range for a while, and comes back."""
    way = np.interp(np.arange(FRAMES), [0, GONE, 50, 80, BACK, FRAMES], [2.0, 2.8, BEYOND, BEYOND, 2.8, 2.0])
    shoulders = np.zeros((FRAMES, 2))
    shoulders[:, side] = way if side == 0 else -way
    return shoulders


def _looked(problem: Problem, speed: float = FAST) -> tuple[Outcome, Outcome]:
    """Return a clip as it is solved frame by frame, and as it is after limbs were looked at."""
    before = solve_clip(problem, FRAMES).outcome
    after = Outcome(*(array.copy() for array in before))
    bounds = problem.bounds._replace(largest_step=np.full(6, speed))
    look_limb_by_limb(problem, after, bounds, PAUSE, LONGEST_LOSS)
    return before, after


def test_limbs_are_segments_in_a_row_that_joints_turn() -> None:
    limbs = limbs_of(_problem(np.zeros((1, 2))))
    assert [limb.segments.tolist() for limb in limbs] == [[1, 2], [3, 4]]
    assert [limb.carrier for limb in limbs] == [1, 1]
    assert [limb.dofs.tolist() for limb in limbs] == [[0, 1, 2], [3, 4, 5]]


def test_postures_are_even_over_ranges_alike_on_both_sides_and_leave_out_what_turns_no_segment() -> None:
    problem = _problem(np.zeros((1, 2)))
    postures = limb_postures(problem, limbs_of(problem)[0])
    assert postures is not None
    assert postures.dofs.tolist() == [0, 1]
    places = {tuple(row) for row in np.round(postures.joints, 9).tolist()}
    assert places == {(-upper, -lower) for upper, lower in places}
    assert np.ptp(postures.joints, axis=0).min() > 1.9 * RANGE
    turned = postures.joints.sum(axis=1)
    expected = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    np.testing.assert_allclose(postures.directions[:, 1, :2], expected, atol=1e-9)


def test_nearest_postures_have_every_joint_in_either_half_of_its_range() -> None:
    problem = _problem(np.zeros((1, 2)))
    postures = limb_postures(problem, limbs_of(problem)[0])
    assert postures is not None
    wanted = np.array([[[np.cos(1.0), np.sin(1.0), 0.0], [np.cos(1.5), np.sin(1.5), 0.0]]])
    nearest = postures.nearest(wanted, np.ones((1, 2)))[0]
    low_shoulder, high_shoulder, low_elbow, high_elbow = postures.joints[nearest]
    assert low_shoulder[0] < 0.0 < high_shoulder[0]
    assert low_elbow[1] < 0.0 < high_elbow[1]
    spacing = np.diff(np.unique(postures.joints[:, 0])).max()
    np.testing.assert_allclose(high_shoulder, [1.0, 0.5], atol=spacing)
    np.testing.assert_array_equal(high_shoulder, high_elbow)


def test_what_a_limb_costs_is_half_the_square_of_its_angles() -> None:
    problem = _problem(np.tile([0.5, 0.0], (3, 1)))
    costs = limb_costs(problem, np.zeros((3, 6)), np.array([0, 2]), limbs_of(problem))
    np.testing.assert_allclose(costs, [[0.25, 0.0], [0.25, 0.0]], atol=1e-9)
    assert limb_costs(problem, np.zeros((3, 6)), np.array([0, 2]), []).shape == (2, 0)


def test_an_arm_beyond_the_end_of_its_range_goes_over_to_the_other_end_and_comes_back() -> None:
    before, after = _looked(_problem(_person(0)))
    assert (before.q[:, 0] > 0.0).all()
    assert (after.q[52:78, 0] < 0.0).all()
    assert after.cost[52:78].max() < 1e-6 < before.cost[52:78].min()
    assert after.cost.sum() < 0.2 * before.cost.sum()
    assert (after.cost <= before.cost + 1e-9).all()


def test_it_is_carried_both_ways_to_where_both_ends_cost_the_same() -> None:
    problem = _problem(_person(0))
    _, after = _looked(problem)
    gone, back = seams_of(problem, after.q)
    # With both segments at either end, the person's arm is as far from it where it points backwards.
    across = np.flatnonzero(_person(0)[:, 0] > np.pi)
    assert abs(gone + 1 - across[0]) <= 1
    assert abs(back - across[-1]) <= 1


def test_everything_but_the_limb_stays_where_it_was() -> None:
    before, after = _looked(_problem(_person(0)))
    others = np.setdiff1d(np.arange(6), LEFT)
    np.testing.assert_allclose(after.q[:, others], before.q[:, others], atol=1e-6)


def test_a_right_arm_finds_what_a_left_one_does() -> None:
    _, left = _looked(_problem(_person(0)))
    _, right = _looked(_problem(_person(1)))
    np.testing.assert_allclose(right.q[:, [3, 4]], -left.q[:, [0, 1]], atol=1e-6)
    np.testing.assert_allclose(right.cost, left.cost, atol=1e-9)


def test_a_way_that_takes_longer_than_it_saves_is_not_taken() -> None:
    before, after = _looked(_problem(_person(0)), SLOW)
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_clip_beyond_doubt_is_left_as_it_is() -> None:
    before, after = _looked(_problem(np.zeros((FRAMES, 2))))
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_limb_that_no_posture_helps_is_left_as_it_is() -> None:
    shoulders = _person(0)
    shoulders[:, 0] = np.minimum(shoulders[:, 0], 3.0)
    problem = _problem(shoulders)
    problem = replace(problem, effort=problem.effort._replace(doubtful_cost=1e-3))
    before, after = _looked(problem)
    assert before.cost.max() > 1e-3
    np.testing.assert_array_equal(before.q, after.q)


@pytest.mark.parametrize("speed", [0.1, 0.2])
def test_the_price_of_a_seam_is_that_of_a_straight_way_at_full_speed(speed: float) -> None:
    problem = _problem(np.zeros((10, 2)))
    q = np.zeros((10, 6))
    turn, frames = 2.0, round(2.0 / speed)
    q[5:, 0] = turn
    bounds = problem.bounds._replace(largest_step=np.full(6, speed))
    assert price_of_seams(problem, q[:5], bounds, 1.0) == 0.0
    # Straight over, half before the seam and half after it: the sum of ½ θ² over many short frames.
    off = np.abs(np.linspace(-0.5 * turn, 0.5 * turn, 100_001))
    off = 0.5 * turn - np.abs(off)
    expected = frames * 0.5 * np.mean(off**2)
    assert price_of_seams(problem, q, bounds, 1.0) == pytest.approx(expected, rel=1e-3)
    assert price_of_seams(problem, q, bounds, 3.0) == pytest.approx(9.0 * expected, rel=1e-3)
