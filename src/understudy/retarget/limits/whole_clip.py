"""A clip solved within all limits, one after the other: range, IK branches, parts apart, limits of motion."""

from __future__ import annotations

from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import mend_seams
from understudy.kinematics.solver import Say, Solution, solve_clip
from understudy.retarget.limits.joint_motion import keep_motion_limits
from understudy.retarget.limits.self_collision import keep_apart, without_contact


def solve_within_limits(
    problem: Problem, frame_count: int, bounds: Bounds, say: Say | None = None
) -> Solution:
    """Solve all frames of a clip, in the better IK branches, parts kept apart, and within limits of motion.

    Args:
        problem: The problem, of whose limits only those of position count.
        frame_count: T.
        bounds: Its limits of position, velocity and acceleration.
        say: Told in a sentence when kernels have to be compiled first.
    """
    free = without_contact(problem)
    solution = solve_clip(free, frame_count, say)
    mend_seams(free, solution.outcome)
    keep_motion_limits(keep_apart(problem, solution.outcome), solution.outcome, bounds)
    return solution
