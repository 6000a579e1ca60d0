"""The cost of two bodies being nearer to each other than they should, or at another distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.two_bodies import (
    Movers,
    accumulate,
    difference_columns,
    movers_of,
    place_point,
)
from understudy.kinematics.body_parts import BodyCapsule, index_array, number_array
from understudy.kinematics.compilation import lean_inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree

SOFTNESS = 0.008
"""Gap [m] below which bodies push each other away, in full from that deep in each other on."""

SLACK = 0.02
"""Distance [m] by which bodies may move before pairs that are near each other are looked for again."""

ANYWHERE = 1e9
"""A lever [m] after whose least turn pairs are looked for again."""

CROSSING = 1e-9
"""Distance [m] of two lines at which they have no side of their own to be pushed to."""

AT_LEAST, EXACTLY, GROUP = 0, 1, 2
"""Whether a pair keeps at least its distance, or exactly that; or is balls around those that follow it."""


class DistanceBlock(NamedTuple):
    """N pairs of capsules, of P pairs of bodies, over T frames; C of their targets differ.

    Pairs that keep at least their distance may stand in groups, and groups in groups: where two balls around
    all capsules of a group are apart, the pairs in it are passed over.
    """

    body: np.ndarray  # (N, 2), unsigned since kernels then need not look for negative ones
    local: np.ndarray  # (N, 2, 2, 3) [m] both ends of both capsules' lines
    ball: np.ndarray  # (N, 2) the balls around both capsules or groups of them, unsigned
    radius: np.ndarray  # (N,) [m] sum of both radii
    extent: np.ndarray  # (N,) [m] of both lines from their middles: farther pairs are not looked at
    kind: np.ndarray  # (N,) AT_LEAST, EXACTLY or GROUP
    after: np.ndarray  # (N,) the pair to go on with after one that is passed over, with all of its group
    mover: np.ndarray  # (N,) row of ``movers``
    column: np.ndarray  # (N,) column of ``target`` and ``weight``
    ball_body: np.ndarray  # (K,)
    ball_local: np.ndarray  # (K, 3) [m] centres of the balls
    lever: np.ndarray  # (V,) [m/rad] by which a degree of freedom moves any point of these bodies at most
    movers: Movers  # of P pairs
    target: np.ndarray  # (T, C) [m] between the surfaces
    weight: np.ndarray  # (T, C) [1/m]

    timed = ("target", "weight")

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of pairs and of balls, for which buffers are needed."""
        return len(self.ball), len(self.ball_body)

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [dofs[:count] for dofs, count in zip(self.movers.dofs, self.movers.number, strict=True)]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (N,): w d for a gap too much d; where only too little costs −w d, rounded off within ±δ.

        There it is w (δ − d)² / 4δ, which meets 0 at δ and −w d at −δ without a kink.
        """
        weight = self.weight[frame, self.column]
        gap = self.distances(pose.body_pos, pose.body_mat) - self.radius - self.target[frame, self.column]
        rounded = np.clip(SOFTNESS - gap, 0.0, 2.0 * SOFTNESS) ** 2 / (4.0 * SOFTNESS)
        short = weight * np.where(gap < -SOFTNESS, -gap, rounded)
        return np.select([self.kind == EXACTLY, self.kind == AT_LEAST], [weight * gap, short], 0.0)

    def distances(self, body_pos: np.ndarray, body_mat: np.ndarray) -> np.ndarray:
        """Return distances (N,) [m] of the capsules' lines, of bodies at (B, 3) [m] turned by (B, 3, 3)."""
        turned = np.einsum("neij,nekj->neki", body_mat[self.body], self.local)
        return _least_distances(body_pos[self.body][:, :, None] + turned)


def _least_distances(ends: np.ndarray) -> np.ndarray:
    """Return the distances (N,) [m] of pairs of lines (N, 2, 2, 3): the least of all ways to choose points.

    Written apart from the kernel, which it is there to check: an interior pair of points where there is
    one, else the best of the four ends against the other line.
    """
    one, other = ends[:, 0], ends[:, 1]
    found = [
        np.linalg.norm(end - _nearest_on(line, end), axis=1)
        for line, points in ((other, one), (one, other))
        for end in (points[:, 0], points[:, 1])
    ]
    u, v, w = one[:, 1] - one[:, 0], other[:, 1] - other[:, 0], one[:, 0] - other[:, 0]
    uu, vv, uv, uw, vw = (np.einsum("ni,ni->n", a, b) for a, b in ((u, u), (v, v), (u, v), (u, w), (v, w)))
    across = uu * vv - uv * uv
    skew = across > 1e-12 * np.maximum((uu + vv) ** 2, 1e-300)
    safe = np.where(skew, across, 1.0)
    s, t = (uv * vw - vv * uw) / safe, (uu * vw - uv * uw) / safe
    within = skew & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    between = np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1)
    return np.minimum(np.min(found, axis=0), np.where(within, between, np.inf))


