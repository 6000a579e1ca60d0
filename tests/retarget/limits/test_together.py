"""Stretches solved as a whole: within limits, nearer to what is asked than joints cut off one by one."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution
from understudy.kinematics.touching import contact_costs
from understudy.motion import HumanMotion
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.limits.together import SETTLED, STEPS, Stretch, has_settled, solve_together
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.robots.mirroring import mirrored

SLOW = 0.2
"""Share of MIMo's acceleration by which its arms cannot follow a walk."""

STRETCH = (40, 160)

NEARLY = 0.01
"""How far [rad or m] frames that are solved again may come from where they were."""

SAVED = 0.8
"""Share of the loss that is left at most."""

ALIKE = 0.005
"""How far [rad or m] joints of a mirrored stretch may be from the mirror image."""

MARGIN = 24
"""Frames at either end of a stretch in which it has to come from and back to what does not change."""

ROUNDING = 1e-12


def _bounds(walk: HumanMotion, asked: Problem) -> Bounds:
    bounds = joint_bounds(asked.tree, load_robot("mimo"), walk.fps)
    return bounds._replace(largest_change=SLOW * bounds.largest_change)


def _changes(asked: Problem, q: np.ndarray) -> np.ndarray:
    """Return by how much steps of joints change (T − 2, V), 0 of what is no joint."""
    changes, own = np.zeros((len(q) - 2, len(asked.tree.variable))), free_scalars(asked.tree)
    changes[:, own] = np.abs(np.diff(q, n=2, axis=0))[:, asked.tree.dof_q[own]]
    return changes


def _solved(asked: Problem, q: np.ndarray, bounds: Bounds, least: float = 0.0) -> np.ndarray:
    """Return a clip (T, Q) whose stretch was solved as a whole."""
    clip, (first, stop) = q.copy(), STRETCH
    clip[first:stop], _ = solve_together(asked, [q], bounds, first, stop, least)
    return clip


def _cut(asked: Problem, q: np.ndarray, bounds: Bounds) -> np.ndarray:
    """Return a clip (T, Q) brought within limits joint by joint."""
    clip, own = q.copy(), free_scalars(asked.tree)
    columns = asked.tree.dof_q[own]
    clip[:, columns] = limited(clip[:, columns], Bounds(*(array[own] for array in bounds)))
    return clip


def _cost(asked: Problem, q: np.ndarray) -> float:
    """Return what poses (T, Q) cost in the stretch."""
    stretch = Stretch(asked, asked.bounds, *STRETCH, len(q))
    return float(stretch.frame_costs(q[stretch.begin : stretch.end].copy()).sum())


def test_a_motion_within_limits_stays_as_it_is(asked: Problem, free: Solution) -> None:
    assert np.abs(_solved(asked, free.q, asked.bounds) - free.q).max() < NEARLY


def test_a_stretch_comes_within_limits_and_all_else_stays(
    walk: HumanMotion, asked: Problem, free: Solution
) -> None:
    bounds, (first, stop) = _bounds(walk, asked), STRETCH
    cut = _cut(asked, free.q, bounds)
    clip = _solved(asked, cut, bounds)
    assert (_changes(asked, free.q) > bounds.largest_change)[first:stop].any()
    assert (_changes(asked, clip) <= bounds.largest_change + ROUNDING).all()
    outside = np.r_[0:first, stop : len(clip)]
    np.testing.assert_array_equal(clip[outside], cut[outside])


def test_less_is_lost_than_by_cutting_off_joint_by_joint(
    walk: HumanMotion, asked: Problem, free: Solution
) -> None:
    bounds = _bounds(walk, asked)
    cut = _cut(asked, free.q, bounds)
    least = _cost(asked, free.q)
    assert _cost(asked, _solved(asked, cut, bounds)) - least < SAVED * (_cost(asked, cut) - least)


def test_a_mirrored_stretch_is_solved_as_its_mirror_image(
    walk: HumanMotion, asked: Problem, free: Solution
) -> None:
    robot, bounds = load_robot("mimo"), _bounds(walk, asked)
    image = without_contact(track_problem(walk.mirror(), robot, TrackOptions()))
    own, other = (
        _solved(problem, _cut(problem, q, bounds), bounds, _cost(problem, q))
        for problem, q in ((asked, free.q), (image, mirrored(robot, free.q)))
    )
    joints = slice(-len(robot.joints), None)
    assert np.abs(mirrored(robot, other) - own)[:, joints].max() < ALIKE


def test_a_stretch_that_has_nothing_left_to_gain_ends(asked: Problem, free: Solution) -> None:
    """Solved once to its end, no step gains anything, and limits cost nothing that could be counted."""
    (first, stop), settled = STRETCH, free.q
    for _ in range(6):
        settled = _solved(asked, settled, asked.bounds)
    enough = 2.0 * _cost(asked, settled)
    found, costs = solve_together(asked, [settled], asked.bounds, first, stop, enough)
    assert np.abs(found - settled[first:stop]).max() < NEARLY
    assert np.isfinite(costs).all()


