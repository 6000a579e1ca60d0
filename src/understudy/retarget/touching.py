"""A clip solved so that the robot touches itself when and where the person does, and not otherwise.

Solved without that first, which tells where parts would be; then again with points of parts that touch tied
to each other (see ``touch_ties``) and all others kept clear. A tie knows parts by their thickness, and the
solver keeps them apart by capsules; so the distance of the real surfaces is measured, what is missing is
counted in, and all of it is done anew. Where a place is out of reach, parts go to where they are nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from understudy.anatomy.touch_detection import touches_of
from understudy.kinematics.blocks.orientation import OrientationBlock
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.body_parts import BodyDirection
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution
from understudy.kinematics.sparsity import pattern_of
from understudy.motion import HumanMotion
from understudy.motion.stretches import stretches
from understudy.retarget.touch_clearance import clearance
from understudy.retarget.touch_plan import PairPlan, plan_touches
from understudy.retarget.touch_ties import TieKey, TieMaker, Ties
from understudy.robots.limb_length import limb_length
from understudy.robots.robot import Robot
from understudy.robots.touching_parts import TOUCHING, PartDistances
from understudy.spatial.hann_mean import hann_mean

ROUNDS = 7
"""How often a clip is solved with its touches at most."""

WEIGHT = 100.0
"""Weight [1/m] of parts being as near to each other as they should."""

_PRESS, _MOST_PRESS, _YIELD, _MOST_YIELD = 0.006, 0.02, 0.02, 0.08
"""Lengths [m] by which parts are pressed more in a round at most, and in all; the same of parting them."""

_HOLD = 4.0
"""How many times as much it counts how hands, feet and head are turned while parts touch."""

_SMOOTH = 0.08
"""Time [s] over which the way of parts to each other is smoothed."""

_CONTENT = 0.5
"""Share of the distance at which parts touch within which a touch is left as it is."""

_ENOUGH = 0.03
"""Wrong frames, as a share of those in which the person touches itself, that are few enough to stop."""

_PATIENCE, _CAUTION = 2, 0.6
"""Rounds after which a place may be given up, and the share of the way to the nearest one gone in a round."""

_MISSED = 0.2
"""Share of a touch's frames in which it may be missed, or too deep, before its place is given up."""


@dataclass(frozen=True, eq=False)
class Touched:
    """A clip with its touches.

    Attributes:
        problem: What was asked in the end.
        solution: The clip.
        found: How many touches the person has.
        kept: How many of them the robot has in most of their frames.
    """

    problem: Problem
    solution: Solution
    found: int
    kept: int


def touched(
    problem: Problem,
    first: Solution,
    solve: Callable[[Problem], Solution],
    human: HumanMotion,
    robot: Robot,
    say: Callable[[str], None] | None = None,
) -> Touched:
    """Solve a clip again, with the person's touches.

    Args:
        problem: What is asked of the robot but for touches.
        first: The clip as it is without them.
        solve: Solves what is asked within the robot's limits.
        human: The person, whose touches are stated or found.
        robot: The robot.
        say: Told in a sentence which touches the robot does not reach.
    """
    touches = touches_of(human)
    ties_of = TieMaker(robot, human.fps)
    plans = tuple(
        plan for plan in plan_touches(human, robot, touches) if plan.pair in ties_of.measure.pairs
    )  # fmt: skip
    clear = _clear(problem, robot, plans)
    near = TOUCHING * limb_length(robot)
    states = [_new_state(human.frame_count) for _ in plans]
    before = [ties_of.ties(plan, first.q) for plan in plans]
    ties = before
    enough = _ENOUGH * sum(int(plan.touches.sum()) for plan in plans)
    best, fewest, kept = None, np.inf, 0
    for turn in range(ROUNDS):
        asked = _tied(clear, plans, before, ties, states, ties_of)
        solution = solve(asked)
        ties = [ties_of.ties(plan, solution.q) for plan in plans]
        wrong = sum(_wrong(plan, tie, near) for plan, tie in zip(plans, ties, strict=True))
        wrong += _others(plans, ties_of.measure, solution.q, near)
        if wrong < fewest:
            best, fewest, kept = (asked, solution), wrong, _kept(plans, ties, near)
        if wrong <= enough:
            break
        for plan, tie, state in zip(plans, ties, states, strict=True):
            _learn(plan, tie, near, state, turn)
    assert best is not None
    if say is not None and kept < len(touches.items):
        say(f"touches: {kept} of the person's {len(touches.items)} touches are within the robot's reach")
    return Touched(*best, len(touches.items), kept)


class _State(NamedTuple):
    """What was learnt about a pair of parts.

    Attributes:
        pressed: (T,) [m] by how much nearer they have to be than their thicknesses say.
        lost: (T,) share to which their place is given up, since it is out of reach.
        anew: (T,) bool where that has just been, so that parts begin from where they were without touches.
    """

    pressed: np.ndarray
    lost: np.ndarray
    anew: np.ndarray


def _new_state(frames: int) -> _State:
    return _State(np.zeros(frames), np.zeros(frames), np.zeros(frames, dtype=bool))


