"""Costs as residuals with analytic Jacobians, added straight into the normal equations.

Every family adds ½‖r‖² to the cost, Jᵀr to ``gradient`` and the lower triangle of JᵀJ to ``hessian``
(Gauss–Newton), over the tree's variables. ``slope`` carries coupled joints' shares to their drivers.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kinematics.compilation import inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree


FLOOR_SLACK = 0.004
"""Depth [m] at which the floor pushes back in earnest; keeps it from lifting soles that stand."""

FLOOR_SOFTNESS = 0.002
"""Height [m] over which the floor begins to be felt."""

FLOOR_RANGE = 6.0
"""Multiples of the softness above which the floor is not felt at all."""


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
def add_points(
    tree: Tree,
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w ∘ (p − p*) of points, targets (P, 3) [m], weights (P, 3) [1/m] per world axis."""
    cost = 0.0
    pos, mat, axes, anchors = pose.body_pos, pose.body_mat, pose.dof_axis, pose.dof_anchor
    chain, turns = tree.chain, tree.dof_turns
    for i in range(tasks.point_body.shape[0]):
        w0, w1, w2 = weight[i, 0], weight[i, 1], weight[i, 2]
        if w0 == 0.0 and w1 == 0.0 and w2 == 0.0:
            continue
        body = tasks.point_body[i]
        l0, l1, l2 = tasks.point_local[i, 0], tasks.point_local[i, 1], tasks.point_local[i, 2]
        p0 = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
        p1 = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
        p2 = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
        r0, r1, r2 = w0 * (p0 - target[i, 0]), w1 * (p1 - target[i, 1]), w2 * (p2 - target[i, 2])
        cost += 0.5 * (r0 * r0 + r1 * r1 + r2 * r2)
        count = tree.chain_count[body]
        for k in range(count):
            dof = chain[body, k]
            a0, a1, a2 = axes[dof, 0], axes[dof, 1], axes[dof, 2]
            if turns[dof] == 1:
                x, y, z = p0 - anchors[dof, 0], p1 - anchors[dof, 1], p2 - anchors[dof, 2]
                a0, a1, a2 = a1 * z - a2 * y, a2 * x - a0 * z, a0 * y - a1 * x
            columns[k, 0], columns[k, 1], columns[k, 2] = w0 * a0, w1 * a1, w2 * a2
        _accumulate(count, chain[body], columns, r0, r1, r2, tree.variable, slope, gradient, hessian)
    return cost


