"""A body that turns along with its standing feet, where its legs cannot both turn to one side.

A person turns hips and trunk above feet that stay: one leg turns inwards in its hip, the other one outwards.
Where one motor turns both legs, as NAO's does, both turn inwards or both outwards, and toes that point as the
person's leave the body a single way to face: between them. Asked for both, soles are wrenched from their
footholds by the weight of the trunk. Which way a body faces as a whole is taken to matter less than toes
that slide aside, and limbs are seen from its torso. So the freely solved clip is looked at: by how much soles
are turned from their footholds is what trunk and limbs are turned back by, slowly, and by no more than
``MOST``; head and hands stay turned as the person's. Other robots' legs are left alone, and so are clips in
which soles stay where they should.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.retarget.lazy_path import twice_mean
from understudy.retarget.standing_legs import StandingLeg, sole_headings
from understudy.spatial import rotations as rot

LITTLE = np.radians(2.0)
"""Angle [rad] by which soles may be turned from their footholds before the body goes along."""

MOST = np.radians(20.0)
"""Angle [rad] by which it goes along at the most: beyond that it would face visibly elsewhere."""

SLOW = 0.1
"""Half of the time [s] over which that angle is averaged, twice."""

ROUNDS = 2
"""Times that the body is turned: soles do not wholly come back at once, and a third time changes little."""

_UP = np.array([0.0, 0.0, 1.0])


def torso_with_feet(
    problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float, course: np.ndarray
) -> tuple[Problem, np.ndarray]:
    """Return the problem with trunk and limbs turned along with the feet, and solve it so again, in place.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames.
        legs: The legs that stand.
        fps: Frames a second [1/s].
        course: (T,) [rad] by how much they are turned to the left already.

    Returns:
        The problem, the same one where soles stay, and by how much (T,) [rad] they are turned then.
    """
    if np.abs(_soles_turned(problem, out.q, legs)).max() <= LITTLE:
        return problem, course
    for _ in range(ROUNDS):
        turned = np.clip(course - _soles_turned(problem, out.q, legs), -MOST, MOST)
        farther = twice_mean(turned, round(SLOW * fps))
        problem, course = turned_above_feet(problem, farther - course), farther
        solve_again(frame_solver(problem, CARRIED), out, 0, len(out.q))
    return problem, course


def _soles_turned(problem: Problem, q: np.ndarray, legs: Sequence[StandingLeg]) -> np.ndarray:
    """Return by how much (T,) [rad] standing soles are turned to the left of their footholds in poses (T, Q).

    Of two that stand the mean counts, by how firmly they do; from one stance to the next it is led on
    linearly. 0 where nobody ever stands.
    """
    point = problem.costs.point
    turned, firmness = np.zeros(len(q)), np.zeros(len(q))
    for leg in legs:
        corners = PointsOfBodies(point.body[leg.corners], point.local[leg.corners])
        own = sole_headings(point_places(problem.tree, corners, q)[..., :2])
        off = own - sole_headings(point.target[:, leg.corners, :2])
        firm = np.where(leg.stands, point.weight[:, leg.corners, :2].sum(axis=(1, 2)), 0.0)
        turned += firm * ((off + np.pi) % (2.0 * np.pi) - np.pi)
        firmness += firm
    stands = np.flatnonzero(firmness)
    if not len(stands):
        return turned
    return np.interp(np.arange(len(q)), stands, turned[stands] / firmness[stands])


def turned_above_feet(problem: Problem, angles: np.ndarray) -> Problem:
    """Return a problem whose person's trunk and limbs are turned to the left by angles (T,) [rad].

    Feet point, hands are turned and the head looks where they did, and all places stay.
    """
    direction, orientation = problem.costs.direction, problem.costs.orientation
    turn = rot.from_axis_angle(_UP, angles)
    lines = direction.body[direction.body[:, 0] == direction.body[:, 1], 0]
    trunk, frames = np.isin(orientation.body, lines), orientation.target.copy()
    frames[:, trunk] = rot.as_matrix(turn)[:, None] @ frames[:, trunk]
    return problem.asking(
        direction=direction._replace(target=rot.rotate(turn[:, None], direction.target)),
        orientation=orientation._replace(target=frames),
    )
