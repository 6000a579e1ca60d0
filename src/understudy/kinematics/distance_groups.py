"""Many pairs of capsules in groups, so that one look tells that two bodies are far from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.blocks.distance import AT_LEAST, GROUP, DistanceBlock
from understudy.kinematics.blocks.two_bodies import movers_of
from understudy.kinematics.body_parts import BodyCapsule, index_array, number_array
from understudy.kinematics.tree import POLYNOMIAL_SIZE, Tree

LONGEST_SLIDE = 1.0
"""Way [m] that no sliding joint exceeds."""


@dataclass(frozen=True, eq=False)
class CapsuleGroup:
    """Capsules of one body, halved and halved again.

    Attributes:
        shape: The only capsule, or a ball around all, as a capsule without length.
        halves: Both halves, none of a single capsule.
        reach: Radius [m] of a ball around everything, at the middle of the shape's line.
    """

    shape: BodyCapsule
    halves: tuple[CapsuleGroup, ...]
    reach: float


def group_capsules(capsules: Sequence[BodyCapsule]) -> CapsuleGroup:
    """Return capsules of one body, at least one, in halves that lie apart from each other."""
    if len(capsules) == 1:
        only = capsules[0]
        return CapsuleGroup(only, (), 0.5 * float(np.linalg.norm(only.end - only.start)) + only.radius)
    ends = np.array([(c.start, c.end) for c in capsules])
    radii = np.array([c.radius for c in capsules])
    centre, reach = _ball_around(ends.reshape(-1, 3), np.repeat(radii, 2))
    middles = ends.mean(axis=1)
    spread = middles - middles.mean(axis=0)
    along = np.linalg.svd(spread, full_matrices=False)[2][0]
    order = np.argsort(spread @ along, kind="stable")
    cut = len(capsules) // 2
    halves = tuple(group_capsules([capsules[i] for i in part]) for part in (order[:cut], order[cut:]))
    return CapsuleGroup(BodyCapsule(capsules[0].body, centre, centre, reach), halves, reach)


def _ball_around(points: np.ndarray, radii: np.ndarray) -> tuple[np.ndarray, float]:
    """Return centre (3,) and radius [m] of a ball around balls, by steps to the farthest (Bădoiu)."""
    centre = 0.5 * ((points - radii[:, None]).min(axis=0) + (points + radii[:, None]).max(axis=0))
    for step in range(2, 30):
        reach = np.linalg.norm(points - centre, axis=1) + radii
        farthest = int(reach.argmax())
        centre = centre + (points[farthest] - centre) / (2.0 * step)
    return centre, float((np.linalg.norm(points - centre, axis=1) + radii).max())


def grouped_distance_block(
    tree: Tree, groups: Mapping[int, CapsuleGroup], bodies: Sequence[tuple[int, int]]
) -> DistanceBlock:
    """Return a block in which every capsule of one body keeps away from every one of another.

    All share one target and one weight, both 0 as long as nobody sets them.

    Args:
        tree: The tree.
        groups: Body → its capsules.
        bodies: Pairs of bodies that keep away from each other.
    """
    pairs: list[tuple[CapsuleGroup, CapsuleGroup]] = []
    after: list[int] = []
    rows: list[int] = []
    for row, (one, other) in enumerate(bodies):
        _add_pairs(groups[one], groups[other], pairs, after)
        rows += [row] * (len(pairs) - len(rows))
    balls = list({id(group): group for pair in pairs for group in pair}.values())
    place = {id(group): index for index, group in enumerate(balls)}
    shapes = [(one.shape, other.shape) for one, other in pairs]
    lines = number_array([((a.start, a.end), (b.start, b.end)) for a, b in shapes], (2, 2, 3))
    halves = 0.5 * np.linalg.norm(lines[:, :, 1] - lines[:, :, 0], axis=2).sum(axis=1)
    single = np.array([not one.halves and not other.halves for one, other in pairs], dtype=bool)
    reach = number_array([one.reach + other.reach for one, other in pairs], ())
    radius = number_array([a.radius + b.radius for a, b in shapes], ())
    return DistanceBlock(
        body=np.array([(a.body, b.body) for a, b in shapes], dtype=np.uint32).reshape(-1, 2),
        local=lines,
        ball=np.array([(place[id(one)], place[id(other)]) for one, other in pairs], dtype=np.uint32).reshape(
            -1, 2
        ),
        radius=np.where(single, radius, reach),
        extent=np.where(single, halves, 0.0),
        kind=np.where(single, AT_LEAST, GROUP),
        after=index_array(after),
        mover=index_array(rows),
        column=np.zeros(len(pairs), dtype=np.int64),
        ball_body=np.array([group.shape.body for group in balls], dtype=np.uint32),
        ball_local=number_array([0.5 * (group.shape.start + group.shape.end) for group in balls], (3,)),
        lever=_levers(tree, groups),
        movers=movers_of(tree, list(bodies), turns_both=False),
        target=np.zeros((1, 1)),
        weight=np.zeros((1, 1)),
    )


def _add_pairs(
    one: CapsuleGroup,
    other: CapsuleGroup,
    pairs: list[tuple[CapsuleGroup, CapsuleGroup]],
    after: list[int],
) -> None:
    """Add a pair of groups and, behind it, the pairs of the larger one's halves with the other."""
    at = len(pairs)
    pairs.append((one, other))
    after.append(0)
    if one.halves and (not other.halves or one.reach >= other.reach):
        for half in one.halves:
            _add_pairs(half, other, pairs, after)
    elif other.halves:
        for half in other.halves:
            _add_pairs(one, half, pairs, after)
    after[at] = len(pairs)


def _levers(tree: Tree, groups: Mapping[int, CapsuleGroup]) -> np.ndarray:
    """Return (V,) how far [m] a point of these bodies moves at most, by radian or metre of a joint.

    From a joint to the farthest point that it moves lie the bodies between, each as far from the last as the
    model says. What moves all of them moves none against another.
    """
    farthest, counts = np.zeros(len(tree.body_parent)), np.zeros(len(tree.body_parent), dtype=np.int64)
    for body, group in groups.items():
        middle = 0.5 * (group.shape.start + group.shape.end)
        farthest[body], counts[body] = np.linalg.norm(middle) + group.reach, 1
    slides = np.zeros(len(tree.body_parent))
    np.add.at(slides, tree.dof_body[(tree.dof_q >= 0) & (tree.dof_turns == 0)], LONGEST_SLIDE)
    for body in range(len(tree.body_parent) - 1, 0, -1):
        parent = tree.body_parent[body]
        beyond = farthest[body] + float(np.linalg.norm(tree.body_pos[body])) + slides[body]
        farthest[parent] = max(farthest[parent], beyond if counts[body] else 0.0)
        counts[parent] += counts[body]
    anchors = np.repeat(
        np.linalg.norm(tree.joint_pos, axis=1), np.diff([*tree.joint_dof, len(tree.variable)])
    )
    from_anchor = np.where(tree.dof_turns == 1, farthest[tree.dof_body] + anchors, 1.0)
    lever = np.where((counts[tree.dof_body] == 0) | (counts[tree.dof_body] == len(groups)), 0.0, from_anchor)
    for dof, driver in enumerate(tree.variable):
        if driver >= 0 and driver != dof:
            lever[driver] += lever[dof] * float(np.abs(tree.coupling[dof]) @ np.arange(POLYNOMIAL_SIZE))
    return lever
