"""Normal equations of parameters that all frames share, with every frame's pose eliminated.

With A the derivatives of a frame's points by its pose, B by the shared parameters, W the weights and R the
precision of the posture, the poses leave the Schur complement

    S = Σ (Bᵀ W B − Bᵀ W A (Aᵀ W A + R)⁻¹ Aᵀ W B).

Shared parameters are the lengths and, in the frame of its body, every point's place, by which the point's
own derivative is the identity.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import get_blas_funcs

from understudy.kinematics.blocks.marker import marker_block, marker_jacobians
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import Tree

LEAST_SPARE = 0.02
"""Share of the measured coordinates that is taken to be left over, however few there are."""

LOOSE_ROOT = 1e-9
"""Precision of the root's place and turn, of which nothing is known beforehand."""

HELD = 0.1
"""A limit holds a joint if it would go on by more than this share of its standard error."""

REPEATED = 0.0
"""Share of an error below which it counts as new."""


@dataclass(frozen=True, eq=False)
class ReducedSystem:
    """The problem in the shared parameters alone: lengths first, then coordinates of free points.

    Attributes:
        matrix: (M, M) Schur complement, without the parameters' own prior.
        gradient: (M,) likewise.
        spare: Share of the measured coordinates that poses and parameters do not use up.
        independence: Share of the frames that tell something new, see :func:`independence`.
    """

    matrix: np.ndarray
    gradient: np.ndarray
    spare: float
    independence: float


