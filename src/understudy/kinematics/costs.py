"""Costs of single bodies, gathered as stiffness and wrench of each body.

A residual that depends on one body's pose alone has the Jacobian A·S, where S holds the twists of the
body's degrees of freedom and A is 3×6. It adds AᵀA to the body's stiffness (6, 6) and Aᵀr to its wrench
(6,); :func:`understudy.kinematics.composite.add_bodies` turns those into the normal equations at once,
so that many points on a body cost no more than one. Twists are (angular, linear) at ``reference`` [m].
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kinematics.compilation import inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.tasks import Tasks

FLOOR_SLACK = 0.004
"""Depth [m] at which the floor pushes back in earnest; keeps it from lifting soles that stand."""

FLOOR_SOFTNESS = 0.002
"""Height [m] over which the floor begins to be felt."""

FLOOR_RANGE = 6.0
"""Multiples of the softness above which the floor is not felt at all."""


@inner_kernel
def add_points(
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    reference: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> float:
    """Add r = w ∘ (p − p*) of points, targets (P, 3) [m], weights (P, 3) [1/m] per world axis."""
    cost = 0.0
    pos, mat = pose.body_pos, pose.body_mat
    for i in range(tasks.point_body.shape[0]):
        w0, w1, w2 = weight[i, 0], weight[i, 1], weight[i, 2]
        if w0 == 0.0 and w1 == 0.0 and w2 == 0.0:
            continue
        body = tasks.point_body[i]
        l0, l1, l2 = tasks.point_local[i, 0], tasks.point_local[i, 1], tasks.point_local[i, 2]
        p0 = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
        p1 = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
        p2 = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
        e0, e1, e2 = p0 - target[i, 0], p1 - target[i, 1], p2 - target[i, 2]
        w0, w1, w2 = w0 * w0, w1 * w1, w2 * w2
        cost += 0.5 * (w0 * e0 * e0 + w1 * e1 * e1 + w2 * e2 * e2)
        x, y, z = p0 - reference[0], p1 - reference[1], p2 - reference[2]
        f0, f1, f2 = w0 * e0, w1 * e1, w2 * e2
        wrench[body, 0] += y * f2 - z * f1
        wrench[body, 1] += z * f0 - x * f2
        wrench[body, 2] += x * f1 - y * f0
        wrench[body, 3] += f0
        wrench[body, 4] += f1
        wrench[body, 5] += f2
        stiffness[body, 0, 0] += w1 * z * z + w2 * y * y
        stiffness[body, 1, 0] -= w2 * x * y
        stiffness[body, 1, 1] += w0 * z * z + w2 * x * x
        stiffness[body, 2, 0] -= w1 * x * z
        stiffness[body, 2, 1] -= w0 * y * z
        stiffness[body, 2, 2] += w0 * y * y + w1 * x * x
        stiffness[body, 3, 1] += w0 * z
        stiffness[body, 3, 2] -= w0 * y
        stiffness[body, 3, 3] += w0
        stiffness[body, 4, 0] -= w1 * z
        stiffness[body, 4, 2] += w1 * x
        stiffness[body, 4, 4] += w1
        stiffness[body, 5, 0] += w2 * y
        stiffness[body, 5, 1] -= w2 * x
        stiffness[body, 5, 5] += w2
    return cost


@inner_kernel
def add_frames(
    pose: Pose,
    tasks: Tasks,
    target: np.ndarray,
    weight: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> float:
    """Add r = w log(R*ᵀ R) of orientations, targets (F, 3, 3), weights (F,) [1/rad].

    The derivative of the logarithm is the inverse right Jacobian of SO(3),
    I + ½[φ]ₓ + (1 − (θ/2) cot(θ/2)) / θ² [φ]ₓ², which leaves φ itself unchanged: Jᵀφ = φ.
    """
    cost = 0.0
    rotation, error, phi = np.empty((3, 3)), np.empty((3, 3)), np.empty(3)
    mat = pose.body_mat
    for i in range(tasks.frame_body.shape[0]):
        w = weight[i] * weight[i]
        if w == 0.0:
            continue
        body = tasks.frame_body[i]
        for r in range(3):
            for c in range(3):
                rotation[r, c] = (
                    mat[body, r, 0] * tasks.frame_offset[i, 0, c]
                    + mat[body, r, 1] * tasks.frame_offset[i, 1, c]
                    + mat[body, r, 2] * tasks.frame_offset[i, 2, c]
                )
        for r in range(3):
            for c in range(3):
                error[r, c] = (
                    target[i, 0, r] * rotation[0, c]
                    + target[i, 1, r] * rotation[1, c]
                    + target[i, 2, r] * rotation[2, c]
                )
        theta = rotation_logarithm(error, phi)
        cost += 0.5 * w * theta * theta
        # In the world's axes, ψ = R φ, JᵀJ = k I + (1 − k) ψψᵀ / θ² with k = ((θ/2) / sin(θ/2))².
        half = 0.5 * theta
        sinc = 1.0 - half * half / 6.0 if theta < 1e-4 else math.sin(half) / half
        across = 1.0 / (sinc * sinc)
        along = -1.0 / 12.0 if theta < 1e-4 else (1.0 - across) / (theta * theta)
        for r in range(3):
            psi_r = rotation[r, 0] * phi[0] + rotation[r, 1] * phi[1] + rotation[r, 2] * phi[2]
            wrench[body, r] += w * psi_r
            for c in range(r + 1):
                psi_c = rotation[c, 0] * phi[0] + rotation[c, 1] * phi[1] + rotation[c, 2] * phi[2]
                stiffness[body, r, c] += w * ((across if r == c else 0.0) + along * psi_r * psi_c)
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
    pose: Pose, tasks: Tasks, weight: float, reference: np.ndarray, stiffness: np.ndarray, wrench: np.ndarray
) -> float:
    """Add the floor's residuals, which keep points above z = 0, weight w [1/m].

    With d = z − radius + slack, r = w (√(d² + δ²) − d) / 2: nearly 0 above the floor and −w d under it,
    but smooth over a few δ, since a sharp bend would make points that stand switch on and off for ever.
    Gauss–Newton's matrix lacks half of this cost's curvature there, which is added.
    """
    cost = 0.0
    if weight == 0.0:
        return cost
    pos, mat = pose.body_pos, pose.body_mat
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
            x, y = x - reference[0], y - reference[1]
            root = math.sqrt(height * height + FLOOR_SOFTNESS * FLOOR_SOFTNESS)
            residual = 0.5 * weight * (root - height)
            slant = 0.5 * weight * (height / root - 1.0)
            curvature = 0.5 * weight * FLOOR_SOFTNESS * FLOOR_SOFTNESS / (root * root * root)
            cost += 0.5 * residual * residual
            force, stiff = residual * slant, slant * slant + residual * curvature
            wrench[body, 0] += y * force
            wrench[body, 1] -= x * force
            wrench[body, 5] += force
            stiffness[body, 0, 0] += stiff * y * y
            stiffness[body, 1, 0] -= stiff * x * y
            stiffness[body, 1, 1] += stiff * x * x
            stiffness[body, 5, 0] += stiff * y
            stiffness[body, 5, 1] -= stiff * x
            stiffness[body, 5, 5] += stiff
    return cost


@inner_kernel
def add_posture(
    dof_q: np.ndarray,
    variable: np.ndarray,
    q: np.ndarray,
    wanted: np.ndarray,
    weight: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w (q − q*) of scalar joints, wanted coordinates (Q,), weights (V,) [1/rad or 1/m]."""
    cost = 0.0
    for dof in range(variable.shape[0]):
        at = dof_q[dof]
        w = weight[dof]
        if at < 0 or w == 0.0 or variable[dof] != dof:
            continue
        residual = w * (q[at] - wanted[at])
        cost += 0.5 * residual * residual
        gradient[dof] += w * residual
        hessian[dof, dof] += w * w
    return cost
