"""The cost of two bodies being nearer to each other than they should, or at another distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.contact import (
    Contact,
    apart_as_seen,
    line_to_ball,
    place_capsule,
    relative_move,
)
from understudy.kinematics.blocks.lines import least_distances, nearest_points, side_of
from understudy.kinematics.blocks.soft_wall import soft_wall, soft_wall_costs
from understudy.kinematics.blocks.two_bodies import START_ONLY, Movers, add_force, movers_of, place_point
from understudy.kinematics.body_parts import BodyCapsule, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.levers import ball_around, levers
from understudy.kinematics.normal_equations import add_product
from understudy.kinematics.tree import Tree

SOFTNESS = 0.006
"""Softness [m] of pairs of bodies as long as nobody sets another, see ``DistanceBlock``."""

AHEAD, GENTLE = 0.012, 0.3
"""Gap [m] below which bodies begin to give way to each other as long as nobody sets another, see
``DistanceBlock``, and how stiffly beside that [1]."""

AT_LEAST, EXACTLY = 0, 1
"""Whether bodies keep at least their distance, or exactly that."""

EVERY = -1
"""Count of a frame in which all pairs are looked at."""

CapsulePair = tuple[BodyCapsule, BodyCapsule]


class DistanceBlock(NamedTuple):
    """P pairs of bodies over T frames, with N pairs of K capsules; C of their targets differ.

    Pairs of capsules that follow each other and share the first capsule are one of M bundles.

    A joint moves a body by no more than its lever times how far it turns. So a distance that was seen once
    tells until when a pair need not be looked at again; see ``add_distances``.
    """

    body: np.ndarray  # (P, 2), unsigned since kernels then need not look for negative ones
    way: np.ndarray  # (P, 2) places in ``Contact.moved`` of what moves one against the other, unsigned
    kind: np.ndarray  # (P,) AT_LEAST or EXACTLY
    column: np.ndarray  # (P,) column of ``target`` and ``weight``
    softness: np.ndarray  # (P,) [m] gap below which bodies push in earnest; in full from that deep in on
    ahead: np.ndarray  # (P,) [m] gap, no less than that, below which they begin to give way to each other
    first: np.ndarray  # (P + 1,) its first pair of capsules; the next one's first follows its last
    bundle: np.ndarray  # (P + 1,) and its first bundle
    bundle_first: np.ndarray  # (M + 1,) the first pair of capsules of a bundle
    bundle_reach: np.ndarray  # (M,) [m] how far from the middle of the second body's ball capsules reach
    movers: Movers  # of P pairs
    ball: np.ndarray  # (B, 3) [m] centre of a ball around all capsules of a body, in its frame
    reach: np.ndarray  # (B,) [m] the ball's radius, 0 of bodies without capsules
    lever: np.ndarray  # (B, D) [m/rad] by which a degree of freedom in ``Tree.chain`` moves the ball at most
    local: np.ndarray  # (K, 2, 3) [m] both ends of a capsule's line, in the frame of its body
    line: np.ndarray  # (K, 2, 3) [m] the same line's middle, and half of the way from end to end
    capsule: np.ndarray  # (N, 2) rows of ``local``, unsigned
    radius: np.ndarray  # (N,) [m] sum of both radii
    row: np.ndarray  # (N,) the pair of bodies to which each pair of capsules belongs
    target: np.ndarray  # (T, C) [m] between the surfaces
    weight: np.ndarray  # (T, C) [1/m]
    listed: np.ndarray  # (T, L) pairs of capsules that are near, see ``near_pairs``
    listed_count: np.ndarray  # (T,) how many of these count, EVERY: all pairs do

    timed = ("target", "weight")

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Numbers of pairs of bodies, bundles, pairs of capsules, and capsules, all of which have buffers."""
        return len(self.body), len(self.bundle_reach), len(self.capsule), len(self.local)

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [dofs[:count] for dofs, count in zip(self.movers.dofs, self.movers.number, strict=True)]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (N,): w d for a gap too much d; where only too little costs, ½r² is ``push`` of it."""
        column = self.column[self.row]
        gap = self.distances(pose.body_pos, pose.body_mat) - self.radius - self.target[frame, column]
        ahead = self.ahead[self.row]
        short = np.maximum(ahead - gap, 0.0) / ahead
        costs = soft_wall_costs(gap, self.softness[self.row]) + 0.5 * (0.25 * GENTLE * ahead * short**2) ** 2
        root = np.where(self.kind[self.row] == EXACTLY, gap, np.sqrt(2.0 * costs))
        return self.weight[frame, column] * root

    def distances(self, body_pos: np.ndarray, body_mat: np.ndarray) -> np.ndarray:
        """Return distances (N,) [m] of the capsules' lines, of bodies at (B, 3) [m] turned by (B, 3, 3)."""
        body = self.body[self.row]
        turned = np.einsum("neij,nekj->neki", body_mat[body], self.local[self.capsule])
        return least_distances(body_pos[body][:, :, None] + turned)


