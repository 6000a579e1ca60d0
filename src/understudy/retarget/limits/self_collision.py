"""Parts of a robot that do not sink into each other.

Every body is covered by capsules, and those of two bodies that may collide push each other away as soon as
they are about to touch. Bodies that overlap in the home pose do not. Those around a joint that lies in a
hollow keep their meshes apart and not their hulls (``robots.hollow_joints``). That takes its time, and most
frames of most clips need none of it: a clip is solved without, and again around the frames in which parts
would touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

import numpy as np

from understudy.kinematics.blocks.distance import (
    AHEAD,
    CapsulePair,
    DistanceBlock,
    distance_block,
    grouped_distance_block,
)
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.levers import ball_around
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import Tree
from understudy.robots.capsules import cover_bodies
from understudy.robots.colliding_bodies import colliding_bodies, pairs_that_meet
from understudy.robots.hollow_joints import HollowJoints, hollow_joints
from understudy.robots.kept_capsules import Made, kept_or_made
from understudy.robots.limb_length import limb_length
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair

ALLOWED_DEPTH = 0.004
"""Length [m] by which capsules may sink into each other; they stick out of geoms by up to 3 mm each."""

SHARPEST, SOFTEST = 0.01, 0.006
"""Gap below which parts push each other away: at least, as a share of the mean length of the robot's limb
segments, and at most [m], half of the way on which they begin to give way."""

GROWN = 0.18
"""Mean length [m] of a robot's limb segments from which on its walls are those of a grown one."""

HOLES_AHEAD = 2.0
"""Times of the holes in two bodies' shapes from which on they begin to give way to each other at least."""


@dataclass(frozen=True, eq=False)
class KeptApart:
    """What keeps a robot's bodies apart.

    Attributes:
        capsules: Body → its capsules.
        pairs: The pairs of bodies that keep away from each other.
        holes: (nbody,) [m] how deep holes are that capsules leave in a body.
        hollow: Those of the pairs that are judged by their meshes, with other capsules.
    """

    capsules: Mapping[int, tuple[BodyCapsule, ...]]
    pairs: tuple[BodyPair, ...]
    holes: np.ndarray
    hollow: HollowJoints

    def capsules_of(self, pair: BodyPair) -> tuple[tuple[BodyCapsule, ...], tuple[BodyCapsule, ...]]:
        """Return the capsules of two bodies by which they keep away from each other."""
        table = self.hollow.capsules if pair in self.hollow.pairs else self.capsules
        return table[pair[0]], table[pair[1]]

    def holes_of(self, pair: BodyPair) -> float:
        """Return how deep holes are [m] that capsules leave in both bodies, summed."""
        if pair in self.hollow.pairs:
            return self.hollow.holes[pair[0]] + self.hollow.holes[pair[1]]
        return float(self.holes[pair[0]] + self.holes[pair[1]])


@lru_cache(maxsize=64)
def bodies_kept_apart(robot: Robot) -> KeptApart:
    """Return the capsules of a robot's bodies and the pairs of bodies that keep away from each other."""

    def make() -> Made:
        model = robot.model
        covered = cover_bodies(model)
        balls = {body: ball_around(own) for body, own in _by_body(covered.capsules).items()}
        pairs = [
            pair
            for pair in colliding_bodies(model)
            if pair not in robot.overlapping and pair[0] in balls and pair[1] in balls
        ]
        return Made(covered.capsules, tuple(pairs_that_meet(model, pairs, balls)), covered.holes)

    made = kept_or_made(robot.model, robot.overlapping, make)
    return KeptApart(_by_body(made.capsules), made.pairs, made.holes, hollow_joints(robot))


def _by_body(capsules: Sequence[BodyCapsule]) -> dict[int, tuple[BodyCapsule, ...]]:
    return {body: tuple(own) for body, own in groupby(capsules, key=lambda c: c.body)}


def self_collision(
    robot: Robot, tree: Tree, part_of: Callable[[BodyCapsule], str] = lambda _: ""
) -> DistanceBlock:
    """Return the limit; its weight is how many times as firm as a grown robot's walls this one's are.

    Capsules stick out of their geoms a little: two that overlap in the home pose, where the geoms do not, may
    come as close as there. They also leave holes, for which parts push from farther away. Where there are
    none they push only just before they touch: a gap is an angle of the arm, the larger the shorter that is.
    So they begin to give way to each other the later the shorter limbs are.

    An arm of length L that is held back by an angle e presses with e / L against a wall of weight w, which
    gives way by e / (L w²). Weights grow as arms get shorter, so that it is the same share of all arms.

    Args:
        robot: The robot.
        tree: Its tree.
        part_of: Says to which part of its body a capsule belongs; pairs of parts have rows of their own.
    """
    apart = bodies_kept_apart(robot)

    def parts(pair: CapsulePair) -> tuple[str, str]:
        return part_of(pair[0]), part_of(pair[1])

    groups = [
        list(group)
        for pair in apart.pairs
        for _, group in groupby(sorted(product(*apart.capsules_of(pair)), key=parts), key=parts)
    ]
    block = grouped_distance_block(tree, groups)
    home = home_data(robot.model, robot.home)
    distances = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3))
    holes = np.array([apart.holes_of((int(min(pair)), int(max(pair)))) for pair in block.body])
    length = limb_length(robot)
    size = min(length / GROWN, 1.0)
    return block._replace(
        radius=np.minimum(block.radius, distances),
        softness=np.clip(holes, min(SHARPEST * length, SOFTEST), SOFTEST),
        ahead=np.clip(HOLES_AHEAD * holes, size * AHEAD, AHEAD),
        weight=np.full((1, 1), 1.0 / size),
    )


def with_weight(limit: DistanceBlock, weight: float, frames: int) -> DistanceBlock:
    """Return a limit, or an empty one, over so many frames; the weight [1/m] is that of grown robots."""
    own = np.repeat(limit.weight, frames, axis=0)
    return limit._replace(target=np.full(own.shape, -ALLOWED_DEPTH), weight=weight * own)


def without_contact(problem: Problem) -> Problem:
    """Return a problem in which parts may pass through each other."""
    if not len(problem.costs.distance.body):
        return problem
    nothing = distance_block(problem.tree, ())
    pattern = pattern_of(problem.tree, problem.costs._replace(distance=nothing))
    return problem.asking(pattern, distance=nothing)
