"""The cost of directions between points of two bodies pointing where they are wanted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.two_bodies import (
    CARRIER_ONLY,
    Movers,
    accumulate,
    add_force,
    movers_of,
    movers_seen_from,
)
from understudy.kinematics.body_parts import BodyDirection, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree

WORLD = -1
"""Stands for the world where a body is named from which a direction is seen."""


class DirectionBlock(NamedTuple):
    """D directions over T frames."""

    body: np.ndarray  # (D, 2) bodies of start and end
    local: np.ndarray  # (D, 2, 3) [m]
    carrier: np.ndarray  # (D,) body from which a direction is seen, -1 for the world
    movers: Movers
    target: np.ndarray  # (T, D, 3) unit vectors in the carrier's frame
    weight: np.ndarray  # (T, D) [1/rad]
    reach: np.ndarray  # (D,) [rad] from which on a direction pulls no harder

    timed = ("target", "weight")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [dofs[:count] for dofs, count in zip(self.movers.dofs, self.movers.number, strict=True)]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3D,) along d − d*, as long as w θ, within reach; beyond it ½‖r‖² is Huber's cost."""
        ends = pose.body_pos[self.body] + np.einsum("deij,dej->dei", pose.body_mat[self.body], self.local)
        vector = ends[:, 1] - ends[:, 0]
        turns = np.where((self.carrier >= 0)[:, None, None], pose.body_mat[self.carrier], np.eye(3))
        wanted = np.einsum("dij,dj->di", turns, self.target[frame])
        off = vector / np.linalg.norm(vector, axis=1, keepdims=True) - wanted
        chord = np.maximum(np.linalg.norm(off, axis=1), 1e-300)
        theta = 2.0 * np.arcsin(np.minimum(1.0, 0.5 * chord))
        near = np.minimum(theta, self.reach)
        length = self.weight[frame] * np.sqrt(near * (2.0 * theta - near))
        return (off * (length / chord)[:, None]).ravel()


def direction_block(
    tree: Tree,
    directions: Sequence[BodyDirection],
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    reach: np.ndarray | None = None,
) -> DirectionBlock:
    """Return a block of directions; see ``DirectionBlock`` for shapes."""
    target = np.tile([1.0, 0.0, 0.0], (1, len(directions), 1)) if target is None else target
    return DirectionBlock(
        body=index_array([(d.start.body, d.end.body) for d in directions]).reshape(-1, 2),
        local=number_array([(d.start.local, d.end.local) for d in directions], (2, 3)),
        carrier=np.full(len(directions), WORLD),
        movers=movers_of(tree, [(d.start.body, d.end.body) for d in directions]),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape[:2]) if weight is None else np.ascontiguousarray(weight),
        reach=np.full(len(directions), np.inf) if reach is None else reach,
    )


def seen_from(tree: Tree, block: DirectionBlock, carrier: np.ndarray) -> DirectionBlock:
    """Return the same directions seen from bodies (D,), which targets have to be stated in the frames of."""
    pairs = [(int(start), int(end)) for start, end in block.body]
    return block._replace(
        carrier=np.asarray(carrier, dtype=np.int64), movers=movers_seen_from(tree, pairs, carrier.tolist())
    )