def _nearest_on(line: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return the points (N, 3) of lines (N, 2, 3) that are nearest to points (N, 3)."""
    along = line[:, 1] - line[:, 0]
    length = np.maximum(np.einsum("ni,ni->n", along, along), 1e-300)
    share = np.clip(np.einsum("ni,ni->n", point - line[:, 0], along) / length, 0.0, 1.0)
    return line[:, 0] + share[:, None] * along


def distance_block(
    tree: Tree,
    pairs: Sequence[tuple[BodyCapsule, BodyCapsule]],
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    kind: np.ndarray | None = None,
) -> DistanceBlock:
    """Return a block of pairs of capsules; see ``DistanceBlock`` for shapes. At least is the default kind."""
    count = len(pairs)
    bodies = [(one.body, other.body) for one, other in pairs]
    lines = [((one.start, one.end), (other.start, other.end)) for one, other in pairs]
    lengths = [sum(float(np.linalg.norm(c.end - c.start)) for c in pair) for pair in pairs]
    target = np.zeros((1, count)) if target is None else target
    local = number_array(lines, (2, 2, 3))
    return DistanceBlock(
        body=np.array(bodies, dtype=np.uint32).reshape(-1, 2),
        local=local,
        ball=np.arange(2 * count, dtype=np.uint32).reshape(-1, 2),
        radius=number_array([one.radius + other.radius for one, other in pairs], ()),
        extent=0.5 * number_array(lengths, ()),
        kind=np.full(count, AT_LEAST) if kind is None else index_array(list(kind)),
        after=np.arange(1, count + 1),
        mover=np.arange(count),
        column=np.arange(count),
        ball_body=np.array(bodies, dtype=np.uint32).reshape(-1),
        ball_local=local.mean(axis=2).reshape(-1, 3),
        lever=np.full(len(tree.variable), ANYWHERE if count else 0.0),
        movers=movers_of(tree, bodies, turns_both=False),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape) if weight is None else np.ascontiguousarray(weight),
    )


@lean_inner_kernel
def nearest_points(ends: np.ndarray, start: np.ndarray, end: np.ndarray) -> None:
    """Write the nearest points (3,) of two lines, ``ends`` (2, 2, 3): of the first and of the second.

    The first line's point is found for the infinite second line and kept within its ends, the second's
    for that point, and then the first's once more where the second's had to be kept within its own.
    """
    uu, vv, uv, uw, vw = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(3):
        u, v, w = ends[0, 1, i] - ends[0, 0, i], ends[1, 1, i] - ends[1, 0, i], ends[0, 0, i] - ends[1, 0, i]
        uu += u * u
        vv += v * v
        uv += u * v
        uw += u * w
        vw += v * w
    across = uu * vv - uv * uv
    s = (uv * vw - vv * uw) / across if across > 1e-12 * uu * vv else 0.5
    s = min(max(s, 0.0), 1.0)
    t = (uv * s + vw) / vv if vv > 0.0 else 0.0
    if t < 0.0 or t > 1.0 or vv == 0.0:
        t = min(max(t, 0.0), 1.0)
        s = min(max((uv * t - uw) / uu, 0.0), 1.0) if uu > 0.0 else 0.0
    for i in range(3):
        start[i] = ends[0, 0, i] + s * (ends[0, 1, i] - ends[0, 0, i])
        end[i] = ends[1, 0, i] + t * (ends[1, 1, i] - ends[1, 0, i])


@lean_inner_kernel
def _side(ends: np.ndarray, start: np.ndarray, end: np.ndarray, distance: float) -> None:
    """Write into ``end`` (3,) the unit vector from ``start`` to it; across both lines where they cross."""
    norm = distance
    for i in range(3):
        end[i] -= start[i]
    if distance < CROSSING:
        norm = 0.0
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            u_j, u_k = ends[0, 1, j] - ends[0, 0, j], ends[0, 1, k] - ends[0, 0, k]
            v_j, v_k = ends[1, 1, j] - ends[1, 0, j], ends[1, 1, k] - ends[1, 0, k]
            end[i] = u_j * v_k - u_k * v_j
            norm += end[i] * end[i]
        norm = math.sqrt(norm)
    for i in range(3):
        end[i] = end[i] / norm if norm > 0.0 else 0.0


@lean_inner_kernel
def is_felt(block: DistanceBlock, frame: int) -> bool:
    """Tell whether any pair has a weight in a frame."""
    total = 0.0
    for column in range(block.weight.shape[1]):
        total += block.weight[frame, column]
    return total > 0.0


@lean_inner_kernel
def note_near_pairs(
    pose: Pose, block: DistanceBlock, frame: int, balls: np.ndarray, near: np.ndarray, gaps: np.ndarray
) -> None:
    """Write into ``near`` (N + 1,) how many pairs may be felt before anything moves by ``SLACK``, and which.

    ``gaps`` (N + 1,) receives how far apart [m] these are at least; ``balls`` (K, 3) is a buffer.
    """
    for k in range(block.ball_body.shape[0]):
        body = block.ball_body[k]
        for i in range(3):
            balls[k, i] = pose.body_pos[body, i]
            for j in range(3):
                balls[k, i] += pose.body_mat[body, i, j] * block.ball_local[k, j]
    n, count = 0, 0
    while n < block.ball.shape[0]:
        kind, column, one, other = block.kind[n], block.column[n], block.ball[n, 0], block.ball[n, 1]
        x, y, z = (
            balls[one, 0] - balls[other, 0],
            balls[one, 1] - balls[other, 1],
            balls[one, 2] - balls[other, 2],
        )
        apart = x * x + y * y + z * z
        reach = block.extent[n] + block.radius[n] + block.target[frame, column]
        farthest = reach + SOFTNESS + SLACK
        if block.weight[frame, column] == 0.0 or (
            kind != EXACTLY and (farthest <= 0.0 or apart > farthest * farthest)
        ):
            n = block.after[n]
            continue
        if kind != GROUP:
            count += 1
            near[count] = n
            gaps[count] = math.sqrt(apart) - reach if kind == AT_LEAST else -np.inf
        n += 1
    near[0] = count


@lean_inner_kernel
def add_distances(
    tree: Tree,
    pose: Pose,
    block: DistanceBlock,
    frame: int,
    near: np.ndarray,
    gaps: np.ndarray,
    slack: float,
    ends: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add the residuals of the pairs in ``near``; ``ends`` (2, 2, 3), ``start`` and ``end`` (3,) are buffers.

    A pair is passed over while bodies have moved less than its gap since it was last looked at.

    The distance's derivative is that of its nearest points held fixed on their bodies (Danskin), along the
    line between them. Where only too little costs, the missing curvature is added as for the floor.
    """
    cost = 0.0
    movers = block.movers
    moved = SLACK - slack if slack != 0.0 else 0.0
    for k in range(1, near[0] + 1):
        if gaps[k] - moved > SOFTNESS:
            continue
        n = near[k]
        kind, w = block.kind[n], block.weight[frame, block.column[n]]
        allowed = block.radius[n] + block.target[frame, block.column[n]]
        for e in range(2):
            body = block.body[n, e]
            for c in range(2):
                place_point(pose.body_pos[body], pose.body_mat[body], block.local[n, e, c], ends[e, c])
        nearest_points(ends, start, end)
        distance = 0.0
        for i in range(3):
            distance += (end[i] - start[i]) ** 2
        distance = math.sqrt(distance)
        gap = distance - allowed
        if kind == AT_LEAST:
            gaps[k] = gap + moved
            if gap >= SOFTNESS:
                continue
            residual, slant, stiff = -w * gap, -w, w * w
            if gap > -SOFTNESS:
                slant = 0.5 * w * (gap / SOFTNESS - 1.0)
                residual = 0.5 * slant * (gap - SOFTNESS)
                stiff = slant * slant + residual * 0.5 * w / SOFTNESS
        else:
            residual, slant, stiff = w * gap, w, w * w
        cost += 0.5 * residual * residual
        row = block.mover[n]
        count = movers.number[row]
        difference_columns(
            tree.dof_turns, pose.dof_axis, pose.dof_anchor, count, movers.dofs[row], movers.side[row], start,
            end, columns,
        )  # fmt: skip
        _side(ends, start, end, distance)
        # One row a pair, of length √stiff, in the first of three; the residual scaled so that Jᵀr is right.
        scale = math.sqrt(stiff)
        for c in range(count):
            along = 0.0
            for i in range(3):
                along += columns[c, i] * end[i]
            columns[c, 0], columns[c, 1], columns[c, 2] = scale * along, 0.0, 0.0
        accumulate(
            count, movers.dofs[row], columns, residual * slant / scale, 0.0, 0.0, tree.variable, slope,
            gradient, hessian,
        )  # fmt: skip
    return cost