def distance_block(
    tree: Tree,
    pairs: Sequence[CapsulePair],
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    kind: np.ndarray | None = None,
) -> DistanceBlock:
    """Return a block of pairs of capsules; see ``DistanceBlock`` for shapes. At least is the default kind."""
    block = grouped_distance_block(tree, [[pair] for pair in pairs])
    target = np.zeros((1, len(pairs))) if target is None else target
    return block._replace(
        kind=block.kind if kind is None else index_array(list(kind)),
        column=np.arange(len(pairs)),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape) if weight is None else np.ascontiguousarray(weight),
    )


def grouped_distance_block(tree: Tree, groups: Sequence[Sequence[CapsulePair]]) -> DistanceBlock:
    """Return a block of which each group has all pairs of capsules of the same two bodies, at least one.

    All share one target and one weight, both 0 as long as nobody sets them.
    """
    bodies = [(group[0][0].body, group[0][1].body) for group in groups]
    pairs = [pair for group in groups for pair in group]
    capsules = list({id(capsule): capsule for pair in pairs for capsule in pair}.values())
    place = {id(capsule): index for index, capsule in enumerate(capsules)}
    by_body: dict[int, list[BodyCapsule]] = {}
    for capsule in capsules:
        by_body.setdefault(capsule.body, []).append(capsule)
    balls = {body: ball_around(own) for body, own in by_body.items()}
    centre, reach = np.zeros((len(tree.body_parent), 3)), np.zeros(len(tree.body_parent))
    for body, (middle, radius) in balls.items():
        centre[body], reach[body] = middle, radius
    ends = number_array([(capsule.start, capsule.end) for capsule in capsules], (2, 3))
    numbers = np.array([(place[id(a)], place[id(b)]) for a, b in pairs], dtype=np.uint32).reshape(-1, 2)
    radius = number_array([a.radius + b.radius for a, b in pairs], ())
    first = np.cumsum([0, *(len(group) for group in groups)])
    return DistanceBlock(
        body=np.array(bodies, dtype=np.uint32).reshape(-1, 2),
        way=np.array([_ways(tree, *pair) for pair in bodies], dtype=np.uint32).reshape(-1, 2),
        kind=np.full(len(groups), AT_LEAST),
        column=np.zeros(len(groups), dtype=np.int64),
        softness=np.full(len(groups), SOFTNESS),
        ahead=np.full(len(groups), AHEAD),
        first=first,
        **_bundles(first, numbers, radius, ends, centre[[pair[1].body for pair in pairs]]),
        movers=movers_of(tree, bodies, turns_both=False),
        ball=centre,
        reach=reach,
        lever=levers(tree, balls),
        local=ends,
        line=np.stack([0.5 * (ends[:, 1] + ends[:, 0]), 0.5 * (ends[:, 1] - ends[:, 0])], axis=1),
        capsule=numbers,
        radius=radius,
        row=np.repeat(np.arange(len(groups)), np.diff(first)),
        target=np.zeros((1, 1)),
        weight=np.zeros((1, 1)),
        listed=np.zeros((1, 0), dtype=np.int64),
        listed_count=np.full(1, EVERY, dtype=np.int64),
    )


