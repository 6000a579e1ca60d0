"""Parts of a robot that do not sink into each other.

Every body is covered by capsules, and those of two bodies that may collide push each other away as soon as
they are about to touch. Bodies that overlap in the home pose do not. That takes its time, and most frames of
most clips need none of it: a clip is solved without, and again around the frames in which parts would touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product

import numpy as np

from understudy.kinematics.blocks.distance import DistanceBlock, distance_block, grouped_distance_block
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.levers import ball_around
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import Tree
from understudy.robots.capsules import capsules_of
from understudy.robots.colliding_bodies import colliding_bodies, pairs_that_meet
from understudy.robots.kept_capsules import Made, kept_or_made
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair

ALLOWED_DEPTH = 0.004
"""Length [m] by which capsules may sink into each other; they stick out of geoms by up to as much each."""


@lru_cache(maxsize=64)
def bodies_kept_apart(robot: Robot) -> tuple[dict[int, tuple[BodyCapsule, ...]], tuple[BodyPair, ...]]:
    """Return the capsules of a robot's bodies and the pairs of bodies that keep away from each other."""

    def make() -> Made:
        capsules = capsules_of(robot.model)
        balls = {body: ball_around(own) for body, own in _by_body(capsules).items()}
        pairs = [
            pair
            for pair in colliding_bodies(robot.model)
            if pair not in robot.overlapping and pair[0] in balls and pair[1] in balls
        ]
        return capsules, tuple(pairs_that_meet(robot.model, pairs, balls))

    capsules, pairs = kept_or_made(robot.model, robot.overlapping, make)
    return _by_body(capsules), pairs


def _by_body(capsules: Sequence[BodyCapsule]) -> dict[int, tuple[BodyCapsule, ...]]:
    return {body: tuple(own) for body, own in groupby(capsules, key=lambda c: c.body)}


def self_collision(robot: Robot, tree: Tree) -> DistanceBlock:
    """Return the limit without a weight yet.

    Capsules stick out of their geoms a little: two that overlap in the home pose, where the geoms do not, may
    come as close as there.
    """
    capsules, pairs = bodies_kept_apart(robot)
    groups = [list(product(capsules[one], capsules[other])) for one, other in pairs]
    block = grouped_distance_block(tree, groups)
    home = home_data(robot.model, robot.home)
    distances = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3))
    return block._replace(radius=np.minimum(block.radius, distances))


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
