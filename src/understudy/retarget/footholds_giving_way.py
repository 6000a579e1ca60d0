"""Footholds that give way where they would spoil a leg.

A foothold is chosen from how the person's legs point. A robot's joints end elsewhere, its ankles have no
twist, and its thighs and shins are not in the person's proportion: what fits a stance on the average may hold
a leg far from the person's while its knee is bent most. So a solved clip is looked at. A stance in which a
leg is off by too much is solved once more with soles that hardly hold, which tells where the sole would be
and which way its toes would point. The foothold goes there, slowly, and as far as the stance's worst frames
ask for; a foot that lands is there from the beginning. Toes turn last: only in frames in which the leg would
visibly be off all the same, and no farther than it takes. Legs are looked at as seen from the torso.
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
from understudy.retarget.arms_with_torso import turned_with_torso
from understudy.retarget.footholds_apart import footholds_apart
from understudy.retarget.swings import swings
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.spatial import rotations as rot

MOST = np.radians(7.5)
"""Error [rad] of thigh and shin together beyond which the foothold of their leg gives way."""

VISIBLE = np.radians(9.7)
"""Error [rad] of thigh and shin together beyond which toes turn away from where the person's point."""

HELPED = np.radians(9.2)
"""Error [rad] with soles that hardly hold of which what is beyond does not count: no foothold helps there."""

SOFT = 0.2
"""Share of their weight by which soles hold while it is found out where they would be."""

POWER = 10
"""Power of a leg's error: what counts are the worst frames of a stance."""

STAY, FAR = 3.0, np.array([0.03, 0.03, np.radians(5.0)])
"""What a foothold so far [m, m, rad] from where it was costs a frame; a leg off by ``MOST`` costs 1."""

OFF = 4000.0
"""What a leg that is off by twice of what is visible costs a frame, when toes turn."""

SLOW, PACE = 0.1, np.array([0.03, 0.03, np.radians(15.0)])
"""What it costs a frame that it moves at such a pace [m/s, m/s, rad/s]."""

TURNS, MOST_STEPS, SAME_TURN = 20, 30, 1e-3
"""Times that the weights of frames are set anew; steps in which turns are found at most, and one that is
none, in units of ``FAR``."""

LOOKS = 30.0
"""Times a second [1/s] at which it is found out where soles would be; in between that changes little."""

_UNMOVED, _NO_WAY = 1e-4, 3e-3
"""Way [m] of a corner that is none, and one in units of ``FAR``."""

_MOST_OFF = 3.0
"""Error, in units of ``MOST``, beyond which a frame counts no more, since it may be out of reach."""


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
    errors = look_at_legs(problem, out.q, np.arange(len(out.q)), legs, None)[0]
    stances = [[slice(*stance) for stance in stretches(leg.stands)] for leg in legs]
    spoilt = [[stance for stance in own if errors[stance].max() > MOST] for own in stances]
    if not any(spoilt):
        return point
    courses = _courses(problem, out, legs, spoilt, errors, fps)
    target = point.target.copy()
    for leg, course in zip(legs, courses, strict=True):
        target[:, leg.corners] = _displaced(target[:, leg.corners], swings(leg.stands).led_over(course))
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


