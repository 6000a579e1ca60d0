"""Parts of a robot that do not sink into each other.

Every body is covered by capsules, and those of two bodies that may collide push each other away as soon as
they are about to touch. Bodies that overlap in the home pose do not.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import numpy as np

from understudy.kinematics.blocks.distance import AT_LEAST, DistanceBlock
from understudy.kinematics.distance_groups import CapsuleGroup, group_capsules, grouped_distance_block
from understudy.kinematics.tree import Tree
from understudy.robots.capsules import capsules_of
from understudy.robots.colliding_bodies import colliding_bodies, pairs_that_meet
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair

ALLOWED_DEPTH = 0.002
"""Length [m] by which capsules may sink into each other; they stick out of geoms by up to twice as much."""


@lru_cache(maxsize=64)
def bodies_kept_apart(robot: Robot) -> tuple[dict[int, CapsuleGroup], tuple[BodyPair, ...]]:
    """Return the capsules of a robot's bodies and the pairs of bodies that keep away from each other."""
    capsules = capsules_of(robot.model)
    groups = {body: group_capsules(list(own)) for body, own in groupby(capsules, key=lambda c: c.body)}
    balls = {
        body: (0.5 * (group.shape.start + group.shape.end), group.reach) for body, group in groups.items()
    }
    pairs = [
        pair
        for pair in colliding_bodies(robot.model)
        if pair not in robot.overlapping and pair[0] in groups and pair[1] in groups
    ]
    return groups, tuple(pairs_that_meet(robot.model, pairs, balls))


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
