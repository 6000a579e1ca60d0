"""What two legs that share a motor miss, shared out evenly between them.

One motor turns both of NAO's legs, and what suits one may spoil the other. Errors count by their squares,
also what is beyond a leg's own reach, so that the leg that can do less takes the motor and with it the other
leg along. Here a leg counts by what it misses beyond its own reach: that is found by solving it alone,
without the other leg and without feet. Where one of both misses visibly more than it must, the two legs'
weights are set against each other, step by step, until both miss alike. Legs are seen from the torso: while
nobody stands they go along with it, as arms do, and half the way while a foot stands, which holds its leg in
the world.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.arms_with_torso import torso_error
from understudy.retarget.lazy_path import twice_mean
from understudy.retarget.standing_legs import StandingLeg, look_at_legs
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.spatial import rotations as rot

LITTLE, MUCH = np.radians(6.0), np.radians(8.0)
"""Errors [rad] of thigh and shin together, beyond a leg's reach, from which on the other leg begins to make
room, and does so wholly."""

MOST = 3.0
"""Times that one leg may weigh as much as the other at the most."""

TURNS, GAIN, LONGEST = 12, 0.15 / np.radians(1.0), 0.4
"""Times that the weights are set anew; by how much their logarithm is for each radian by which one leg misses
more than the other, and by how much at the most. Steps from where both weigh alike, instead of halvings of
the whole range, find the nearest balance, and the same of a clip and of its mirror image."""

STANDING = 0.5
"""Share of the torso's error by which legs go along with it while a foot stands."""

SLOW = 0.02
"""Half of the time [s] over which weights are averaged, twice."""


def share_misses(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> DirectionBlock:
    """Return the problem's directions with legs that miss alike, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
        legs: The two legs.
        fps: Frames a second [1/s].
    """
    block, torso, every = problem.costs.direction, find_torso(problem), np.arange(len(out.q))
    if torso is None:
        return block
    errors = look_at_legs(problem, out.q, every, legs, torso)[0]
    reach = _reach(problem, out, legs, torso, errors)
    slow, missed = round(SLOW * fps), (errors - reach).max(axis=1)
    share = twice_mean(np.clip((missed - LITTLE) / (MUCH - LITTLE), 0.0, 1.0), slow)
    if not share.any():
        return block
    in_air = twice_mean(1.0 - np.any([leg.stands for leg in legs], axis=0), slow)
    in_air = np.clip(2.0 * in_air - 1.0, 0.0, 1.0)
    along = share * (in_air + STANDING * (1.0 - in_air))
    balance, poses, most = np.zeros(len(every)), out.q, np.log(MOST)
    step, longest = np.zeros(len(every)), np.full(len(every), LONGEST)
    for _ in range(TURNS):
        trial = Outcome(*(array.copy() for array in out))
        _solve(problem, _shared(problem, poses, legs, torso, along, share * balance), trial, share > 0.0)
        poses = trial.q
        missed = look_at_legs(problem, poses, every, legs, torso)[0] - reach
        wanted = GAIN * twice_mean(missed[:, 0] - missed[:, 1], slow)
        # A step that went too far is taken back by half of it at the most.
        longest = np.where(wanted * step < 0.0, 0.5 * np.abs(step), longest)
        step = np.clip(wanted, -longest, longest)
        balance = np.clip(balance + step, -most, most)
    shared = _shared(problem, poses, legs, torso, along, share * balance)
    _solve(problem, shared, out, share > 0.0)
    return shared


def _reach(
    problem: Problem, out: Outcome, legs: Sequence[StandingLeg], torso: Torso, errors: np.ndarray
) -> np.ndarray:
    """Return errors (T, 2) [rad] of legs alone and without feet, where those of both (T, 2) are visible."""
    point, wholly, evenly = problem.costs.point, np.ones(len(errors)), np.zeros(len(errors))
    direction = _shared(problem, out.q, legs, torso, wholly, evenly)
    reach, visible, every = errors.copy(), errors.max(axis=1) > LITTLE, np.arange(len(errors))
    afoot = point.weight.copy()
    for leg in legs:
        afoot[:, leg.corners] = 0.0
    freely = problem.asking(point=point._replace(weight=afoot))
    for index, other in enumerate(reversed(legs)):
        weight, alone = direction.weight.copy(), Outcome(*(array.copy() for array in out))
        weight[:, other.segments] = 0.0
        _solve(freely, direction._replace(weight=weight), alone, visible)
        found = look_at_legs(problem, alone.q, every, legs, torso)[0][:, index]
        reach[:, index] = np.minimum(found, reach[:, index])
    return reach


def _solve(problem: Problem, direction: DirectionBlock, out: Outcome, where: np.ndarray) -> None:
    """Solve frames of a mask (T,) again with other directions, in place."""
    solver = frame_solver(problem.asking(direction=direction), CARRIED)
    for first, stop in stretches(where):
        solve_again(solver, out, first, stop)


def _shared(
    problem: Problem,
    q: np.ndarray,
    legs: Sequence[StandingLeg],
    torso: Torso,
    along: np.ndarray,
    balance: np.ndarray,
) -> DirectionBlock:
    """Return directions with the legs' turned and weighed.

    Args:
        problem: Whose directions they are.
        q: (T, Q) poses, of which the torso's error counts.
        legs: The two legs.
        torso: The torso.
        along: (T,) shares of its error by which legs go along.
        balance: (T,) logarithms of the first leg's weight in that of the second.
    """
    block = problem.costs.direction
    target, weight = block.target.copy(), block.weight.copy()
    turn = rot.from_rotation_vector(along[:, None] * torso_error(problem, q, np.arange(len(q)), torso))
    changed = (along > 0.0)[:, None, None]
    for leg, sign in zip(legs, (0.5, -0.5), strict=True):
        turned = rot.rotate(turn[:, None], target[:, leg.segments])
        target[:, leg.segments] = np.where(changed, turned, target[:, leg.segments])
        weight[:, leg.segments] *= np.exp(sign * balance)[:, None]
    return block._replace(target=target, weight=weight)