@fused_inner_kernel
def add_directions(
    tree: Tree,
    pose: Pose,
    block: DirectionBlock,
    frame: int,
    reference: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    wrench: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add directions' residuals to the normal equations; unless ``whole``, forces at both ends do instead.

    r = w f(c) (d − d*) with c = d·d* and f = θ / (2 sin θ/2), so that ‖r‖ = w θ, the angle itself:
    unlike the plain difference it pulls as hard at 170° as at 10°. Beyond its reach ρ a direction costs
    w² (ρθ − ½ρ²) (Huber): one that cannot be met pulls no harder than at ρ, so that it does not drag along
    what can be.
    """
    cost = 0.0
    pos, mat, axes, anchors = pose.body_pos, pose.body_mat, pose.dof_axis, pose.dof_anchor
    turns, local, reach, target = tree.dof_turns, block.local, block.reach, block.target
    dofs, sides = block.movers.dofs, block.movers.side
    for i in range(block.body.shape[0]):
        w = block.weight[frame, i]
        if w == 0.0:
            continue
        a, b = block.body[i, 0], block.body[i, 1]
        l0, l1, l2 = local[i, 0, 0], local[i, 0, 1], local[i, 0, 2]
        s0 = pos[a, 0] + mat[a, 0, 0] * l0 + mat[a, 0, 1] * l1 + mat[a, 0, 2] * l2
        s1 = pos[a, 1] + mat[a, 1, 0] * l0 + mat[a, 1, 1] * l1 + mat[a, 1, 2] * l2
        s2 = pos[a, 2] + mat[a, 2, 0] * l0 + mat[a, 2, 1] * l1 + mat[a, 2, 2] * l2
        l0, l1, l2 = local[i, 1, 0], local[i, 1, 1], local[i, 1, 2]
        e0 = pos[b, 0] + mat[b, 0, 0] * l0 + mat[b, 0, 1] * l1 + mat[b, 0, 2] * l2
        e1 = pos[b, 1] + mat[b, 1, 0] * l0 + mat[b, 1, 1] * l1 + mat[b, 1, 2] * l2
        e2 = pos[b, 2] + mat[b, 2, 0] * l0 + mat[b, 2, 1] * l1 + mat[b, 2, 2] * l2
        v0, v1, v2 = e0 - s0, e1 - s1, e2 - s2
        inverse = 1.0 / math.sqrt(v0 * v0 + v1 * v1 + v2 * v2)
        d0, d1, d2 = v0 * inverse, v1 * inverse, v2 * inverse
        t0, t1, t2 = target[frame, i, 0], target[frame, i, 1], target[frame, i, 2]
        carrier = block.carrier[i]
        if carrier >= 0:
            m = mat[carrier]
            t0, t1, t2 = (
                m[0, 0] * t0 + m[0, 1] * t1 + m[0, 2] * t2,
                m[1, 0] * t0 + m[1, 1] * t1 + m[1, 2] * t2,
                m[2, 0] * t0 + m[2, 1] * t1 + m[2, 2] * t2,
            )
        x0, x1, x2 = d0 - t0, d1 - t1, d2 - t2
        chord = math.sqrt(x0 * x0 + x1 * x1 + x2 * x2)
        theta, f, df = chord, 1.0, -1.0 / 12.0
        if chord > 1e-4:
            theta = 2.0 * math.asin(min(1.0, 0.5 * chord))
            f = theta / chord
            # The chord is twice the sine of half the angle.
            cosine = math.sqrt(max(1.0 - 0.25 * chord * chord, 0.0))
            sine = max(chord * cosine, 1e-9)
            df = -(chord - theta * cosine) / (sine * chord * chord)
        if theta > reach[i]:
            cost += w * w * reach[i] * (theta - 0.5 * reach[i])
            w *= math.sqrt(reach[i] / theta)
        else:
            cost += 0.5 * w * w * theta * theta
        r0, r1, r2 = w * f * x0, w * f * x1, w * f * x2
        if not whole:
            # The cost's slope by the way from start to end, across it.
            stretch = w * df * (r0 * x0 + r1 * x1 + r2 * x2)
            g0, g1, g2 = w * f * r0 + stretch * t0, w * f * r1 + stretch * t1, w * f * r2 + stretch * t2
            if carrier >= 0:
                # The slope by the target, which turns with its carrier.
                h0, h1, h2 = stretch * d0 - w * f * r0, stretch * d1 - w * f * r1, stretch * d2 - w * f * r2
                wrench[carrier, 0] += t1 * h2 - t2 * h1
                wrench[carrier, 1] += t2 * h0 - t0 * h2
                wrench[carrier, 2] += t0 * h1 - t1 * h0
            along = g0 * d0 + g1 * d1 + g2 * d2
            g0, g1, g2 = inverse * (g0 - along * d0), inverse * (g1 - along * d1), inverse * (g2 - along * d2)
            add_force(wrench[b], e0 - reference[0], e1 - reference[1], e2 - reference[2], g0, g1, g2)
            add_force(wrench[a], s0 - reference[0], s1 - reference[1], s2 - reference[2], -g0, -g1, -g2)
            continue
        count = block.movers.number[i]
        for k in range(count):
            dof, side = dofs[i, k], sides[i, k]
            a0, a1, a2 = axes[dof, 0], axes[dof, 1], axes[dof, 2]
            sign = 1.0
            if side == CARRIER_ONLY:
                b0, b1, b2 = a1 * t2 - a2 * t1, a2 * t0 - a0 * t2, a0 * t1 - a1 * t0
                bend = w * df * (b0 * d0 + b1 * d1 + b2 * d2)
                columns[k, 0] = bend * x0 - w * f * b0
                columns[k, 1] = bend * x1 - w * f * b1
                columns[k, 2] = bend * x2 - w * f * b2
                continue
            if turns[dof] == 1:
                if side == 0:
                    y0, y1, y2 = v0, v1, v2
                elif side == 1:
                    y0, y1, y2 = e0 - anchors[dof, 0], e1 - anchors[dof, 1], e2 - anchors[dof, 2]
                else:
                    y0, y1, y2 = anchors[dof, 0] - s0, anchors[dof, 1] - s1, anchors[dof, 2] - s2
                a0, a1, a2 = a1 * y2 - a2 * y1, a2 * y0 - a0 * y2, a0 * y1 - a1 * y0
            elif side == 2:
                sign = -1.0
            a0, a1, a2 = sign * inverse * a0, sign * inverse * a1, sign * inverse * a2
            along = a0 * d0 + a1 * d1 + a2 * d2
            a0, a1, a2 = a0 - along * d0, a1 - along * d1, a2 - along * d2
            bend = w * df * (a0 * t0 + a1 * t1 + a2 * t2)
            columns[k, 0] = w * f * a0 + bend * x0
            columns[k, 1] = w * f * a1 + bend * x1
            columns[k, 2] = w * f * a2 + bend * x2
        accumulate(count, dofs[i], columns, r0, r1, r2, tree.variable, slope, gradient, hessian)
    return cost
