"""Limbs whose segments share alike what is taken from them: what they weigh then, and what that gains."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limb_branches import directions_between, limbs_of
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution, solve_clip
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.limbs_alike import limbs_alike, limbs_cost_more
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.limits.together import solve_together
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

EVERYTHING, NOTHING = np.array([10.0, 11.0]), np.array([-2.0, -1.0])
"""Errors [rad] by which all limbs are within reach, and none."""

SLOWER, SLUGGISH = 0.5, 0.1
"""Shares of iCub's speed and acceleration by which its arms cannot follow a kicking infant's."""

STRETCH = (40, 160)

LESS = 0.95
"""Share of the limbs' squared errors that is left at most where segments weigh alike."""


def _share(frames: int, *chosen: int) -> np.ndarray:
    share = np.zeros(frames)
    share[list(chosen)] = 1.0
    return share


def _errors(problem: Problem, q: np.ndarray) -> np.ndarray:
    """Return by how much (T, L) [rad] limbs are off in poses (T, Q), both segments together."""
    block = problem.costs.direction
    found = []
    for limb in limbs_of(problem):
        own = directions_between(problem.tree, block.body[limb.segments], block.local[limb.segments], q)
        found.append(np.linalg.norm(rot.angle_between(own, block.target[:, limb.segments]), axis=1))
    return np.stack(found, axis=1)


def test_both_segments_of_a_limb_weigh_the_mean_of_their_squares(asked: Problem, free: Solution) -> None:
    changed = limbs_alike(asked, _share(len(free.q), 3), free.q, EVERYTHING)
    before, after = asked.costs.direction.weight, changed.costs.direction.weight
    for limb in limbs_of(asked):
        upper, lower = limb.segments
        assert after[3, upper] == pytest.approx(after[3, lower])
        assert np.sum(after[3, limb.segments] ** 2) == pytest.approx(np.sum(before[3, limb.segments] ** 2))
    others = np.arange(len(before)) != 3
    np.testing.assert_array_equal(after[others], before[others])


def test_half_the_way_is_half_the_way(asked: Problem, free: Solution) -> None:
    half = limbs_alike(asked, 0.5 * _share(len(free.q), 3), free.q, EVERYTHING).costs.direction.weight
    whole = limbs_alike(asked, _share(len(free.q), 3), free.q, EVERYTHING).costs.direction.weight
    own = asked.costs.direction.weight
    np.testing.assert_allclose(half[3] ** 2, 0.5 * (own[3] ** 2 + whole[3] ** 2))


def test_a_segment_whose_mate_is_not_known_stands_for_itself(asked: Problem, free: Solution) -> None:
    block, limb = asked.costs.direction, limbs_of(asked)[0]
    weight = block.weight.copy()
    weight[3, limb.segments[1]] = 0.0
    unknown = asked.asking(direction=block._replace(weight=weight))
    after = limbs_alike(unknown, _share(len(free.q), 3), free.q, EVERYTHING).costs.direction.weight
    np.testing.assert_array_equal(after[3, limb.segments], weight[3, limb.segments])


def test_limbs_out_of_reach_and_frames_that_lose_nothing_stay(asked: Problem, free: Solution) -> None:
    frames = len(free.q)
    assert limbs_alike(asked, np.zeros(frames), free.q, EVERYTHING) is asked
    far = limbs_alike(asked, _share(frames, 3), free.q, NOTHING)
    np.testing.assert_allclose(far.costs.direction.weight, asked.costs.direction.weight)


def test_what_other_weights_cost_is_told_for_poses_as_they_are(asked: Problem, free: Solution) -> None:
    frames = np.array([3, 5])
    changed = limbs_alike(asked, _share(len(free.q), 3), free.q, EVERYTHING)
    poses = np.tile(free.q[100], (len(free.q), 1))
    more = limbs_cost_more(changed, asked, poses, frames)
    block, expected = asked.costs.direction, 0.0
    for limb in limbs_of(asked):
        own = directions_between(asked.tree, block.body[limb.segments], block.local[limb.segments], poses)
        angles = rot.angle_between(own[3], block.target[3, limb.segments])
        squares = changed.costs.direction.weight[3, limb.segments] ** 2 - block.weight[3, limb.segments] ** 2
        expected += 0.5 * float(squares @ angles**2)
    np.testing.assert_allclose(more, [expected, 0.0], atol=1e-9)


def test_limbs_that_are_too_slow_are_off_by_less() -> None:
    infant, robot = read_human(built_in_motion("infant_kicking")), load_robot("icub")
    asked = without_contact(track_problem(infant, robot, TrackOptions()))
    free = solve_clip(asked, infant.frame_count).q
    bounds = joint_bounds(asked.tree, robot, infant.fps)
    bounds = bounds._replace(
        largest_step=SLOWER * bounds.largest_step, largest_change=SLUGGISH * bounds.largest_change
    )
    own, cut = free_scalars(asked.tree), free.copy()
    columns, part = asked.tree.dof_q[own], slice(*STRETCH)
    cut[:, columns] = limited(cut[:, columns], Bounds(*(array[own] for array in bounds)))
    share = np.zeros(len(cut))
    share[part] = 1.0
    left = []
    for problem in (asked, limbs_alike(asked, share, free, EVERYTHING)):
        clip = cut.copy()
        clip[part], _ = solve_together(problem, [cut], bounds, *STRETCH, 0.0)
        left.append(float((_errors(asked, clip)[part] ** 2).sum()))
    before, alike = left
    assert alike < LESS * before