@inner_kernel
def add_directions(
    tree: Tree,
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add directions' residuals, targets (D, 3) unit vectors, weights (D,) [1/rad].

    r = w f(c) (d − d*) with c = d·d* and f = θ / (2 sin θ/2), so that ‖r‖ = w θ, the angle itself:
    unlike the plain difference it pulls as hard at 170° as at 10°.
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
        f, df = 1.0, -1.0 / 12.0
        if chord > 1e-4:
            theta = 2.0 * math.asin(min(1.0, 0.5 * chord))
            half = 0.5 * theta
            f = theta / chord
            sine = max(math.sin(theta), 1e-9)
            df = -(2.0 * math.sin(half) - theta * math.cos(half)) / (sine * chord * chord)
        r0, r1, r2 = w * f * x0, w * f * x1, w * f * x2
        cost += 0.5 * (r0 * r0 + r1 * r1 + r2 * r2)
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


@inner_kernel
def add_frames(
    tree: Tree,
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w log(R*ᵀ R) of orientations, targets (F, 3, 3), weights (F,) [1/rad].

    The derivative of the logarithm is the inverse right Jacobian of SO(3):
    I + ½[φ]ₓ + (1 − (θ/2) cot(θ/2)) / θ² [φ]ₓ².
    """
    cost = 0.0
    rotation, error, inverse = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    axes, mat = pose.dof_axis, pose.body_mat
    phi = np.empty(3)
    for i in range(tasks.frame_body.shape[0]):
        w = weight[i]
        if w == 0.0:
            continue
        body = tasks.frame_body[i]
        for r in range(3):
            for c in range(3):
                value = 0.0
                for k in range(3):
                    value += mat[body, r, k] * tasks.frame_offset[i, k, c]
                rotation[r, c] = value
        for r in range(3):
            for c in range(3):
                value = 0.0
                for k in range(3):
                    value += target[i, k, r] * rotation[k, c]
                error[r, c] = value
        theta = rotation_logarithm(error, phi)
        cost += 0.5 * w * w * theta * theta
        half = 0.5 * theta
        second = 1.0 / 12.0 if theta < 1e-4 else (1.0 - half / math.tan(half)) / (theta * theta)
        for r in range(3):
            for c in range(3):
                outer = phi[r] * phi[c] - (theta * theta if r == c else 0.0)
                inverse[r, c] = (1.0 if r == c else 0.0) + second * outer
        inverse[0, 1] -= 0.5 * phi[2]
        inverse[1, 0] += 0.5 * phi[2]
        inverse[0, 2] += 0.5 * phi[1]
        inverse[2, 0] -= 0.5 * phi[1]
        inverse[1, 2] -= 0.5 * phi[0]
        inverse[2, 1] += 0.5 * phi[0]
        for r in range(3):
            for c in range(3):
                error[r, c] = w * (
                    inverse[r, 0] * rotation[c, 0]
                    + inverse[r, 1] * rotation[c, 1]
                    + inverse[r, 2] * rotation[c, 2]
                )
        count = tree.chain_count[body]
        for k in range(count):
            dof = tree.chain[body, k]
            turns = float(tree.dof_turns[dof])
            for r in range(3):
                columns[k, r] = turns * (
                    error[r, 0] * axes[dof, 0] + error[r, 1] * axes[dof, 1] + error[r, 2] * axes[dof, 2]
                )
        _accumulate(
            count,
            tree.chain[body],
            columns,
            w * phi[0],
            w * phi[1],
            w * phi[2],
            tree.variable,
            slope,
            gradient,
            hessian,
        )
    return cost


@inner_kernel
def rotation_logarithm(matrix: np.ndarray, out: np.ndarray) -> float:
    """Write the rotation vector (3,) [rad] of a matrix (3, 3) and return its length, at most π."""
    m00, m11, m22 = matrix[0, 0], matrix[1, 1], matrix[2, 2]
    trace = m00 + m11 + m22
    if trace >= max(m00, m11, m22):
        w = 1.0 + trace
        x, y, z = matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]
    elif m00 >= m11 and m00 >= m22:
        w, x = matrix[2, 1] - matrix[1, 2], 1.0 + m00 - m11 - m22
        y, z = matrix[1, 0] + matrix[0, 1], matrix[0, 2] + matrix[2, 0]
    elif m11 >= m22:
        w, y = matrix[0, 2] - matrix[2, 0], 1.0 - m00 + m11 - m22
        x, z = matrix[1, 0] + matrix[0, 1], matrix[2, 1] + matrix[1, 2]
    else:
        w, z = matrix[1, 0] - matrix[0, 1], 1.0 - m00 - m11 + m22
        x, y = matrix[0, 2] + matrix[2, 0], matrix[2, 1] + matrix[1, 2]
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    sine = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(sine, w)
    scale = 2.0 / w if sine < 1e-12 * w else angle / sine
    out[0], out[1], out[2] = scale * x, scale * y, scale * z
    return angle


@inner_kernel
def add_floor(
    tree: Tree,
    pose: Pose,
    tasks: Tasks,
    weight: float,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add the floor's residuals, which keep points above z = 0, weight w [1/m].

    With d = z − radius + slack, r = w (√(d² + δ²) − d) / 2: nearly 0 above the floor and −w d under it,
    but smooth over a few δ, since a sharp bend would make points that stand switch on and off for ever.
    """
    cost = 0.0
    if weight == 0.0:
        return cost
    pos, mat, axes, anchors = pose.body_pos, pose.body_mat, pose.dof_axis, pose.dof_anchor
    for group in range(tasks.floor_body.shape[0]):
        body = tasks.floor_body[group]
        if pos[body, 2] > tasks.floor_reach[group] + FLOOR_RANGE * FLOOR_SOFTNESS:
            continue
        for i in range(tasks.floor_start[group], tasks.floor_start[group + 1]):
            l0, l1, l2 = tasks.floor_local[i, 0], tasks.floor_local[i, 1], tasks.floor_local[i, 2]
            z = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
            height = z - tasks.floor_radius[i] + FLOOR_SLACK
            if height > FLOOR_RANGE * FLOOR_SOFTNESS:
                continue
            x = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
            y = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
            root = math.sqrt(height * height + FLOOR_SOFTNESS * FLOOR_SOFTNESS)
            residual = 0.5 * weight * (root - height)
            slant = 0.5 * weight * (height / root - 1.0)
            curvature = 0.5 * weight * FLOOR_SOFTNESS * FLOOR_SOFTNESS / (root * root * root)
            cost += 0.5 * residual * residual
            # Here Gauss–Newton's matrix lacks as much as it has: the curvature belongs to it too.
            bend = -math.sqrt(slant * slant + residual * curvature)
            residual *= slant / bend
            count = tree.chain_count[body]
            for k in range(count):
                dof = tree.chain[body, k]
                rise = axes[dof, 2]
                if tree.dof_turns[dof] == 1:
                    rise = axes[dof, 0] * (y - anchors[dof, 1]) - axes[dof, 1] * (x - anchors[dof, 0])
                columns[k, 0], columns[k, 1], columns[k, 2] = 0.0, 0.0, bend * rise
            _accumulate(
                count, tree.chain[body], columns, 0.0, 0.0, residual, tree.variable, slope, gradient, hessian
            )
    return cost


@inner_kernel
def add_posture(
    tree: Tree,
    q: np.ndarray,
    wanted: np.ndarray,
    weight: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w (q − q*) of scalar joints, wanted coordinates (Q,), weights (V,) [1/rad or 1/m]."""
    cost = 0.0
    for dof in range(tree.variable.shape[0]):
        at = tree.dof_q[dof]
        w = weight[dof]
        if at < 0 or w == 0.0 or tree.variable[dof] != dof:
            continue
        residual = w * (q[at] - wanted[at])
        cost += 0.5 * residual * residual
        gradient[dof] += w * residual
        hessian[dof, dof] += w * w
    return cost
