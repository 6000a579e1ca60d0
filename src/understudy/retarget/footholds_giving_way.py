"""Footholds that give way where they would spoil a leg.

A foothold is chosen from how the person's legs point. A robot's joints end elsewhere, its ankles have no
twist, and its thighs and shins are not in the person's proportion: what fits a stance on the average may hold
a leg far from the person's while its knee is bent most. So a solved clip is looked at. A stance in which a
leg is off by too much is solved once more with soles that hardly hold, which tells where the sole would be
and which way its toes would point. The foothold goes there, slowly, and as far as the stance's worst frames
ask for; a foot that lands is there from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solveh_banded

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver
from understudy.motion.stretches import stretches
from understudy.retarget.footholds_apart import footholds_apart
from understudy.retarget.lazy_path import nearest_where
from understudy.spatial import rotations as rot

MOST = np.radians(7.5)
"""Error [rad] of thigh and shin together beyond which the foothold of their leg gives way."""

HELPED = np.radians(10.0)
"""Error [rad] with soles that hardly hold of which what is beyond does not count: no foothold helps there."""

SOFT = 0.2
"""Share of their weight by which soles hold while it is found out where they would be."""

POWER = 10
"""Power of a leg's error: what counts are the worst frames of a stance."""

STAY, FAR = 3.0, np.array([0.03, 0.03, np.radians(5.0)])
"""What a foothold so far [m, m, rad] from where it was costs a frame; a leg off by ``MOST`` costs 1."""

SLOW, PACE = 0.1, np.array([0.03, 0.03, np.radians(15.0)])
"""What it costs a frame that it moves at such a pace [m/s, m/s, rad/s]."""

TURNS = 20
"""Times that the weights of frames are set anew."""

_UNMOVED, _NO_WAY = 1e-4, 1e-5
"""Way [m] of a corner that is none, and square of one in units of ``FAR``."""

_MOST_SQUARE = 9.0
"""Squared error, in units of ``MOST``, beyond which a frame counts no more, since it may be out of reach."""


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


