"""A clip solved within all limits: freely and in the better IK branches, then again where limits ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.limb_branches import look_limb_by_limb
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import mend_seams
from understudy.kinematics.solver import Say, Solution, solve_clip
from understudy.retarget.arms_out_of_reach import arms_within_reach
from understudy.retarget.arms_with_torso import arms_with_torso
from understudy.retarget.body_between_feet import body_between_feet
from understudy.retarget.footholds_giving_way import are_legs_spoilt, give_way
from understudy.retarget.legs_sharing_a_motor import settle_legs, share_a_motor
from understudy.retarget.limits.second_pass import keep_limits
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.standing_legs import StandingLeg
from understudy.retarget.steady_hips import SteadyHips

Watch = Callable[[str, Outcome], None]
"""Told the name of a stage and what it left of the clip."""

LONGEST_LOSS = 0.5
"""Time [s] in which an IK branch that is carried back may cost more than it saved before."""

LOOKS = 0.2
"""Time [s] between looks for a better IK branch of a single limb: going there and back takes longer."""


def solve_within_limits(
    problem: Problem,
    frame_count: int,
    fps: float,
    bounds: Bounds,
    say: Say | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Solve all frames of a clip, in the better IK branches, parts kept apart, and within limits of motion.

    Args:
        problem: The problem, of whose limits only those of position count.
        frame_count: T.
        fps: Frames a second [1/s].
        bounds: Its limits of position, velocity and acceleration.
        say: Told in a sentence when kernels have to be compiled first.
        watch: Told what every stage leaves, for those who look for the one that went wrong.
    """
    return solve_standing(problem, (), frame_count, fps, bounds, say, watch)[1]


def solve_standing(
    problem: Problem,
    legs: Sequence[StandingLeg],
    frame_count: int,
    fps: float,
    bounds: Bounds,
    say: Say | None = None,
    watch: Watch | None = None,
    hips: SteadyHips | None = None,
) -> tuple[Problem, Solution]:
    """Solve a clip as ``solve_within_limits`` does; where footholds would spoil legs, they give way.

    Arms that are out of reach do not drag the trunk along, bodies turn a little between their feet, and legs
    that share a motor share out what they cannot do. Where the torso is left turned away from the person's,
    arms go along with it. Limits do not jolt ``hips`` that are given. Returns the problem with torso, limbs
    and footholds as they are asked for then, and what became of it.
    """
    watch = watch or _nobody
    free = without_contact(problem)
    solution = solve_clip(free, frame_count, say)
    watch("frame by frame", solution.outcome)
    mend_seams(free, solution.outcome, round(LONGEST_LOSS * fps))
    look_limb_by_limb(free, solution.outcome, bounds, round(LOOKS * fps), round(LONGEST_LOSS * fps))
    watch("IK branches", solution.outcome)
    if legs:
        problem = _asking(problem, arms_within_reach(problem, solution.outcome, fps))
        watch("arms within reach", solution.outcome)
        free = without_contact(problem)
        settled = free
        if share_a_motor(free, legs):
            settled = settle_legs(free, solution.outcome, legs, fps)
        elif are_legs_spoilt(free, solution.outcome, legs):
            turned = body_between_feet(free, solution.outcome, legs, fps)
            settled = turned.asking(point=give_way(turned, solution.outcome, legs, fps))
        own = settled.costs
        problem = problem.asking(point=own.point, direction=own.direction, orientation=own.orientation)
        watch("footholds", solution.outcome)
        problem = _asking(problem, arms_with_torso(problem, solution.outcome, fps))
        watch("arms with the torso", solution.outcome)
    keep_limits(problem, solution.outcome, bounds, fps, watch, hips)
    return problem, solution


def _asking(problem: Problem, direction: DirectionBlock) -> Problem:
    """Return the problem with other directions, itself where they are its own."""
    return problem if direction is problem.costs.direction else problem.asking(direction=direction)


def _nobody(stage: str, out: Outcome) -> None:
    """Watch nothing."""