def independence(errors: np.ndarray) -> float:
    """Return the share of frames that count as independent witnesses, 0 to 1.

    Skin that slides and bones that are no hinges repeat their errors from frame to frame. With ρₖ the share
    of an error that is still there k frames later, T frames tell as much as T / (1 + 2 Σ ρₖ) independent
    ones; the sum ends where nothing repeats any more.

    Args:
        errors: (T, N) weighted errors in frames that follow each other, 0 where nothing was measured.
    """
    power = float((errors**2).sum()) / len(errors)
    time = 1.0
    for lag in range(1, len(errors) // 2):
        repeated = float((errors[lag:] * errors[:-lag]).sum()) / (len(errors) - lag) / max(power, 1e-300)
        if repeated < REPEATED:
            break
        time += 2.0 * repeated
    return 1.0 / time


def huber_weights(distances: np.ndarray, noise: float, outlying: float) -> np.ndarray:
    """Return square roots of weights (T, P) [1/m] of points that a fit left at distances (T, P) [m].

    Points farther than ``outlying`` standard deviations count less; where the distance is NaN, nothing.
    """
    far = np.nan_to_num(distances) / noise
    share = np.sqrt(outlying / np.maximum(far, outlying))
    return np.where(np.isfinite(distances), share / noise, 0.0)


def reduce_poses(
    shape: Shape,
    places: np.ndarray,
    weights: np.ndarray,
    q: np.ndarray,
    limits: tuple[np.ndarray, np.ndarray],
    posture: float,
    free: np.ndarray,
    precision: np.ndarray,
) -> ReducedSystem:
    """Return the normal equations with all poses eliminated.

    Args:
        shape: The tree with its points.
        places: (T, P, 3) [m] where points were measured.
        weights: (T, P) [1/m] square roots of weights, 0 where a point was not seen.
        q: (T, Q) poses that fit best, so that they have no gradient of their own.
        limits: Lower and upper limits (V,) each; joints that sit at one do not give way.
        posture: Standard deviation [rad] of a joint from home.
        free: (3P,) which coordinates of points are parameters.
        precision: (M, M) of the parameters' prior; only used to tell how many are determined.
    """
    error, by_joints, by_lengths = marker_jacobians(shape.tree, marker_block(shape, places, weights), q)
    root = np.repeat(weights, 3, axis=1)
    normal = by_joints @ by_joints.transpose(0, 2, 1)
    held = _held_by_limit(shape.tree, q, (by_joints @ error[..., None])[..., 0], normal, *limits)
    ridge = np.where(shape.tree.dof_q >= 0, posture**-2.0, LOOSE_ROOT)
    normal[held], normal.transpose(0, 2, 1)[held] = 0.0, 0.0
    normal[:, range(len(ridge)), range(len(ridge))] += ridge
    whitener = np.linalg.inv(np.linalg.cholesky(normal))
    coupling = _coupling(by_joints, by_lengths, root, free)
    coupling[held] = 0.0
    whitened = (whitener @ coupling).reshape(-1, coupling.shape[2])
    matrix = _own_part(by_lengths, root, free) - _square(whitened)
    gradient = np.concatenate(
        [(by_lengths @ error[..., None])[..., 0].sum(axis=0), (error * root).sum(axis=0)[free]]
    )
    # A joint that nothing shows has its prior's variance and uses up nothing of what was measured.
    used = float((1.0 - ridge * (whitener**2).sum(axis=1)).sum())
    used += float(np.trace(np.linalg.solve(matrix + precision, matrix)))
    measured = 3.0 * float((weights > 0.0).sum())
    return ReducedSystem(matrix, gradient, max(1.0 - used / measured, LEAST_SPARE), independence(error))


def _square(rows: np.ndarray) -> np.ndarray:
    """Return (M, M) rowsᵀ rows of (R, M), of which only one half is worked out."""
    (product,) = get_blas_funcs(("syrk",), (rows,))
    upper = np.triu(product(1.0, rows.T))
    return upper + np.triu(upper, 1).T


def _coupling(
    by_joints: np.ndarray, by_lengths: np.ndarray, root: np.ndarray, free: np.ndarray
) -> np.ndarray:
    """Return (T, V, M) Aᵀ W B of every frame; see :func:`reduce_poses` for the arguments."""
    count = by_lengths.shape[1]
    coupling = np.empty((*by_joints.shape[:2], count + int(free.sum())))
    np.matmul(by_joints, by_lengths.transpose(0, 2, 1), out=coupling[:, :, :count])
    if free.all():
        np.multiply(by_joints, root[:, None, :], out=coupling[:, :, count:])
    else:
        coupling[:, :, count:] = (by_joints * root[:, None, :])[:, :, free]
    return coupling


def _own_part(by_lengths: np.ndarray, root: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Return (M, M) Σ Bᵀ W B from weighted derivatives by lengths (T, N, 3P) and root weights (T, 3P)."""
    count, size = by_lengths.shape[1], by_lengths.shape[1] + int(free.sum())
    matrix = np.zeros((size, size))
    matrix[:count, :count] = (by_lengths @ by_lengths.transpose(0, 2, 1)).sum(axis=0)
    cross = (by_lengths * root[:, None, :]).sum(axis=0)[:, free]
    matrix[:count, count:], matrix[count:, :count] = cross, cross.T
    matrix[range(count, size), range(count, size)] = (root**2).sum(axis=0)[free]
    return matrix


def _held_by_limit(
    tree: Tree, q: np.ndarray, gradient: np.ndarray, normal: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> np.ndarray:
    """Return (T, V) True where a joint sits at a limit that it would leave if it could.

    A joint that merely touches its limit is free to come back, so that it does not count as held.

    Args:
        tree: The tree.
        q: (T, Q) poses.
        gradient: (T, V) of the weighted errors.
        normal: (T, V, V) Gauss–Newton's matrix.
        lower: (V,) limits.
        upper: (V,).
    """
    own = np.sqrt(np.maximum(np.diagonal(normal, axis1=1, axis2=2), 1e-24))
    scalar = np.flatnonzero(tree.dof_q >= 0)
    values, pull = q[:, tree.dof_q[scalar]], (gradient / own)[:, scalar]
    held = np.zeros((len(q), len(tree.variable)), dtype=bool)
    held[:, scalar] = (values <= lower[scalar]) & (pull > HELD)
    held[:, scalar] |= (values >= upper[scalar]) & (pull < -HELD)
    return held