def _clear(problem: Problem, robot: Robot, plans: Sequence[PairPlan]) -> Problem:
    """Return a problem in which parts that do not touch keep clear of each other, if apart at all."""
    # Touches cost what another IK branch would not save.
    effort = problem.effort._replace(doubtful_cost=np.inf)
    distance = problem.costs.distance
    if len(distance.body):
        distance = clearance(problem.tree, robot, plans, distance.weight)
    return replace(problem, costs=problem.costs._replace(distance=distance), effort=effort)


def _distances(plan: PairPlan, tie: Ties) -> np.ndarray:
    """Return the distances (T,) [m] of two parts, infinite where they do not count."""
    distances = np.full(len(plan.gap), np.inf)
    distances[tie.frames] = tie.distances
    return distances


def _wrong(plan: PairPlan, tie: Ties, near: float) -> int:
    """Return in how many frames parts do not touch that should, touch that should not, or are too deep."""
    distances = _distances(plan, tie)
    outside = plan.closing == 0.0
    missed, made = plan.touches & (distances > near), outside & (distances < near)
    return int(missed.sum() + made.sum() + (distances < -near).sum())


def _others(plans: Sequence[PairPlan], measure: PartDistances, q: np.ndarray, near: float) -> int:
    """Return how often other pairs of parts touch in frames (T, nq) around the touches."""
    planned = {plan.pair for plan in plans}
    others = [pair for pair in measure.pairs if pair not in planned]
    count = 0
    for frame in np.flatnonzero(np.any([plan.hold > 0.0 for plan in plans], axis=0)) if plans else ():
        measure.pose(q[frame])
        count += sum(measure.between(pair, near) is not None for pair in others)
    return count


def _kept(plans: Sequence[PairPlan], ties: Sequence[Ties], near: float) -> int:
    """Return how many touches hold in most of their frames."""
    return sum(
        bool((_distances(plan, tie)[start:stop] < near).mean() > 0.5)
        for plan, tie in zip(plans, ties, strict=True)
        for start, stop in stretches(plan.touches)
    )


def _learn(plan: PairPlan, tie: Ties, near: float, state: _State, turn: int) -> None:
    """Count in what a round missed, in place."""
    missing = np.where(plan.closing[tie.frames] > 0.0, tie.distances - plan.gap[tie.frames], 0.0)
    missing -= np.clip(missing, -_CONTENT * near, _CONTENT * near)
    pressed = state.pressed[tie.frames] + np.clip(missing, -_YIELD, _PRESS)
    state.pressed[tie.frames] = np.clip(pressed, -_MOST_YIELD, _MOST_PRESS)
    state.anew[:] = False
    distances = _distances(plan, tie)
    for begin, end in stretches(plan.closing > 0.0):
        holds = plan.touches[begin:end]
        off = distances[begin:end][holds]
        if turn >= _PATIENCE and (np.abs(off) > near).mean() > _MISSED:
            is_deep = bool((off < -near).mean() > (off > near).mean())
            state.anew[begin:end] = is_deep and not state.lost[begin:end].any()
            state.lost[begin:end] = plan.closing[begin:end]


def _held(problem: Problem, plans: Sequence[PairPlan]) -> OrientationBlock:
    """Return the cost of how parts are turned, which hardly counts unless they touch: wrists would fold."""
    orientation = problem.costs.orientation
    if not plans or not orientation.weight.size:
        return orientation
    share = np.max([plan.hold for plan in plans], axis=0)
    return orientation._replace(weight=orientation.weight * (1.0 + (_HOLD - 1.0) * share[:, None]))


def _smooth(values: np.ndarray, frames: np.ndarray, reach: int) -> np.ndarray:
    """Return values (F, 3) of frames (F,), averaged over those at most so many frames away and on end."""
    parts = np.split(values, np.flatnonzero(np.diff(frames) > 1) + 1)
    return np.concatenate([hann_mean(part, reach) for part in parts])


def _tied(
    problem: Problem,
    plans: Sequence[PairPlan],
    first: Sequence[Ties],
    ties: Sequence[Ties],
    states: Sequence[_State],
    ties_of: TieMaker,
) -> Problem:
    """Return a problem in which points of parts that touch are tied to each other."""
    rows: dict[TieKey, int] = {}
    for tie in ties:
        for key in tie.keys:
            rows.setdefault(key, len(rows))
    frames = len(plans[0].gap) if plans else 1
    target, weight = np.zeros((frames, len(rows), 3)), np.zeros((frames, len(rows), 3))
    for plan, before, tie, state in zip(plans, first, ties, states, strict=True):
        lost = state.lost[tie.frames, None]
        pressed = state.pressed[tie.frames, None] * tie.normals
        anew = state.anew[tie.frames, None]
        nearest = np.where(anew, before.ways - tie.ways + before.to_nearest, _CAUTION * tie.to_nearest)
        step = (1.0 - lost) * (tie.to_place - pressed) + lost * nearest
        goal = tie.ways + _smooth(step, tie.frames, round(_SMOOTH * ties_of.fps))
        ways = before.ways + plan.share[tie.frames, None] * (goal - before.ways)
        for frame, key, way in zip(tie.frames, tie.keys, ways, strict=True):
            target[frame, rows[key]] = way
            weight[frame, rows[key]] = WEIGHT * plan.hold[frame]
    block = relative_point_block(
        problem.tree,
        [BodyDirection(ties_of.points[base], ties_of.points[moving]) for base, moving in rows],
        target,
        weight,
    )
    costs = problem.costs._replace(relative_point=block, orientation=_held(problem, plans))
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs))