def look_at_legs(
    problem: Problem, q: np.ndarray, frames: np.ndarray, legs: Sequence[StandingLeg], torso: Torso | None
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return errors (N, L) [rad] of legs in some frames (N,), and where (N, 4, 3) [m] their soles are then.

    Of a leg thigh and shin count together; what is unknown is not off.

    Args:
        problem: What is asked of the robot.
        q: (T, Q) poses.
        frames: (N,) which of them.
        legs: The legs.
        torso: The torso from which legs are seen, None where it is as the person's.
    """
    direction, point = problem.costs.direction, problem.costs.point
    segments = np.concatenate([leg.segments for leg in legs])
    corners = np.concatenate([leg.corners for leg in legs])
    # All points at once, since posing the body takes longer than placing a point on it.
    points = PointsOfBodies(
        np.concatenate([direction.body[segments].ravel(), point.body[corners]]),
        np.concatenate([direction.local[segments].reshape(-1, 3), point.local[corners]]),
    )
    places = point_places(problem.tree, points, q if len(frames) == len(q) else q[frames])
    ends, soles = places[:, : 2 * len(segments)], places[:, 2 * len(segments) :]
    wanted = direction.target[frames[:, None], segments]
    if torso is not None:
        wanted = turned_with_torso(problem, q, frames, torso, wanted)
    angles = rot.angle_between(ends[:, 1::2] - ends[:, ::2], wanted)
    angles *= direction.weight[frames[:, None], segments] > 0.0
    errors = np.linalg.norm(angles.reshape(len(frames), len(legs), -1), axis=2)
    return errors, np.split(soles, len(legs), axis=1)


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
        errors: (T, L) [rad] by how much they are in the world.
        fps: Frames a second [1/s].
    """
    torso, every = find_torso(problem), np.arange(len(out.q))
    frames = looked_at(stances, max(1, round(fps / LOOKS)))
    # How a torso is turned changes slowly, and so does what it makes of legs.
    if torso is not None:
        turned = look_at_legs(problem, out.q, frames, legs, torso)[0] - errors[frames]
        errors = np.maximum(errors + _between(every, frames, turned), 0.0)
    softly = _softly(problem, out, legs, frames)
    seen, soles = look_at_legs(problem, softly, frames, legs, torso)
    least = np.minimum(_between(every, frames, seen), errors)
    # Leg by leg, since one that is out of reach would hide the other.
    beyond = np.maximum(least - HELPED, 0.0)
    errors, least = ((each - beyond).max(axis=1) for each in (errors, least))
    courses = []
    for leg, own, sole in zip(legs, stances, soles, strict=True):
        course = np.zeros((len(errors), 3))
        if own:
            standing = np.concatenate([every[stance] for stance in own])
            away = _away(sole[..., :2], problem.costs.point.target[frames[:, None], leg.corners, :2])
            away = _between(standing, frames, away)
            ends = np.isin(standing, [stance.stop - 1 for stance in own])
            course[standing] = stance_course(away, errors[standing], least[standing], fps, ends)
        courses.append(course)
    return courses


def _between(where: np.ndarray, frames: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return values (N, C) of frames (N,) led on linearly to others (M,), as (M, C)."""
    return np.stack([np.interp(where, frames, column) for column in values.T], axis=1)


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
    turn = sole_headings(place) - sole_headings(foothold)
    way = (place - foothold).mean(axis=1)
    return np.column_stack([way, (turn + np.pi) % (2.0 * np.pi) - np.pi])


def sole_headings(corners: np.ndarray) -> np.ndarray:
    """Return where (N,) [rad] soles point whose corners are (N, 4, 2)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.arctan2(ahead[:, 1], ahead[:, 0])


@dataclass(frozen=True, eq=False)
class _Stances:
    """Stances in a row, in units of ``MOST`` and ``FAR``; each frame is tied to the next one of its stance.

    Attributes:
        wish: (3, S) y*, where soles that hardly hold would be.
        least: (S,) E_least.
        slope: (S,) k.
        tie: (3, S) what the way to the next frame's costs, 0 where a stance ends.
    """

    wish: np.ndarray
    least: np.ndarray
    slope: np.ndarray
    tie: np.ndarray

    def held(self, axes: slice | int) -> np.ndarray:
        """Return the diagonal (..., S) of what it costs to leave a foothold, and to move it."""
        own = self.tie[axes]
        return STAY + own + np.roll(own, 1, axis=-1)


def stance_course(
    away: np.ndarray, errors: np.ndarray, least: np.ndarray, fps: float, ends: np.ndarray | None = None
) -> np.ndarray:
    """Return by how much (S, 3) [m, m, rad] the foothold of a stance gives way over time.

    With a foothold moved by y, the worse leg of a frame is taken to be off by

        E = E_least + k |(y − y*) / FAR|

    where y* is where a sole that hardly holds would be and k follows from E at y = 0. First the foothold
    moves, by ways that minimise

        Σ (E / MOST)^POWER + Σ STAY |y / FAR|² + Σ SLOW |ẏ / PACE|²

    so that what counts are the worst frames of the stance. Then its toes turn, by what minimises

        Σ OFF max(E / VISIBLE − 1, 0)² + Σ STAY |y / FAR|² + Σ SLOW |ẏ / PACE|²

    so that they stay where they point as long as the leg is not visibly off.

    Args:
        away: (S, 3) [m, m, rad] y*.
        errors: (S,) [rad] E at the foothold as it is.
        least: (S,) [rad] E_least.
        fps: Frames a second [1/s].
        ends: (S,) where a stance ends and the next one begins, which do not know of each other; by default
            all frames are one stance.
    """
    wish = np.ascontiguousarray((away / FAR).T)
    slope = np.maximum(errors - least, 0.0) / np.maximum(np.sqrt(np.sum(wish**2, axis=0)), _NO_WAY) / MOST
    goes_on = np.ones(len(errors)) if ends is None else 1.0 - ends
    goes_on[-1] = 0.0
    stances = _Stances(wish, least / MOST, slope, (SLOW * (fps * FAR / PACE) ** 2)[:, None] * goes_on)
    ways = _ways(stances)
    return (FAR[:, None] * np.vstack([ways, _turns(stances, ways)])).T


def _ways(stances: _Stances) -> np.ndarray:
    """Return how far (2, S) soles move, in units of ``FAR``, by weights that are set anew by turns."""
    wish, aside = stances.wish[:2], stances.wish[2] ** 2
    # The ways along x and y are two systems of three diagonals, solved as a single long one.
    hold, beside = stances.held(slice(2)), -stances.tie[:2].ravel()[:-1]
    ways = np.zeros(wish.shape)
    for _ in range(TURNS):
        distance = np.maximum(np.sqrt(np.sum((ways - wish) ** 2, axis=0) + aside), _NO_WAY)
        error = np.minimum(stances.least + stances.slope * distance, _MOST_OFF)
        weight = 0.5 * POWER * error ** (POWER - 1) * stances.slope / distance
        found = _solved((hold + weight).ravel(), beside, (weight * wish).ravel())
        ways = 0.5 * (ways + found.reshape(ways.shape))
    return ways


def _turns(stances: _Stances, ways: np.ndarray) -> np.ndarray:
    """Return by how much (S,) toes turn of soles that move by (2, S), in units of ``FAR`` (Newton)."""
    aside, visible = np.sum((ways - stances.wish[:2]) ** 2, axis=0), VISIBLE / MOST
    hold, tie = stances.held(2), stances.tie[2]
    turns = np.zeros(len(aside))
    for _ in range(MOST_STEPS):
        left = turns - stances.wish[2]
        distance = np.maximum(np.sqrt(aside + left**2), _NO_WAY)
        over = np.minimum((stances.least + stances.slope * distance) / visible - 1.0, 1.0)
        lever = np.where(over > 0.0, stances.slope * left / distance / visible, 0.0)
        pull = hold * turns - tie * np.roll(turns, -1) - np.roll(tie, 1) * np.roll(turns, 1)
        step = _solved(hold + OFF * lever**2, -tie[:-1], -(pull + OFF * over * lever))
        turns = turns + step
        if np.abs(step).max() < SAME_TURN:
            break
    return turns


def _solved(diagonal: np.ndarray, beside: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return x (N,) of a symmetric system of three diagonals, given the middle one (N,) and the next one."""
    if len(right) == 1:
        return right / diagonal
    (solve,) = get_lapack_funcs(("ptsv",), (right,))
    return solve(diagonal, beside, right)[2]


def _displaced(corners: np.ndarray, course: np.ndarray) -> np.ndarray:
    """Return corners (T, 4, 3) [m] of a sole moved over the floor and turned about its middle."""
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), course[:, 2])
    middle = corners.mean(axis=1, keepdims=True)
    aside = np.concatenate([course[:, :2], np.zeros((len(course), 1))], axis=1)
    return middle + aside[:, None] + rot.rotate(turn[:, None], corners - middle)
