"""Poses from which a frame without neighbours is solved: postures placed where the points are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.point_places import point_places
from understudy.kinematics.starts import start_postures
from understudy.kinematics.tree import FREE
from understudy.spatial import rotations as rot
from understudy.spatial.alignment import align

if TYPE_CHECKING:
    from understudy.kinematics.marker_fit import MarkerFitter

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
    tree, joints = fitter.tree, free_scalars(fitter.tree)
    if previous is None:
        postures = start_postures(fitter.home, tree.dof_q[joints], fitter.lower[joints], fitter.upper[joints])
    else:
        postures = np.stack([fitter.home, previous])
    if not len(tree.joint_type) or tree.joint_type[0] != FREE:
        return postures
    postures[:, :3], postures[:, 3:7] = 0.0, rot.IDENTITY
    points = point_places(tree, fitter.empty.point, postures)
    poses = [] if previous is None else [previous]
    for share in (weight, weight * _is_central(fitter, weight)):
        for posture, own in zip(postures, points, strict=True):
            found = align(own, place[None], share[None])
            root = np.concatenate([found.translations[0], rot.from_matrix(found.rotations[0])])
            poses.append(np.concatenate([root, posture[len(root) :]]))
    return np.stack(poses)


def _is_central(fitter: MarkerFitter, weight: np.ndarray) -> np.ndarray:
    """Return (P,) True for the seen points nearest to the root in the tree."""
    depth = np.where(weight > 0.0, fitter.tree.chain_count[fitter.empty.point.body], np.iinfo(np.int64).max)
    return depth <= np.sort(depth)[min(CENTRAL_POINTS, len(depth)) - 1]
