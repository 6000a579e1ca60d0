"""Footholds that give way where they would spoil a leg.

A foothold is chosen from how the person's legs point. A robot's joints end elsewhere, its ankles have no
twist, and its thighs and shins are not in the person's proportion: what fits a stance on the average may hold
a leg far from the person's while its knee is bent most. So a solved clip is looked at. A stance in which a
leg is off by too much is solved once more with soles that hardly hold, which tells where the sole would be
and which way its toes would point. The foothold goes there, slowly, and as far as the stance's worst frames
ask for; a foot that lands is there from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import get_lapack_funcs

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_solver, solve_again
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

LOOKS = 30.0
"""Times a second [1/s] at which it is found out where soles would be; in between that changes little."""

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
    courses = _courses(problem, out, legs, spoilt, errors, fps)
    target = point.target.copy()
    for leg, course in zip(legs, courses, strict=True):
        target[:, leg.corners] = _displaced(target[:, leg.corners], course[nearest_where(leg.stands)])
    if len(legs) == 2:
        left, right = (leg.corners for leg in legs)
        both = legs[0].stands & legs[1].stands
        target[:, left], target[:, right] = footholds_apart(target[:, left], target[:, right], both, fps)
    given = point._replace(target=target)
    solver = _with_points(problem, given)
    for first, stop in stretches(np.abs(target - point.target).max(axis=(1, 2)) > _UNMOVED):
        solve_again(solver, out, first, stop)
    return given


def _with_points(problem: Problem, point: PointBlock) -> Solver:
    """Return who solves frames again with other points."""
    return frame_solver(problem.asking(point=point), CARRIED)


def leg_errors(problem: Problem, q: np.ndarray, legs: Sequence[StandingLeg]) -> np.ndarray:
    """Return errors (T,) [rad] of thigh and shin together, of the worse leg; what is unknown is not off."""
    return _look(problem, q, np.arange(len(q)), legs)[0]


def _look(
    problem: Problem, q: np.ndarray, frames: np.ndarray, legs: Sequence[StandingLeg]
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return ``leg_errors`` (N,) [rad] of some frames (N,), and where (N, 4, 3) [m] each leg's sole is then.

    Args:
        problem: What is asked of the robot.
        q: (T, Q) poses.
        frames: (N,) which of them.
        legs: The legs.
    """
    direction, point, worst = problem.costs.direction, problem.costs.point, np.zeros(len(frames))
    segments = np.concatenate([leg.segments for leg in legs])
    corners = np.concatenate([leg.corners for leg in legs])
    # All points at once, since posing the body takes longer than placing a point on it.
    points = PointsOfBodies(
        np.concatenate([direction.body[segments].ravel(), point.body[corners]]),
        np.concatenate([direction.local[segments].reshape(-1, 3), point.local[corners]]),
    )
    places = point_places(problem.tree, points, q if len(frames) == len(q) else q[frames])
    ends, soles = places[:, : 2 * len(segments)], places[:, 2 * len(segments) :]
    angles = rot.angle_between(ends[:, 1::2] - ends[:, ::2], direction.target[frames[:, None], segments])
    angles *= direction.weight[frames[:, None], segments] > 0.0
    for own in np.split(angles, len(legs), axis=1):
        worst = np.maximum(worst, np.linalg.norm(own, axis=1))
    return worst, np.split(soles, len(legs), axis=1)


def _courses(
    problem: Problem,
    out: Outcome,
    legs: Sequence[StandingLeg],
    stances: Sequence[Sequence[slice]],
    errors: np.ndarray,
    fps: float,
) -> list[np.ndarray]:
    """Return by how much (T, 3) [m, m, rad] the footholds of each leg give way in its spoilt stances.

    Args:
        problem: The problem.
        out: What became of its frames.
        legs: The legs.
        stances: Of each leg, those in which legs are off.
        errors: (T,) [rad] by how much they are.
        fps: Frames a second [1/s].
    """
    frames = looked_at(stances, max(1, round(fps / LOOKS)))
    softly = _softly(problem, out, legs, frames)
    seen, soles = _look(problem, softly, frames, legs)
    every = np.arange(len(errors))
    least = np.minimum(np.interp(every, frames, seen), errors)
    beyond = np.maximum(least - HELPED, 0.0)
    errors, least = errors - beyond, least - beyond
    courses = []
    for leg, own, sole in zip(legs, stances, soles, strict=True):
        course = np.zeros((len(errors), 3))
        if own:
            standing = np.concatenate([every[stance] for stance in own])
            away = _away(sole[..., :2], problem.costs.point.target[frames[:, None], leg.corners, :2])
            away = np.stack([np.interp(standing, frames, column) for column in away.T], axis=1)
            ends = np.isin(standing, [stance.stop - 1 for stance in own])
            course[standing] = stance_course(away, errors[standing], least[standing], fps, ends)
        courses.append(course)
    return courses


