"""Footholds that give way where they would spoil a leg.

A foothold is chosen from how the person's legs point. A robot's joints end elsewhere, its ankles have no twist
and its thighs and shins are not in the person's proportion: what fits a stance on the average may hold a leg
far from the person's while its knee is bent most. So a solved clip is looked at. Where a standing leg is off
by more than it may be, its frames are solved once more with soles that hardly hold. That tells where the sole
would be and which way its toes would point; the foothold goes there as far as it takes to bring the leg
back, begins before and comes back afterwards so slowly that nobody sees the foot move, and is there from the
beginning where the foot has just landed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver
from understudy.motion.stretches import stretches
from understudy.retarget.footholds_apart import footholds_apart, with_slopes
from understudy.retarget.lazy_path import nearest_where
from understudy.spatial import rotations as rot

MOST = np.radians(8.0)
"""Error [rad] of thigh and shin together beyond which the foothold of their leg gives way."""

SOFT = 0.3
"""Share of their weight by which soles hold while it is found out where they would be."""

PACE = 0.03
"""Speed [m/s] at which footholds give way and come back; of turns, that of a point at ``LEVER``."""

LEVER = 0.15
"""Distance [m] at which a turn counts as a way."""

ROUNDS = 20
"""Moments of a stance at most by which its foothold gives way, the worst one first."""

_NO_GAIN = np.radians(1.0)
"""Error [rad] for which no foothold gives way."""

_ENOUGH = 1e-3
"""Way [m] by which a foothold may still be short of giving way."""


@dataclass(frozen=True, eq=False)
class StandingLeg:
    """A leg and the sole that it stands on.

    Attributes:
        corners: (4,) the sole's points among those of the problem, heel before toe.
        segments: (2,) thigh and shin among the directions of the problem.
        stands: (T,) whether the sole stands.
    """

    corners: np.ndarray
    segments: np.ndarray
    stands: np.ndarray


def give_way(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> Problem:
    """Return a problem whose footholds do not spoil legs, and solve the frames again that this changes.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
        legs: The legs; with two of them their soles keep apart.
        fps: Frames a second [1/s].
    """
    errors = _worst_errors(problem, out.q, legs)
    stand = np.stack([leg.stands for leg in legs], axis=1)
    frames = np.flatnonzero(stand.any(axis=1) & (errors > MOST))
    if not len(frames):
        return problem
    soft = _softly(problem, out, legs, frames)
    share = _share(errors[frames], _worst_errors(problem, soft.q[frames], legs, frames))
    target = problem.costs.point.target.copy()
    moved = np.zeros(len(target), dtype=bool)
    for leg in legs:
        wanted = np.zeros((len(target), 3))
        wanted[frames] = (share * leg.stands[frames])[:, None] * _away(problem, leg, soft, frames)
        course = _course(wanted, leg.stands, PACE / fps)[nearest_where(leg.stands)]
        target[:, leg.corners] = _displaced(target[:, leg.corners], course)
        moved |= course.any(axis=1)
    if len(legs) == 2:
        left, right = (leg.corners for leg in legs)
        target[:, left], target[:, right] = footholds_apart(
            target[:, left], target[:, right], stand.all(axis=1), fps
        )
    point = problem.costs.point._replace(target=target)
    given = replace(problem, costs=problem.costs._replace(point=point))
    # Every frame by itself, so that it stays in its IK branch.
    again = Solver(replace(given, effort=given.effort._replace(doubtful_cost=np.inf, from_given=1)))
    for first, stop in stretches(moved):
        again.run(out, first, stop)
    return given


def _worst_errors(
    problem: Problem, q: np.ndarray, legs: Sequence[StandingLeg], frames: np.ndarray | slice = slice(None)
) -> np.ndarray:
    """Return errors (N,) [rad] of thigh and shin together, of the worse leg, in poses (N, Q) of frames.

    What is not known is not off.
    """
    block, worst = problem.costs.direction, np.zeros(len(q))
    for leg in legs:
        ends = _Points(block.body[leg.segments].ravel(), block.local[leg.segments].reshape(-1, 3))
        places = point_places(problem.tree, ends, q)
        angles = rot.angle_between(places[:, 1::2] - places[:, ::2], block.target[frames][:, leg.segments])
        known = block.weight[frames][:, leg.segments] > 0.0
        worst = np.maximum(worst, np.linalg.norm(angles * known, axis=1))
    return worst


def _share(errors: np.ndarray, least: np.ndarray) -> np.ndarray:
    """Return the share (N,) of the way that brings errors [rad] to ``MOST``, of one to the least of them."""
    gain = np.maximum(errors - least, _NO_GAIN)
    return np.clip((errors - np.maximum(least, MOST)) / gain, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class _Points:
    """Points on bodies, see :class:`~understudy.kinematics.point_places.Points`."""

    body: np.ndarray
    local: np.ndarray


def _softly(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], frames: np.ndarray) -> Outcome:
    """Return what becomes of frames (N,), each by itself, with soles that hardly hold over the floor."""
    weight = problem.costs.point.weight.copy()
    for leg in legs:
        weight[:, leg.corners, :2] *= SOFT
    point = problem.costs.point._replace(weight=weight)
    effort = problem.effort._replace(doubtful_cost=np.inf, from_given=1)
    solver = Solver(replace(problem, costs=problem.costs._replace(point=point), effort=effort))
    soft = Outcome(*(array.copy() for array in out))
    looked_at = np.zeros(len(out.q), dtype=bool)
    looked_at[frames] = True
    for first, stop in stretches(looked_at):
        solver.run(soft, first, stop)
    return soft


def _away(problem: Problem, leg: StandingLeg, soft: Outcome, frames: np.ndarray) -> np.ndarray:
    """Return how far (N, 3) [m] a sole that hardly holds is from its foothold: over the floor, by its turn."""
    block = problem.costs.point
    corners = _Points(block.body[leg.corners], block.local[leg.corners])
    place = point_places(problem.tree, corners, soft.q[frames])[..., :2]
    foothold = block.target[frames][:, leg.corners, :2]
    turn = _heading(place) - _heading(foothold)
    way = (place - foothold).mean(axis=1)
    return np.column_stack([way, LEVER * ((turn + np.pi) % (2.0 * np.pi) - np.pi)])


def _heading(corners: np.ndarray) -> np.ndarray:
    """Return where (N,) [rad] soles point whose corners are (N, 4, 2)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.arctan2(ahead[:, 1], ahead[:, 0])


