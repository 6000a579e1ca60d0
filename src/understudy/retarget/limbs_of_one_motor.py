"""Limbs that share a motor share what that costs.

What one limb asks of a shared motor is what the other has to bear. Errors count by their squares, each limb
for itself, which may leave one of them nearly right and the other one visibly off. So a solved clip is looked
at some times: where one of two such limbs is off by much more than the other, it counts more, and the other
one less, by what their errors are then. Most robots share no motor between limbs, and nothing changes.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.limb_branches import Limb, directions_between, limbs_of
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.arms_with_torso import find_torso, turned_with_torso
from understudy.spatial import rotations as rot

SMALL, LARGE = np.radians(3.0), np.radians(5.5)
"""Errors [rad] of the worse limb from which on it begins to count more, and does so wholly."""

SAME = np.radians(3.0)
"""Error [rad] of a limb beside which smaller ones count alike."""

HELPED = np.radians(12.0)
"""Error [rad] of which what is beyond does not count: the limb may be out of reach then."""


ROUNDS, STEP = 3, 0.5
"""Times that the clip is looked at, and the power of squared errors by which weights change then: with more
the other limb would become the worse one."""


def limbs_of_one_motor(problem: Problem) -> list[tuple[Limb, Limb]]:
    """Return the pairs of a problem's limbs that a joint, or what drives it, moves both."""
    pairs = combinations(limbs_of(problem), 2)
    return [(one, other) for one, other in pairs if np.intersect1d(one.dofs, other.dofs).size]


def share_out(problem: Problem, out: Outcome) -> DirectionBlock:
    """Return the problem's directions by how much they count then, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
    """
    block = problem.costs.direction
    pairs = limbs_of_one_motor(problem)
    if not pairs:
        return block
    given = block
    for _ in range(ROUNDS):
        weight = given.weight.copy()
        for pair in pairs:
            errors = np.stack([limb_errors(problem, out.q, limb) for limb in pair], axis=1)
            for limb, share in zip(pair, shares(errors).T, strict=True):
                weight[:, limb.segments] *= np.sqrt(share)[:, None]
        given = block._replace(weight=weight)
        solver = frame_solver(problem.asking(direction=given), CARRIED)
        for first, stop in stretches(np.any(weight != block.weight, axis=1)):
            solve_again(solver, out, first, stop)
    return given


def shares(errors: np.ndarray) -> np.ndarray:
    """Return by how much (T, L) more or less squares of errors (T, L) [rad] of limbs shall count."""
    squares = np.minimum(errors, HELPED) ** 2 + SAME**2
    much = np.clip((errors.max(axis=1, keepdims=True) - SMALL) / (LARGE - SMALL), 0.0, 1.0)
    return (squares / squares.mean(axis=1, keepdims=True)) ** (STEP * much)


def limb_errors(problem: Problem, q: np.ndarray, limb: Limb) -> np.ndarray:
    """Return errors (T,) [rad] of both segments together, as seen from the torso; the unknown are not off."""
    block, segments, torso = problem.costs.direction, limb.segments, find_torso(problem)
    wanted = block.target[:, segments]
    if torso is not None:
        wanted = turned_with_torso(problem, q, np.arange(len(q)), torso, wanted)
    own = directions_between(problem.tree, block.body[segments], block.local[segments], q)
    return np.linalg.norm(rot.angle_between(own, wanted) * (block.weight[:, segments] > 0.0), axis=1)
