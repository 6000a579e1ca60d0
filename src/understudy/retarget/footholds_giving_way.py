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

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.foothold_courses import MOST, VISIBLE, CourseOf, stance_course, stance_ways
from understudy.retarget.footholds_apart import footholds_apart
from understudy.retarget.standing_legs import StandingLeg, displaced_soles, look_at_legs, sole_headings
from understudy.retarget.swings import swings
from understudy.retarget.torso_lines import Torso, find_torso

HELPED = np.radians(9.2)
"""Error [rad] with soles that hardly hold of which what is beyond does not count: no foothold helps there."""

SOFT = 0.2
"""Share of their weight by which soles hold while it is found out where they would be."""

LOOKS = 30.0
"""Times a second [1/s] at which it is found out where soles would be; in between that changes little."""

_UNMOVED = 1e-4
"""Way [m] of a corner that is none."""


def are_legs_spoilt(problem: Problem, out: Outcome, legs: Sequence[StandingLeg]) -> bool:
    """Return whether a leg is off by so much in any stance of a solved clip that footholds give way to it."""
    errors = look_at_legs(problem, out.q, np.arange(len(out.q)), legs, None)[0]
    return any(_spoilt(_stances(legs), errors, MOST))


def give_way(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> PointBlock:
    """Return the problem's points with footholds that do not spoil legs, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
        legs: The legs; with two of them their soles keep apart.
        fps: Frames a second [1/s].
    """
    point, every = problem.costs.point, np.arange(len(out.q))
    errors = look_at_legs(problem, out.q, every, legs, None)[0]
    spoilt = _spoilt(_stances(legs), errors, MOST)
    if not any(spoilt):
        return point
    torso = find_torso(problem)
    point = _given(problem, out, legs, _Look(errors, torso, spoilt, fps), stance_ways)
    errors = look_at_legs(problem, out.q, every, legs, torso)[0]
    spoilt = _spoilt(spoilt, errors, VISIBLE)
    if not any(spoilt):
        return point
    return _given(problem.asking(point=point), out, legs, _Look(errors, torso, spoilt, fps), stance_course)


@dataclass(frozen=True, eq=False)
class _Look:
    """A look at standing legs.

    Attributes:
        errors: (T, L) [rad] by how much they are off, in the world or as seen from the torso.
        torso: The torso.
        stances: Of each leg, those in which legs are off.
        fps: Frames a second [1/s].
    """

    errors: np.ndarray
    torso: Torso | None
    stances: Sequence[Sequence[slice]]
    fps: float


def _stances(legs: Sequence[StandingLeg]) -> list[list[slice]]:
    return [[slice(*stance) for stance in stretches(leg.stands)] for leg in legs]


def _spoilt(stances: Sequence[Sequence[slice]], errors: np.ndarray, borne: float) -> list[list[slice]]:
    """Return the stances of each leg in which errors (T, L) [rad] of a leg are more than it bears."""
    return [[stance for stance in own if errors[stance].max() > borne] for own in stances]


def _given(
    problem: Problem, out: Outcome, legs: Sequence[StandingLeg], look: _Look, course_of: CourseOf
) -> PointBlock:
    """Return the problem's points with footholds on other courses, and solve what that changes again."""
    point = problem.costs.point
    target = point.target.copy()
    for leg, course in zip(legs, _courses(problem, out, legs, look, course_of), strict=True):
        target[:, leg.corners] = displaced_soles(target[:, leg.corners], swings(leg.stands).led_over(course))
    if len(legs) == 2:
        left, right = (leg.corners for leg in legs)
        both = legs[0].stands & legs[1].stands
        target[:, left], target[:, right] = footholds_apart(target[:, left], target[:, right], both, look.fps)
    given = point._replace(target=target)
    solver = _with_points(problem, given)
    for first, stop in stretches(np.abs(target - point.target).max(axis=(1, 2)) > _UNMOVED):
        solve_again(solver, out, first, stop)
    return given


def _with_points(problem: Problem, point: PointBlock) -> Solver:
    """Return who solves frames again with other points."""
    return frame_solver(problem.asking(point=point), CARRIED)


def _courses(
    problem: Problem, out: Outcome, legs: Sequence[StandingLeg], look: _Look, course_of: CourseOf
) -> list[np.ndarray]:
    """Return by how much (T, 3) [m, m, rad] the footholds of each leg give way in its spoilt stances."""
    torso, every, errors = look.torso, np.arange(len(out.q)), look.errors
    frames = looked_at(look.stances, max(1, round(look.fps / LOOKS)))
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
    for leg, own, sole in zip(legs, look.stances, soles, strict=True):
        course = np.zeros((len(errors), 3))
        if own:
            standing = np.concatenate([every[stance] for stance in own])
            away = _away(sole[..., :2], problem.costs.point.target[frames[:, None], leg.corners, :2])
            away = _between(standing, frames, away)
            ends = np.isin(standing, [stance.stop - 1 for stance in own])
            course[standing] = course_of(away, errors[standing], least[standing], look.fps, ends)
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