def looked_at(stances: Sequence[Sequence[slice]], step: int) -> np.ndarray:
    """Return the frames (N,) at which stances are solved with soft soles: every so many, and all ends."""
    own = [stance for each in stances for stance in each]
    every = [np.arange(-(-stance.start // step) * step, stance.stop, step) for stance in own]
    return np.unique(np.concatenate([*every, *([stance.start, stance.stop - 1] for stance in own)]))


def _softly(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], frames: np.ndarray) -> np.ndarray:
    """Return poses (T, Q), of which those of ``frames`` (N,) have soles that hardly hold over the floor."""
    weight = problem.costs.point.weight.copy()
    for leg in legs:
        weight[:, leg.corners, :2] *= SOFT
    solver = _with_points(problem, problem.costs.point._replace(weight=weight))
    soft = Outcome(*(array.copy() for array in out))
    for frame, stop, step in evenly_spaced(frames):
        solve_again(solver, soft, frame, stop, step)
    return soft.q


def evenly_spaced(frames: np.ndarray) -> Iterator[tuple[int, int, int]]:
    """Yield runs of ascending frames (N,) that are equally spaced: the first, the end, the step."""
    begin, last = 0, len(frames) - 1
    steps = np.diff(frames).tolist()
    while begin <= last:
        step, end = steps[begin] if begin < last else 1, begin
        while end < last and steps[end] == step:
            end += 1
        yield int(frames[begin]), int(frames[end]) + step, step
        begin = end + 1


def _away(place: np.ndarray, foothold: np.ndarray) -> np.ndarray:
    """Return how far (N, 3) [m, m, rad] soles (N, 4, 2) [m] are from their footholds (N, 4, 2) [m]."""
    turn = _heading(place) - _heading(foothold)
    way = (place - foothold).mean(axis=1)
    return np.column_stack([way, (turn + np.pi) % (2.0 * np.pi) - np.pi])


def _heading(corners: np.ndarray) -> np.ndarray:
    """Return where (N,) [rad] soles point whose corners are (N, 4, 2)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.arctan2(ahead[:, 1], ahead[:, 0])


def stance_course(
    away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float, ends: np.ndarray | None = None
) -> np.ndarray:
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
        ends: (S,) where a stance ends and the next one begins, which do not know of each other; by default
            all frames are one stance.
    """
    wish = (away / FAR).T
    stiffness = np.maximum(errors**2 - least**2, 0.0) / np.maximum(np.sum(wish**2, axis=0), _NO_WAY) / MOST**2
    goes_on = np.ones(len(errors)) if ends is None else 1.0 - ends
    goes_on[-1] = 0.0
    # The ways along x and y and the turn are three systems of three diagonals, solved as a single long one.
    tie = (SLOW * (fps * FAR / PACE) ** 2)[:, None] * goes_on
    hold = STAY + tie + np.roll(tie, 1, axis=1)
    course, beside = np.zeros(wish.shape), -tie.ravel()[:-1]
    (solve,) = get_lapack_funcs(("ptsv",), (course,))
    for _ in range(TURNS):
        square = (least / MOST) ** 2 + stiffness * np.sum((course - wish) ** 2, axis=0)
        weight = 0.5 * POWER * np.minimum(square, _MOST_SQUARE) ** (0.5 * POWER - 1.0) * stiffness
        _, _, found, _ = solve((hold + weight).ravel(), beside, (weight * wish).ravel())
        course = 0.5 * (course + found.reshape(course.shape))
    return (FAR[:, None] * course).T


def _displaced(corners: np.ndarray, course: np.ndarray) -> np.ndarray:
    """Return corners (T, 4, 3) [m] of a sole moved over the floor and turned about its middle."""
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), course[:, 2])
    middle = corners.mean(axis=1, keepdims=True)
    aside = np.concatenate([course[:, :2], np.zeros((len(course), 1))], axis=1)
    return middle + aside[:, None] + rot.rotate(turn[:, None], corners - middle)
