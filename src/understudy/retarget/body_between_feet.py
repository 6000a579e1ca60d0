"""A body that turns a little between its standing feet, so that both legs share what toes cost.

Toes that point as the person's do cost a bent leg its direction, since a robot's ankle has no twist (see
``foot_headings``). A person's feet are seldom turned out alike: one leg then bears all of it and the other
nothing, and has to turn its toes away where it would visibly be off. Turning the whole body above its feet by
some degrees takes from the one leg what it gives to the other. Limbs are seen from the torso, which turns
along, and nobody sees that a body faces some degrees elsewhere. So the freely solved clip is looked at: where
a standing leg is off by more than makes a foothold give way, the body turns slowly, by no more than brings it
there, than makes both legs off alike, and than ``FARTHEST``. Head, hands and feet stay as the person's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.limb_branches import directions_between
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.foothold_courses import FAR, MOST, least_turns, ties
from understudy.retarget.standing_legs import StandingLeg
from understudy.retarget.torso_with_feet import turned_above_feet

FARTHEST = np.radians(5.0)
"""Angle [rad] by which a body turns at the most."""

_UNTURNED = 1e-4
"""Angle [rad] that is none."""


def body_between_feet(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> Problem:
    """Return the problem with trunk and limbs turned above the feet, and solve what changes again, in place.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames.
        legs: The legs.
        fps: Frames a second [1/s].
    """
    missed = _missed(problem, out.q, legs)
    if not np.any(missed[0] > MOST**2):
        return problem
    turns = body_turns(*missed, fps)
    turned = turned_above_feet(problem, turns)
    solver = frame_solver(turned, CARRIED)
    for first, stop in stretches(np.abs(turns) > _UNTURNED):
        solve_again(solver, out, first, stop)
    return turned


def _missed(
    problem: Problem, q: np.ndarray, legs: Sequence[StandingLeg]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a, b and c (T, L) of what legs are off by in poses (T, Q), see :func:`body_turns`."""
    block, segments = problem.costs.direction, np.concatenate([leg.segments for leg in legs])
    wanted, known = block.target[:, segments], block.weight[:, segments] > 0.0
    off = directions_between(problem.tree, block.body[segments], block.local[segments], q) - wanted
    # The way over the floor of a direction that turns to the left about the vertical.
    turning = np.stack([-wanted[..., 1], wanted[..., 0]], axis=-1)
    counts = known * np.repeat(np.stack([leg.stands for leg in legs], axis=1), 2, axis=1)

    def together(values: np.ndarray) -> np.ndarray:
        return (counts * values).reshape(len(q), len(legs), 2).sum(axis=2)

    return (
        together(np.einsum("tsi,tsi->ts", off, off)),
        together(np.einsum("tsi,tsi->ts", off[..., :2], turning)),
        together(np.einsum("tsi,tsi->ts", turning, turning)),
    )


def body_turns(square: np.ndarray, slope: np.ndarray, curve: np.ndarray, fps: float) -> np.ndarray:
    """Return by how much (T,) [rad] a body turns to the left so that legs are off by ``MOST`` at the most.

    If it turns by δ, thigh and shin of a leg are together off by E² = a − 2 b δ + c δ².

    Args:
        square: (T, L) [rad²] a, 0 of a leg that does not stand.
        slope: (T, L) [rad] b.
        curve: (T, L) c.
        fps: Frames a second [1/s].
    """
    unit = FAR[2]

    def errors(turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        turned = unit * turns[:, None]
        error = np.sqrt(np.maximum(square - 2.0 * turned * slope + turned**2 * curve, _UNTURNED**2))
        return error, unit * (turned * curve - slope) / error

    turns = least_turns(errors, MOST, ties(fps, len(square))[2])
    return np.clip(unit * turns, -FARTHEST, FARTHEST)
