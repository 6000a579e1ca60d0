"""The cost of directions between points of two bodies, added straight into the normal equations.

Adds ½‖r‖² to the cost, Jᵀr to ``gradient`` and the lower triangle of JᵀJ to ``hessian`` (Gauss–Newton),
over the tree's variables. ``slope`` carries coupled joints' shares to their drivers.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kinematics.compilation import inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree


@inner_kernel
def _accumulate(
    count: int,
    dofs: np.ndarray,
    columns: np.ndarray,
    r0: float,
    r1: float,
    r2: float,
    variable: np.ndarray,
    slope: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Add one residual of three rows, whose Jacobian has ``columns`` (count, 3) at ``dofs``."""
    for a in range(count):
        va = variable[dofs[a]]
        scale = slope[dofs[a]]
        c0, c1, c2 = scale * columns[a, 0], scale * columns[a, 1], scale * columns[a, 2]
        columns[a, 0], columns[a, 1], columns[a, 2] = c0, c1, c2
        if va < 0:
            continue
        gradient[va] += c0 * r0 + c1 * r1 + c2 * r2
        for b in range(a):
            vb = variable[dofs[b]]
            value = c0 * columns[b, 0] + c1 * columns[b, 1] + c2 * columns[b, 2]
            if va > vb:
                if vb >= 0:
                    hessian[va, vb] += value
            elif va == vb:
                hessian[va, va] += 2.0 * value
            else:
                hessian[vb, va] += value
        hessian[va, va] += c0 * c0 + c1 * c1 + c2 * c2


@inner_kernel
def add_directions(
    tree: Tree,
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    reach: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add directions' residuals, targets (D, 3) unit vectors, weights (D,) [1/rad], reaches (D,) [rad].

    r = w f(c) (d − d*) with c = d·d* and f = θ / (2 sin θ/2), so that ‖r‖ = w θ, the angle itself:
    unlike the plain difference it pulls as hard at 170° as at 10°. Beyond its reach ρ a direction costs
    w² (ρθ − ½ρ²) (Huber): one that cannot be met pulls no harder than at ρ, so that it does not drag along
    what can be.
    """
    cost = 0.0
    pos, mat, axes, anchors = pose.body_pos, pose.body_mat, pose.dof_axis, pose.dof_anchor
    turns = tree.dof_turns
    for i in range(tasks.direction_body.shape[0]):
        w = weight[i]
        if w == 0.0:
            continue
        a, b = tasks.direction_body[i, 0], tasks.direction_body[i, 1]
        l0, l1, l2 = (
            tasks.direction_local[i, 0, 0],
            tasks.direction_local[i, 0, 1],
            tasks.direction_local[i, 0, 2],
        )
        s0 = pos[a, 0] + mat[a, 0, 0] * l0 + mat[a, 0, 1] * l1 + mat[a, 0, 2] * l2
        s1 = pos[a, 1] + mat[a, 1, 0] * l0 + mat[a, 1, 1] * l1 + mat[a, 1, 2] * l2
        s2 = pos[a, 2] + mat[a, 2, 0] * l0 + mat[a, 2, 1] * l1 + mat[a, 2, 2] * l2
        l0, l1, l2 = (
            tasks.direction_local[i, 1, 0],
            tasks.direction_local[i, 1, 1],
            tasks.direction_local[i, 1, 2],
        )
        e0 = pos[b, 0] + mat[b, 0, 0] * l0 + mat[b, 0, 1] * l1 + mat[b, 0, 2] * l2
        e1 = pos[b, 1] + mat[b, 1, 0] * l0 + mat[b, 1, 1] * l1 + mat[b, 1, 2] * l2
        e2 = pos[b, 2] + mat[b, 2, 0] * l0 + mat[b, 2, 1] * l1 + mat[b, 2, 2] * l2
        v0, v1, v2 = e0 - s0, e1 - s1, e2 - s2
        inverse = 1.0 / math.sqrt(v0 * v0 + v1 * v1 + v2 * v2)
        d0, d1, d2 = v0 * inverse, v1 * inverse, v2 * inverse
        t0, t1, t2 = target[i, 0], target[i, 1], target[i, 2]
        x0, x1, x2 = d0 - t0, d1 - t1, d2 - t2
        chord = math.sqrt(x0 * x0 + x1 * x1 + x2 * x2)
        theta, f, df = chord, 1.0, -1.0 / 12.0
        if chord > 1e-4:
            theta = 2.0 * math.asin(min(1.0, 0.5 * chord))
            half = 0.5 * theta
            f = theta / chord
            sine = max(math.sin(theta), 1e-9)
            df = -(2.0 * math.sin(half) - theta * math.cos(half)) / (sine * chord * chord)
        if theta > reach[i]:
            cost += w * w * reach[i] * (theta - 0.5 * reach[i])
            w *= math.sqrt(reach[i] / theta)
        else:
            cost += 0.5 * w * w * theta * theta
        r0, r1, r2 = w * f * x0, w * f * x1, w * f * x2
        count = tasks.direction_count[i]
        for k in range(count):
            dof, side = tasks.direction_dofs[i, k], tasks.direction_side[i, k]
            a0, a1, a2 = axes[dof, 0], axes[dof, 1], axes[dof, 2]
            sign = 1.0
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
        _accumulate(
            count, tasks.direction_dofs[i], columns, r0, r1, r2, tree.variable, slope, gradient, hessian
        )
    return cost
