"""Parts of a robot that do not touch kept clear of each other: self-collision's limit, from farther away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.blocks.distance import DistanceBlock
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.tree import Tree
from understudy.motion.touches import PAIRS, PARTS, Pair
from understudy.retarget.limits.self_collision import ALLOWED_DEPTH, self_collision
from understudy.retarget.touch_plan import PairPlan
from understudy.robots.limb_length import limb_length
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.touching_parts import CLEAR, body_parts

_LEFT_ALONE = 0.004
"""Depth [m] up to which parts are left alone that are tied to each other: two masters make them tremble."""

_OF_HOME = 0.5
"""Share of the distance in the home pose that parts keep at most: some are near each other there."""


def clearance(tree: Tree, robot: Robot, plans: Sequence[PairPlan], weight: np.ndarray) -> DistanceBlock:
    """Return the limit of self-collision with a distance that parts keep which do not touch.

    Args:
        tree: The robot's tree.
        robot: The robot.
        plans: The pairs of parts that touch at times.
        weight: (T, 1) [1/m] of the limit.
    """
    parts = body_parts(robot)

    def part_of(capsule: BodyCapsule) -> str:
        return parts.at(capsule.body, 0.5 * (capsule.start + capsule.end))

    block = self_collision(robot, tree, part_of)
    home = home_data(robot.model, robot.home)
    gaps = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3)) - block.radius
    at_home = np.minimum.reduceat(gaps, block.first[:-1])
    clear = np.clip(_OF_HOME * at_home, -ALLOWED_DEPTH, CLEAR * limb_length(robot))
    target = np.full((len(weight), len(block.body)), -ALLOWED_DEPTH)
    planned = {plan.pair: plan for plan in plans}
    middles = block.local[block.capsule[block.first[:-1]]].mean(axis=2)
    for row, (bodies, places) in enumerate(zip(block.body.tolist(), middles, strict=True)):
        pair = _in_order(*(parts.at(body, place) for body, place in zip(bodies, places, strict=True)))
        if pair in PAIRS:
            target[:, row] = clear[row]
        if pair in planned:
            target[:, row] = np.where(planned[pair].closing > 0.0, -_LEFT_ALONE, clear[row])
    return block._replace(
        column=np.arange(len(block.body)),
        target=target,
        weight=np.broadcast_to(weight, target.shape).copy(),
    )


def _in_order(one: str, other: str) -> Pair:
    return (one, other) if PARTS.index(one) < PARTS.index(other) else (other, one)
