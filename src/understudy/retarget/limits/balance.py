"""Balance: the ZMP of the whole body, and where both feet rest the centre of mass, kept over the soles.

A limit in every frame by itself would not do, since where the ZMP is follows from accelerations. So a clip is
taken as a whole: solved without balance; the path of its centre of mass is changed as little as the linear
inverted pendulum needs (see ``pendulum``); solved again with the centre of mass on that path and the feet as
they were; and because arms and swinging legs turn as well, the ZMP of the whole body is measured, what
the pendulum missed is counted in, and all of it is done anew until the ZMP is over the soles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from understudy.dynamics.support import support
from understudy.errors import OptionError, RobotError
from understudy.kinematics.blocks.centre_of_mass import centre_of_mass_block
from understudy.kinematics.blocks.point import join_points, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution
from understudy.kinematics.sparsity import pattern_of
from understudy.motion import HumanMotion
from understudy.retarget.limits.body_sweep import slower_than, sweep
from understudy.retarget.limits.pendulum import Pendulum, plan_path
from understudy.robots.robot import Robot

ROUNDS = 6
"""How often a clip is solved with balance at most."""

FEWEST_FRAMES = 3
"""An acceleration takes so many."""

_ENOUGH = 0.95
"""Share of stance frames in balance below which the user is told."""

_BOB = 3.0
"""Frequency [Hz] up to which the centre of mass goes up and down as before; faster is a landing's shock."""

_SWAY = 6.0
"""The same of its path over the floor."""

_HEIGHT_SHARE = 0.3
"""Weight of the height of the centre of mass, as a share of that of its path."""

_FEET = 20.0
"""Weight [1/m] of sole corners being over the floor where they were without balance, on the way as well."""


@dataclass(frozen=True, eq=False)
class Balanced:
    """A balanced clip.

    Attributes:
        solution: The clip.
        share: Of the frames in which a foot stands, the share with the ZMP over the soles.
        rounds: How often it was solved with balance.
    """

    solution: Solution
    share: float
    rounds: int


def require_balance(human: HumanMotion, robot: Robot) -> None:
    """Refuse what cannot be balanced.

    Raises:
        RobotError: For a robot that stands on no feet of its own.
        OptionError: For a person who does not stand either.
    """
    if not robot.has_free_base:
        raise RobotError(f"balance: robot '{robot.name}' has a fixed base, expected one that stands on feet")
    if not robot.soles:
        raise RobotError(f"balance: robot '{robot.name}' has no soles in its card, expected one or two")
    if human.frame_count < FEWEST_FRAMES:
        raise OptionError(
            f"balance: accelerations of {human.frame_count} frames cannot be told, "
            f"expected at least {FEWEST_FRAMES}"
        )
    if not human.contact_mask.any():
        raise OptionError(
            "balance: the person's feet never carry weight, as of one who lies or sits, "
            "expected frames in which the person stands"
        )


def balanced(
    problem: Problem,
    first: Solution,
    solve: Callable[[Problem], Solution],
    human: HumanMotion,
    robot: Robot,
    margin: float,
    weight: float,
    say: Callable[[str], None] | None = None,
) -> Balanced:
    """Solve a clip again, balanced.

    Args:
        problem: What is asked of the robot but for balance.
        first: The clip as it is without balance.
        solve: Solves what is asked within the robot's limits.
        human: The person; contacts say what of the robot's soles stands.
        robot: The robot, see :func:`require_balance`.
        margin: Share of what stands of a sole that the ZMP keeps away from, on every side.
        weight: Weight [1/m] of the path of the centre of mass.
        say: Told in a sentence where balance fails too often.
    """
    fps, contacts, sides = human.fps, human.contact_mask, tuple(robot.soles)
    body = sweep(robot, first.q, fps)
    wanted = slower_than(body.centres[:, :2], _SWAY, fps)
    heights = slower_than(body.centres[:, 2:], _BOB, fps)
    pendulum = Pendulum.of_height(heights[:, 0], fps)
    held = _with_feet(problem, first, body.soles, robot)
    rests, left_out = np.logical_and.reduce(contacts, axis=1), np.zeros_like(wanted)
    best, fewest, share, rounds = first, len(wanted) + 1, 0.0, 0
    while rounds < ROUNDS and fewest > 0:
        rounds += 1
        allowed = support(body.soles, sides, contacts, margin)
        plan = plan_path(pendulum, wanted, allowed, rests, left_out)
        target = np.concatenate([plan.path, heights], axis=1)
        solution = solve(_with_path(held, target, allowed.stands, weight))
        body = sweep(robot, solution.q, fps)
        zmp = body.zmp()
        # What is near an edge may be over it by another way of telling accelerations.
        near = int((~support(body.soles, sides, contacts, 0.5 * margin).holds(zmp)).sum())
        if near < fewest:
            over = support(body.soles, sides, contacts).holds(zmp)[allowed.stands]
            best, fewest, share = solution, near, float(over.mean())
        left_out = zmp - plan.zmp
    if say is not None and share < _ENOUGH:
        say(f"balance: the ZMP is over the soles in only {100.0 * share:.0f} % of the frames on a foot")
    return Balanced(best, share, rounds)


def _with_feet(problem: Problem, first: Solution, soles: np.ndarray, robot: Robot) -> Problem:
    """Return the problem with soles (T, S, 4, 3) held over the floor where they were.

    Feet would otherwise land elsewhere as the hips come to be elsewhere, and the support with them.
    """
    points = [BodyPoint(sole.body, corner) for sole in robot.soles.values() for corner in sole.points]
    target = soles.reshape(len(soles), len(points), 3)
    weight = np.zeros_like(target)
    weight[..., :2] = _FEET
    point = join_points(problem.costs.point, point_block(points, target, weight))
    return replace(problem, costs=problem.costs._replace(point=point), starts=first.q[:1])


def _with_path(problem: Problem, target: np.ndarray, stands: np.ndarray, weight: float) -> Problem:
    """Return the problem with the centre of mass on a path (T, 3) [m]; in the air its height is free."""
    weights = np.full_like(target, weight)
    weights[:, 2] = _HEIGHT_SHARE * weight * stands
    block = centre_of_mass_block(problem.tree, target, weights)
    costs = problem.costs._replace(centre_of_mass=block)
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs))
