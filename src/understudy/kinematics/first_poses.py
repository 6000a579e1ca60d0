"""Poses from which a frame without neighbours is solved: postures placed where the points are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.kinematics.forward import new_pose
from understudy.kinematics.marker_solver import place_points
from understudy.kinematics.tree import FREE
from understudy.spatial import rotations as rot
from understudy.spatial.alignment import align

if TYPE_CHECKING:
    from understudy.kinematics.marker_fit import MarkerFitter

SEED = 7
RANDOM_POSTURES = 6
SPREAD = 0.5
"""Standard deviation [rad] of random postures around home."""

CENTRAL_POINTS = 6
"""Points nearest to the root in the tree, which tell how the trunk is turned whatever the limbs do."""


def first_poses(
    fitter: MarkerFitter, place: np.ndarray, weight: np.ndarray, previous: np.ndarray | None
) -> np.ndarray:
    """Return (S, Q) poses from which to solve a frame.

    Args:
        fitter: The tree, its points and limits.
        place: (P, 3) [m] where the points were measured.
        weight: (P,) 0 where they were not.
        previous: (Q,) a pose of the same take, if there is one yet; then fewer postures are tried.

    Returns:
        Home (and, at the start of a take, mid-range and random postures), each turned and moved so that
        all points, and once more so that those of the trunk lie near the measured ones.
    """
    postures = _postures(fitter) if previous is None else np.stack([fitter.home, previous])
    tree = fitter.tree
    if not len(tree.joint_type) or tree.joint_type[0] != FREE:
        return postures
    postures[:, :3], postures[:, 3:7] = 0.0, rot.IDENTITY
    points = np.empty((len(postures), len(weight), 3))
    place_points(tree, fitter.tasks, postures, new_pose(tree), points)
    poses = [] if previous is None else [previous]
    for share in (weight, weight * _is_central(fitter, weight)):
        for posture, own in zip(postures, points, strict=True):
            found = align(own, place[None], share[None])
            root = np.concatenate([found.translations[0], rot.from_matrix(found.rotations[0])])
            poses.append(np.concatenate([root, posture[len(root) :]]))
    return np.stack(poses)


def _is_central(fitter: MarkerFitter, weight: np.ndarray) -> np.ndarray:
    """Return (P,) True for the seen points nearest to the root in the tree."""
    depth = np.where(weight > 0.0, fitter.tree.chain_count[fitter.tasks.point_body], np.iinfo(np.int64).max)
    return depth <= np.sort(depth)[min(CENTRAL_POINTS, len(depth)) - 1]


def _postures(fitter: MarkerFitter) -> np.ndarray:
    """Return (S, Q) home, mid-range and random postures within the limits, the root as at home."""
    generator = np.random.default_rng(SEED)
    scalar = np.flatnonzero((fitter.tree.dof_q >= 0) & (fitter.tree.variable == np.arange(len(fitter.lower))))
    at = fitter.tree.dof_q[scalar]
    low, high = np.maximum(fitter.lower[scalar], -np.pi), np.minimum(fitter.upper[scalar], np.pi)
    postures = np.tile(fitter.home, (2 + RANDOM_POSTURES, 1))
    postures[1, at] = 0.5 * (low + high)
    for posture in postures[2:]:
        posture[at] = np.clip(posture[at] + SPREAD * generator.standard_normal(len(at)), low, high)
    return postures