def _course(wanted: np.ndarray, stands: np.ndarray, slope: float) -> np.ndarray:
    """Return by how much (T, 3) [m] a foothold gives way over time.

    Args:
        wanted: (T, 3) [m] by how much it should, 0 where nothing asks for it.
        stands: (T,) whether the sole stands.
        slope: Way [m] in a frame that nobody sees.
    """
    course = np.zeros(wanted.shape)
    asked = wanted.any(axis=1)
    for first, stop in stretches(stands):
        part = slice(first, stop)
        for _ in range(ROUNDS if asked[part].any() else 0):
            lack = np.where(asked[part, None], wanted[part] - course[part], 0.0)
            far = np.linalg.norm(lack, axis=1)
            worst = int(far.argmax())
            if far[worst] <= _ENOUGH:
                break
            way = lack[worst] / far[worst]
            along = np.where(asked[part], lack @ way, -np.inf)
            course[part] += with_slopes(along, slope)[:, None] * way
        course[part] = _limited(course[part], slope)
    return course


def _limited(course: np.ndarray, slope: float) -> np.ndarray:
    """Return the course (S, 3) nearest to another one that rises and falls by no more than a slope."""
    every = np.full(course.shape[1], np.inf)
    return limited(course, Bounds(-every, every, np.full(course.shape[1], slope), every))


def _displaced(corners: np.ndarray, course: np.ndarray) -> np.ndarray:
    """Return corners (T, 4, 3) [m] of a sole moved over the floor and turned about its middle."""
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), course[:, 2] / LEVER)
    middle = corners.mean(axis=1, keepdims=True)
    aside = np.concatenate([course[:, :2], np.zeros((len(course), 1))], axis=1)
    return middle + aside[:, None] + rot.rotate(turn[:, None], corners - middle)