def _bundles(
    first: np.ndarray, capsule: np.ndarray, radius: np.ndarray, ends: np.ndarray, middle: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the fields of ``DistanceBlock`` that tell of bundles, of N pairs of capsules.

    Args:
        first: (P + 1,) first pairs of pairs of bodies.
        capsule: (N, 2) capsules of each pair.
        radius: (N,) [m] sums of radii.
        ends: (K, 2, 3) [m] of the capsules' lines.
        middle: (N, 3) [m] of the ball around the second body, in whose frame its capsules are.
    """
    begins = np.ones(len(capsule), dtype=bool)
    begins[1:] = capsule[1:, 0] != capsule[:-1, 0]
    begins[first[:-1]] = True
    starts = np.flatnonzero(begins)
    reach = np.linalg.norm(ends[capsule[:, 1]] - middle[:, None], axis=2).max(axis=1, initial=0.0) + radius
    return {
        "bundle": np.searchsorted(starts, first),
        "bundle_first": np.append(starts, len(capsule)),
        "bundle_reach": np.maximum.reduceat(reach, starts) if len(starts) else np.zeros(0),
    }


def _ways(tree: Tree, one: int, other: int) -> tuple[int, int]:
    """Return where ``Contact.moved`` has how far two bodies were moved by what moves only one of them."""
    shorter = min(tree.chain_count[one], tree.chain_count[other])
    same = tree.chain[one, :shorter] == tree.chain[other, :shorter]
    shared = int(shorter if same.all() else same.argmin())
    width = tree.chain.shape[1] + 1
    return one * width + shared, other * width + shared


@fused_inner_kernel
def push(gap: float, softness: float, ahead: float) -> tuple[float, float, float]:
    """Return what a gap [m] costs where only too little does, at a weight of 1, its slope and curvature.

    Two springs. The firm one keeps bodies apart. The gentle one, r = s² / 4 of what the gap is short of
    ``ahead`` [m], as a share of that, lets them slow down before they touch.
    """
    cost, slope, curvature = soft_wall(gap, softness)
    short = (ahead - gap) / ahead
    if short > 0.0:
        square = (0.25 * GENTLE * ahead * short) ** 2
        cost += 0.5 * square * short * short
        slope -= 2.0 * square * short / ahead
        curvature += 6.0 * square / (ahead * ahead)
    return cost, slope, curvature


@fused_inner_kernel
def is_felt(block: DistanceBlock, frame: int) -> bool:
    """Tell whether any pair has a weight in a frame."""
    total = 0.0
    for column in range(block.weight.shape[1]):
        total += block.weight[frame, column]
    return total > 0.0


@fused_inner_kernel
def add_distances(
    tree: Tree,
    pose: Pose,
    block: DistanceBlock,
    frame: int,
    reference: np.ndarray,
    twist: np.ndarray,
    contact: Contact,
    wrench: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
    margin: float,
) -> float:
    """Add the residuals of all pairs.

    How far two bodies are apart when they are looked at, and how far their joints had moved them by then, is
    noted as a sum in ``Contact.due_row``. That sum less how far they have been moved by now is how far they
    are apart at least: while that is more than is felt, they are passed over. Else it is found how far one
    has really moved against the other, and the same is asked of the nearest of their capsules, then of each
    pair of them.

    The distance's derivative is that of its nearest points held fixed on their bodies (Danskin), along the
    line between them. Where only too little costs, the missing curvature is added as for the floor.

    Args:
        tree: The tree.
        pose: Its pose.
        block: The pairs.
        frame: The row of targets.
        reference: (3,) [m] the point at which twists and wrenches are taken.
        twist: (V, 6) of each degree of freedom, by the variable that drives it.
        contact: Buffers and what is remembered.
        wrench: (B, 6) receives the forces on both bodies, unless ``whole``.
        whole: Whether to add to the normal equations instead.
        gradient: (V,) receives Jᵀr.
        hessian: (V, V) receives the lower triangle of JᵀJ.
        margin: Distance [m] beyond what is felt within which pairs of capsules are noted, where there is room
            for that in ``contact.noted``; how many there are is in ``contact.near``, also where that is more.
    """
    cost = 0.0
    contact.near[0] = 0
    moved, due, due_row = contact.moved, contact.due, contact.due_row
    gone, seen, noted = contact.gone, contact.seen, contact.noted
    contact.time[0] += 1
    farthest = -np.inf
    for column in range(block.target.shape[1]):
        farthest = max(farthest, block.target[frame, column])
    for row in range(block.body.shape[0]):
        so_far = moved[block.way[row, 0]] + moved[block.way[row, 1]]
        if due_row[row] - so_far > farthest + block.ahead[row] + margin:
            continue
        w, target = block.weight[frame, block.column[row]], block.target[frame, block.column[row]]
        one, other, exact = block.body[row, 0], block.body[row, 1], block.kind[row] == EXACTLY
        felt = target + block.ahead[row] + margin
        if w == 0.0:
            continue
        first, stop = block.first[row], block.first[row + 1]
        gone[row] += relative_move(pose, block, one, other, seen[row])
        if not exact and contact.soonest[row] - gone[row] > felt:
            due_row[row] = contact.soonest[row] - gone[row] + so_far
            continue
        if stop > first + 1 and not exact:
            apart = apart_as_seen(seen[row], block.ball[one]) - block.reach[one] - block.reach[other]
            if apart > felt:
                due_row[row] = apart + so_far
                continue
        soonest = np.inf
        place_point(pose.body_pos[other], pose.body_mat[other], block.ball[other], contact.middle)
        for m in range(block.bundle[row], block.bundle[row + 1]):
            if not exact and contact.due_bundle[m] - gone[row] > felt:
                soonest = min(soonest, contact.due_bundle[m])
                continue
            begin, after = block.bundle_first[m], block.bundle_first[m + 1]
            first_line = block.capsule[begin, 0]
            place_capsule(pose, block, one, first_line, contact)
            line = contact.placed[first_line]
            if after > begin + 1 and not exact:
                apart = line_to_ball(line, contact.middle) - block.bundle_reach[m]
                if apart > felt:
                    contact.due_bundle[m] = apart + gone[row]
                    soonest = min(soonest, contact.due_bundle[m])
                    continue
            nearest = np.inf
            for n in range(begin, after):
                if not exact and due[n] - gone[row] > felt:
                    nearest = min(nearest, due[n])
                    continue
                second_line = block.capsule[n, 1]
                place_capsule(pose, block, other, second_line, contact)
                other_line = contact.placed[second_line]
                enough = np.inf if exact else felt + block.radius[n]
                distance = nearest_points(line, other_line, enough, contact.start, contact.end)
                due[n] = distance - block.radius[n] + gone[row]
                nearest = min(nearest, due[n])
                own = add_pair(
                    tree, block, row, n, distance, target, w, line, other_line, reference, twist, contact,
                    wrench, whole, gradient, hessian,
                )  # fmt: skip
                cost += own
                if noted.shape[0] > 0 and (exact or distance - block.radius[n] < felt):
                    if contact.near[0] < noted.shape[0]:
                        noted[contact.near[0], 0], noted[contact.near[0], 1] = n, own
                    contact.near[0] += 1
            contact.due_bundle[m] = nearest
            soonest = min(soonest, nearest)
        contact.soonest[row] = soonest
        due_row[row] = -np.inf if exact else soonest - gone[row] + so_far
    return cost


@fused_inner_kernel
def add_pair(
    tree: Tree,
    block: DistanceBlock,
    row: int,
    n: int,
    distance: float,
    target: float,
    weight: float,
    line: np.ndarray,
    other_line: np.ndarray,
    reference: np.ndarray,
    twist: np.ndarray,
    contact: Contact,
    wrench: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add the residual of a pair of capsules, whose nearest points ``contact`` has, and return its cost.

    Args:
        tree: The tree.
        block: The pairs.
        row: The pair of bodies.
        n: The pair of capsules.
        distance: [m] of their lines.
        target: [m] of their surfaces.
        weight: [1/m].
        line: (2, 3) of the first one.
        other_line: (2, 3) of the other one.
        reference: See :func:`add_distances`, as for all that follows.
        twist: (V, 6).
        contact: Buffers.
        wrench: (B, 6).
        whole: Whether to add to the normal equations.
        gradient: (V,).
        hessian: (V, V).
    """
    gap, ahead, start, end = distance - block.radius[n] - target, block.ahead[row], contact.start, contact.end
    if block.kind[row] == EXACTLY:
        half_square, slant, stiff = 0.5 * gap * gap, gap, 1.0
    elif gap < ahead:
        half_square, slant, stiff = push(gap, block.softness[row], ahead)
    else:
        return 0.0
    side_of(line[1], other_line[1], start, end, distance)
    x, y, z = start[0] - reference[0], start[1] - reference[1], start[2] - reference[2]
    if whole:
        # One row of length √stiff; the residual is scaled so that Jᵀr is right.
        scale = weight * math.sqrt(stiff)
        _accumulate(
            block.movers, row, twist, x, y, z, end, scale, weight * weight * slant / scale, contact.columns,
            tree.variable, gradient, hessian,
        )  # fmt: skip
    else:
        one, other, push_by = block.body[row, 0], block.body[row, 1], weight * weight * slant
        fx, fy, fz = push_by * end[0], push_by * end[1], push_by * end[2]
        add_force(wrench[other], x, y, z, fx, fy, fz)
        add_force(wrench[one], x, y, z, -fx, -fy, -fz)
    return weight * weight * half_square


@fused_inner_kernel
def _accumulate(
    movers: Movers,
    row: int,
    twist: np.ndarray,
    x: float,
    y: float,
    z: float,
    side: np.ndarray,
    scale: float,
    residual: float,
    columns: np.ndarray,
    variable: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Add the residual of one distance, between points so far [m] from where twists are taken.

    ``side`` (3,) points from the first body to the second, ``scale`` is the length of the Jacobian's row;
    ``columns`` (V,) is a buffer.
    """
    m0, m1, m2 = y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]
    dofs, count = movers.dofs[row], movers.number[row]
    for a in range(count):
        dof = dofs[a]
        own = twist[dof, 0] * m0 + twist[dof, 1] * m1 + twist[dof, 2] * m2
        own += twist[dof, 3] * side[0] + twist[dof, 4] * side[1] + twist[dof, 5] * side[2]
        own *= -scale if movers.side[row, a] == START_ONLY else scale
        columns[a] = own
        va = variable[dof]
        if va < 0:
            continue
        gradient[va] += own * residual
        for b in range(a):
            add_product(va, variable[dofs[b]], own * columns[b], hessian)
        hessian[va, va] += own * own
