"""Stretches solved as a whole: within limits, nearer to what is asked than joints cut off one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution, Solver, new_outcome, solve_clip, solve_stretch
from understudy.motion import HumanMotion
from understudy.retarget.limits.agreement import agree
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.takes import read_human

SLOW = 0.2
"""Share of MIMo's acceleration by which its arms cannot follow a walk."""

STRETCH = (40, 160)

NEARLY = 0.01
"""How far [rad or m] frames that are solved again may come from where they were."""

SAVED = 0.8
"""Share of the loss that is left at most."""


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))


@pytest.fixture(scope="module")
def asked(walk: HumanMotion) -> Problem:
    return without_contact(track_problem(walk, load_robot("mimo"), TrackOptions()))


@pytest.fixture(scope="module")
def free(walk: HumanMotion, asked: Problem) -> Solution:
    return solve_clip(asked, walk.frame_count)


def _bounds(walk: HumanMotion, asked: Problem) -> Bounds:
    bounds = joint_bounds(asked.tree, load_robot("mimo"), walk.fps)
    return bounds._replace(largest_change=SLOW * bounds.largest_change)


def _changes(asked: Problem, q: np.ndarray) -> np.ndarray:
    """Return by how much steps of joints change (T − 2, V), 0 of what is no joint."""
    changes, own = np.zeros((len(q) - 2, len(asked.tree.variable))), free_scalars(asked.tree)
    changes[:, own] = np.abs(np.diff(q, n=2, axis=0))[:, asked.tree.dof_q[own]]
    return changes


def _copy(clip: Solution) -> Solution:
    return replace(clip, q=clip.q.copy(), costs=clip.costs.copy())


def _cost(asked: Problem, q: np.ndarray) -> float:
    """Return what poses (T, Q) cost in the stretch once the root has been placed for them."""
    nothing = np.zeros((len(q), len(asked.tree.variable)))
    held = replace(
        asked,
        costs=asked.costs._replace(guide=guide_block(asked.tree, q, nothing, nothing, nothing)),
        effort=asked.effort._replace(doubtful_cost=np.inf, from_given=1),
    )
    out = new_outcome(*q.shape)
    out.q[:] = q
    solve_stretch(Solver(held), out, *STRETCH)
    return float(out.cost.sum())


def test_a_motion_within_limits_stays_as_it_is(asked: Problem, free: Solution) -> None:
    clip = _copy(free)
    agree(asked, clip.outcome, asked.bounds, [STRETCH])
    assert np.abs(clip.q - free.q).max() < NEARLY


def test_stretches_come_within_limits_and_all_else_stays(
    walk: HumanMotion, asked: Problem, free: Solution
) -> None:
    bounds, clip, (first, stop) = _bounds(walk, asked), _copy(free), STRETCH
    agree(asked, clip.outcome, bounds, [STRETCH])
    within = slice(first, stop - 2)
    assert (_changes(asked, free.q) > bounds.largest_change)[within].any()
    assert (_changes(asked, clip.q) <= bounds.largest_change)[within].all()
    outside = np.r_[0:first, stop : len(clip.q)]
    np.testing.assert_array_equal(clip.q[outside], free.q[outside])


def test_less_is_lost_than_by_cutting_off_joint_by_joint(
    walk: HumanMotion, asked: Problem, free: Solution
) -> None:
    bounds, clip, cut = _bounds(walk, asked), _copy(free), free.q.copy()
    own = free_scalars(asked.tree)
    columns = asked.tree.dof_q[own]
    cut[:, columns] = limited(cut[:, columns], Bounds(*(array[own] for array in bounds)))
    agree(asked, clip.outcome, bounds, [STRETCH])
    least = _cost(asked, free.q)
    assert _cost(asked, clip.q) - least < SAVED * (_cost(asked, cut) - least)
