"""Parts of a robot that do not sink into each other.

Every body is covered by capsules, and those of two bodies that may collide push each other away as soon as
they are about to touch. Bodies that overlap in the home pose do not. That takes its time, and most frames of
most clips need none of it: a clip is solved without, and again around the frames in which parts would touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

import numpy as np

from understudy.kinematics.blocks.distance import AT_LEAST, DistanceBlock, distance_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.costs import no_costs
from understudy.kinematics.distance_groups import CapsuleGroup, group_capsules, grouped_distance_block
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.limits import Effort, open_bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import mend_seams
from understudy.kinematics.solver import Solver, new_outcome, solve_stretch
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import Tree
from understudy.motion.stretches import stretches_around
from understudy.robots.capsules import capsules_of
from understudy.robots.colliding_bodies import colliding_bodies, pairs_that_meet
from understudy.robots.kept_capsules import Made, kept_or_made
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair

ALLOWED_DEPTH = 0.004
"""Length [m] by which capsules may sink into each other; they stick out of geoms by up to as much each."""


MARGIN = 12
"""Frames before and after those in which parts would touch that are solved again, too."""


@lru_cache(maxsize=64)
def bodies_kept_apart(robot: Robot) -> tuple[dict[int, CapsuleGroup], tuple[BodyPair, ...]]:
    """Return the capsules of a robot's bodies and the pairs of bodies that keep away from each other."""

    def make() -> Made:
        capsules = capsules_of(robot.model)
        balls = {
            body: (0.5 * (group.shape.start + group.shape.end), group.reach)
            for body, group in _groups(capsules).items()
        }
        pairs = [
            pair
            for pair in colliding_bodies(robot.model)
            if pair not in robot.overlapping and pair[0] in balls and pair[1] in balls
        ]
        return capsules, tuple(pairs_that_meet(robot.model, pairs, balls))

    capsules, pairs = kept_or_made(robot.model, robot.overlapping, make)
    return _groups(capsules), pairs


def _groups(capsules: Sequence[BodyCapsule]) -> dict[int, CapsuleGroup]:
    return {body: group_capsules(list(own)) for body, own in groupby(capsules, key=lambda c: c.body)}


def self_collision(robot: Robot, tree: Tree) -> DistanceBlock:
    """Return the limit without a weight yet.

    Capsules stick out of their geoms a little: two that overlap in the home pose, where the geoms do not, may
    come as close as there.
    """
    groups, pairs = bodies_kept_apart(robot)
    block = grouped_distance_block(tree, groups, pairs)
    home = home_data(robot.model, robot.home)
    distances = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3))
    single = block.kind == AT_LEAST
    return block._replace(radius=np.where(single, np.minimum(block.radius, distances), block.radius))


def with_weight(limit: DistanceBlock, weight: float, frames: int) -> DistanceBlock:
    """Return a limit, or an empty one, that holds with a weight [1/m] over so many frames."""
    columns = limit.target.shape[1]
    target = np.full((frames, columns), -ALLOWED_DEPTH)
    return limit._replace(target=target, weight=np.full((frames, columns), weight))


def without_contact(problem: Problem) -> Problem:
    """Return a problem in which parts may pass through each other."""
    if not len(problem.costs.distance.body):
        return problem
    costs = problem.costs._replace(distance=distance_block(problem.tree, ()))
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs))


def keep_apart(problem: Problem, out: Outcome) -> Problem:
    """Solve stretches of a clip again in which parts would touch, in place.

    Args:
        problem: The problem, parts kept apart in all frames.
        out: What became of its frames where they may pass through each other.

    Returns:
        The problem with parts kept apart in those stretches alone.
    """
    limit = problem.costs.distance
    if not len(limit.body):
        return problem
    stretches = stretches_around(_touching(problem, out.q), MARGIN)
    if not stretches:
        return without_contact(problem)
    felt = np.zeros((len(out.q), 1))
    for first, stop in stretches:
        felt[first:stop] = 1.0
    costs = problem.costs._replace(distance=limit._replace(weight=felt * limit.weight))
    guarded = replace(problem, costs=costs)
    for first, stop in stretches:
        solve_stretch(guarded, out, first, stop, out.q[first].copy())
    mend_seams(guarded, out)
    return guarded


def _touching(problem: Problem, q: np.ndarray) -> np.ndarray:
    """Return in which frames (T,) of poses (T, Q) parts feel each other."""
    nowhere = point_block((), np.zeros((len(q), 0, 3)))
    costs = no_costs(problem.tree)._replace(distance=problem.costs.distance, point=nowhere)
    effort = Effort(from_given=1, iterations=1, first_iterations=1)
    alone = Problem(problem.tree, costs, open_bounds(problem.tree), q[:1], effort, problem.pattern)
    out = new_outcome(len(q), q.shape[1])
    out.q[:] = q
    Solver(alone).run(out, 0, len(q))
    return out.cost > 0.0