@pytest.fixture(scope="module")
def walled(walk: HumanMotion) -> Problem:
    """Return what a walk asks of MIMo, its parts apart."""
    return track_problem(walk, load_robot("mimo"), TrackOptions())


def _contact_within(walled: Problem, q: np.ndarray, part: slice) -> float:
    """Return what contact of parts costs in a part of poses (T, Q)."""
    block = walled.costs.distance
    block = block._replace(target=block.target[part], weight=block.weight[part])
    return float(contact_costs(walled.tree, block, q[part], np.inf).sum())


def test_walls_hold_by_a_share_and_nothing_else_changes(walled: Problem, free: Solution) -> None:
    stretch = Stretch(walled, walled.bounds, 0, len(free.q), len(free.q))
    without, half, whole = (stretch.with_walls(share).frame_costs(free.q) for share in (0.0, 0.5, 1.0))
    np.testing.assert_allclose(half - without, 0.25 * (whole - without), atol=1e-9)
    np.testing.assert_array_equal(whole, stretch.frame_costs(free.q))
    assert (whole - without).sum() == pytest.approx(_contact_within(walled, free.q, slice(None)), rel=1e-3)
    assert (whole - without).sum() > 0.1


def test_walls_that_rise_hold_in_the_end_and_cost_no_more(
    walk: HumanMotion, walled: Problem, free: Solution
) -> None:
    """Hands of the freely solved walk are in the hips."""
    bounds, (first, stop), least = _bounds(walk, walled), STRETCH, _cost(walled, free.q)
    cut = _cut(walled, free.q, bounds)
    clips = []
    for walls_rise in (False, True):
        clip = cut.copy()
        clip[first:stop], _ = solve_together(walled, [cut], bounds, first, stop, least, walls_rise)
        assert (_changes(walled, clip) <= bounds.largest_change + ROUNDING).all()
        clips.append(clip)
    straight, risen = (_cost(walled, clip) for clip in clips)
    assert risen < 1.02 * straight
    inside = slice(first + MARGIN, stop - MARGIN)
    assert _contact_within(walled, clips[1], inside) < 0.1 * _contact_within(walled, cut, inside)


def test_a_start_that_leads_nowhere_is_left_for_another_one(
    walk: HumanMotion, walled: Problem, free: Solution
) -> None:
    bounds, (first, stop), least = _bounds(walk, walled), STRETCH, _cost(walled, free.q)
    cut = _cut(walled, free.q, bounds)
    lost = cut.copy()
    lost[first:stop, :3] += 1e6 * np.random.default_rng(1).normal(size=(stop - first, 3))
    found = [
        solve_together(walled, starts, bounds, first, stop, least, walls_rise)[0]
        for starts, walls_rise in (([cut], False), ([lost, cut], True))
    ]
    np.testing.assert_array_equal(found[1], found[0])


TO_GAIN = 100.0


def _steps(gains: list[float]) -> int:
    """Return after how many steps of these gains a search ends, whose gains all come out of one loss."""
    for count in range(1, len(gains) + 1):
        if has_settled(gains[:count], TO_GAIN - sum(gains[: count - 1])):
            return count
    return len(gains)


def test_a_search_ends_where_gains_fade_quickly() -> None:
    gains = [60.0 * 0.1**step for step in range(STEPS)]
    assert _steps(gains) == 3
    assert sum(gains[3:]) < SETTLED * TO_GAIN


def test_a_search_goes_on_while_steps_gain_as_much_as_those_before_them() -> None:
    slow = 0.5 * SETTLED * TO_GAIN
    assert _steps([3.0 * slow, 2.0 * slow, *[slow] * (STEPS - 2)]) == STEPS


def test_steps_that_gain_little_between_others_do_not_end_a_search_but_more_do() -> None:
    assert _steps([20.0, 18.0, 0.1, 10.0, 10.0]) == 5
    assert _steps([20.0, 18.0, 0.1, 0.09, 0.08, 10.0]) == 6
    assert _steps([20.0, 18.0, 0.1, 0.001, 0.0001, 10.0]) <= 5


def test_a_step_that_gains_nothing_ends_a_search() -> None:
    assert _steps([40.0, 30.0, 0.0, 10.0]) == 3
    assert _steps([0.0, 10.0]) == 1


def test_all_of_a_series_of_gains_counts_not_its_next_one() -> None:
    """Gains that fall by a tenth each time are ten times the next one in all."""
    next_is_little = 0.5 * SETTLED * TO_GAIN
    assert not has_settled([next_is_little / 0.9**left for left in (3, 2, 1)], TO_GAIN)
    assert has_settled([next_is_little / 0.4**left for left in (3, 2, 1)], TO_GAIN)