def give_way(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> PointBlock:
    """Return the problem's points with footholds that do not spoil legs, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
        legs: The legs; with two of them their soles keep apart.
        fps: Frames a second [1/s].
    """
    point = problem.costs.point
    errors = leg_errors(problem, out.q, legs)
    stances = [[slice(*stance) for stance in stretches(leg.stands)] for leg in legs]
    spoilt = [[stance for stance in own if errors[stance].max() > MOST] for own in stances]
    if not any(spoilt):
        return point
    soft, least = _softly(problem, out, legs, spoilt)
    least = np.minimum(least, errors)
    beyond = np.maximum(least - HELPED, 0.0)
    errors, least = errors - beyond, least - beyond
    target = point.target.copy()
    for leg, own in zip(legs, spoilt, strict=True):
        course = np.zeros((len(target), 3))
        for stance in own:
            away = _away(problem, leg, soft.q, stance)
            course[stance] = stance_course(away, errors[stance], least[stance], fps)
        target[:, leg.corners] = _displaced(target[:, leg.corners], course[nearest_where(leg.stands)])
    if len(legs) == 2:
        left, right = (leg.corners for leg in legs)
        both = legs[0].stands & legs[1].stands
        target[:, left], target[:, right] = footholds_apart(target[:, left], target[:, right], both, fps)
    given = point._replace(target=target)
    solver = _frame_solver(problem, given)
    for first, stop in stretches(np.abs(target - point.target).max(axis=(1, 2)) > _UNMOVED):
        solver.run(out, first, stop)
    return given


def _frame_solver(problem: Problem, point: PointBlock) -> Solver:
    """Return who solves every frame by itself, from where it is, so that it stays in its IK branch."""
    effort = problem.effort._replace(doubtful_cost=np.inf, from_given=1)
    return Solver(replace(problem, costs=problem.costs._replace(point=point), effort=effort))


def leg_errors(problem: Problem, q: np.ndarray, legs: Sequence[StandingLeg]) -> np.ndarray:
    """Return errors (T,) [rad] of thigh and shin together, of the worse leg; what is unknown is not off."""
    block, worst = problem.costs.direction, np.zeros(len(q))
    for leg in legs:
        ends = _Points(block.body[leg.segments].ravel(), block.local[leg.segments].reshape(-1, 3))
        places = point_places(problem.tree, ends, q)
        angles = rot.angle_between(places[:, 1::2] - places[:, ::2], block.target[:, leg.segments])
        known = block.weight[:, leg.segments] > 0.0
        worst = np.maximum(worst, np.linalg.norm(angles * known, axis=1))
    return worst


@dataclass(frozen=True, eq=False)
class _Points:
    """Points on bodies, see :class:`~understudy.kinematics.point_places.Points`."""

    body: np.ndarray
    local: np.ndarray


def _softly(
    problem: Problem, out: Outcome, legs: Sequence[StandingLeg], stances: Sequence[Sequence[slice]]
) -> tuple[Outcome, np.ndarray]:
    """Return what becomes of stances with soles that hardly hold over the floor, and errors (T,) then."""
    weight, looked_at = problem.costs.point.weight.copy(), np.zeros(len(out.q), dtype=bool)
    for leg in legs:
        weight[:, leg.corners, :2] *= SOFT
    for own in stances:
        for stance in own:
            looked_at[stance] = True
    solver = _frame_solver(problem, problem.costs.point._replace(weight=weight))
    soft = Outcome(*(array.copy() for array in out))
    for first, stop in stretches(looked_at):
        solver.run(soft, first, stop)
    return soft, leg_errors(problem, soft.q, legs)


def _away(problem: Problem, leg: StandingLeg, q: np.ndarray, stance: slice) -> np.ndarray:
    """Return how far (S, 3) [m, m, rad] a sole is from its foothold over the floor, in poses (T, Q)."""
    block = problem.costs.point
    corners = _Points(block.body[leg.corners], block.local[leg.corners])
    place = point_places(problem.tree, corners, q[stance])[..., :2]
    foothold = block.target[stance, leg.corners, :2]
    turn = _heading(place) - _heading(foothold)
    way = (place - foothold).mean(axis=1)
    return np.column_stack([way, (turn + np.pi) % (2.0 * np.pi) - np.pi])


def _heading(corners: np.ndarray) -> np.ndarray:
    """Return where (N,) [rad] soles point whose corners are (N, 4, 2)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.arctan2(ahead[:, 1], ahead[:, 0])


def stance_course(away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float) -> np.ndarray:
    """Return by how much (S, 3) [m, m, rad] the foothold of a stance gives way over time.

    With a foothold moved by y, the worse leg of a frame is taken to be off by E with
    E² = E_least² + k² |(y − y*) / FAR|², where y* is where a sole that hardly holds would be and k follows
    from E at y = 0. The course minimises

        Σ (E / MOST)^POWER + Σ STAY |y / FAR|² + Σ SLOW |ẏ / PACE|²

    so that what counts are the worst frames of the stance. It is found by weights that are set anew by turns.

    Args:
        away: (S, 3) [m, m, rad] y*.
        errors: (S,) [rad] E at the foothold as it is.
        least: (S,) [rad] E_least.
        fps: Frames a second [1/s].
    """
    wish = away / FAR
    stiffness = np.maximum(errors**2 - least**2, 0.0) / np.maximum(np.sum(wish**2, axis=1), _NO_WAY) / MOST**2
    course = np.zeros(wish.shape)
    for _ in range(TURNS):
        square = (least / MOST) ** 2 + stiffness * np.sum((course - wish) ** 2, axis=1)
        weight = 0.5 * POWER * np.minimum(square, _MOST_SQUARE) ** (0.5 * POWER - 1.0) * stiffness
        found = [
            _followed(own, weight, drag)
            for own, drag in zip(wish.T, SLOW * (fps * FAR / PACE) ** 2, strict=True)
        ]
        course = 0.5 * (course + np.stack(found, axis=1))
    return FAR * course


def _followed(wish: np.ndarray, weight: np.ndarray, drag: float) -> np.ndarray:
    """Return the course (S,) that minimises Σ weight (y − wish)² + Σ STAY y² + Σ drag (y' − y)²."""
    # The frame after the last one stays with it, so that a stance of one frame is a system of two as well.
    band = np.full((2, len(wish) + 1), -drag)
    band[1] = 2.0 * drag
    band[1, [0, -1]] = drag
    band[1, :-1] += weight + STAY
    return solveh_banded(band, np.append(weight * wish, 0.0))[:-1]


def _displaced(corners: np.ndarray, course: np.ndarray) -> np.ndarray:
    """Return corners (T, 4, 3) [m] of a sole moved over the floor and turned about its middle."""
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), course[:, 2])
    middle = corners.mean(axis=1, keepdims=True)
    aside = np.concatenate([course[:, :2], np.zeros((len(course), 1))], axis=1)
    return middle + aside[:, None] + rot.rotate(turn[:, None], corners - middle)
