"""Legs that share a motor, as NAO's do: what both cannot do is shared out between body, feet and legs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.kinematics.tree import Tree
from understudy.retarget.footholds_giving_way import give_way
from understudy.retarget.shared_misses import share_misses
from understudy.retarget.standing_legs import StandingLeg
from understudy.retarget.toes_under_turned_body import toes_under_turned_body
from understudy.retarget.torso_with_feet import torso_with_feet, turned_above_feet


def share_a_motor(problem: Problem, legs: Sequence[StandingLeg]) -> bool:
    """Return whether a motor turns joints of two legs."""
    if len(legs) != 2:
        return False
    left, right = (_moved_by(problem.tree, int(problem.costs.point.body[leg.corners[0]])) for leg in legs)
    motors = [{int(problem.tree.variable[dof]) for dof in own} for own in (left - right, right - left)]
    return bool(motors[0] & motors[1] - {-1})


def _moved_by(tree: Tree, body: int) -> set[int]:
    """Return the degrees of freedom that move a body."""
    return set(tree.chain[body, : tree.chain_count[body]].tolist())


def settle_legs(problem: Problem, out: Outcome, legs: Sequence[StandingLeg], fps: float) -> Problem:
    """Return the problem with body, footholds and legs that suit each other, and solve it so again, in place.

    The body goes along with its feet before legs share what they miss, since soles that are wrenched spoil
    legs; toes give way to the knees that it takes along, after which it goes along once more, and so it does
    after legs shared. Footholds give way to legs as they are then, which changes by how much these miss: so
    that is shared out anew. Legs that miss little share nothing.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames.
        legs: The two legs.
        fps: Frames a second [1/s].
    """
    asked, course = torso_with_feet(problem, out, legs, fps, np.zeros(len(out.q)))
    if course.any():
        problem = problem.asking(point=toes_under_turned_body(problem, legs, course, fps))
        asked = asked.asking(point=problem.costs.point)
        solve_again(frame_solver(asked, CARRIED), out, 0, len(out.q))
        asked, course = torso_with_feet(asked, out, legs, fps, course)
    shared = share_misses(asked, out, legs, fps)
    if shared is asked.costs.direction:
        return asked.asking(point=give_way(asked, out, legs, fps))
    asked, course = torso_with_feet(asked.asking(direction=shared), out, legs, fps, course)
    point = give_way(asked, out, legs, fps)
    plain = (turned_above_feet(problem, course) if course.any() else problem).asking(point=point)
    solve_again(frame_solver(plain, CARRIED), out, 0, len(out.q))
    return plain.asking(direction=share_misses(plain, out, legs, fps))
