"""From a BVH file's channels to where every joint is, for all frames at once."""

from __future__ import annotations

from functools import reduce

import numpy as np

from understudy.capture.bvh import channels as bvh_channels
from understudy.capture.bvh.hierarchy import BvhHierarchy
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot

LONG_CLIP = 100_000
"""Frames times points from which on the compiled kernel is worth loading."""


def poses_of_channels(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return all poses of (T, C) channel values, in the file's unit and axes."""
    is_long = len(values) * len(hierarchy.skeleton.point_names) >= LONG_CLIP
    return poses_of_long_clip(hierarchy, values) if is_long else poses_of_short_clip(hierarchy, values)


def poses_of_short_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by NumPy."""
    translations: list[np.ndarray] = []
    rotations: list[np.ndarray] = []
    bases = bvh_channels.bases(hierarchy, values)
    for base, channels, columns in zip(
        bases, hierarchy.channels, bvh_channels.joint_columns(hierarchy, values), strict=True
    ):
        axes, indices = bvh_channels.positions(channels)
        translation = np.tile(base, (len(columns), 1))
        translation[:, axes] += columns[:, indices]
        translations.append(translation)
        rotations.append(_rotation(channels, columns))
    return forward_kinematics(hierarchy.skeleton, translations, rotations)


def poses_of_long_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by the compiled kernel, nine times as fast."""
    # Numba takes half a second to load, which short clips need not wait for.
    from understudy.capture.bvh.kernel import pose_points
    from understudy.kinematics.compilation import announced_compilation

    skeleton = hierarchy.skeleton
    count = len(skeleton.point_names)
    parents = np.array([*skeleton.parents, *(joint for _, joint, _ in skeleton.ends)], dtype=np.int64)
    offsets = np.array([*bvh_channels.bases(hierarchy, values), *(offset for _, _, offset in skeleton.ends)])
    position_columns, rotation_columns, rotation_axes = (np.full((count, 3), -1) for _ in range(3))
    firsts = bvh_channels.first_columns(hierarchy)
    for joint, (first, channels) in enumerate(zip(firsts, hierarchy.channels, strict=True)):
        axes, indices = bvh_channels.positions(channels)
        position_columns[joint, axes] = first + np.array(indices, dtype=np.int64)
        axes, indices = bvh_channels.rotations(channels)
        rotation_axes[joint, : len(axes)] = axes
        rotation_columns[joint, : len(axes)] = first + np.array(indices, dtype=np.int64)
    poses = Poses(np.empty((len(values), count, 3)), np.empty((len(values), count, 4)))
    with announced_compilation(pose_points):
        pose_points(
            np.ascontiguousarray(values),
            parents,
            offsets,
            position_columns,
            rotation_columns,
            rotation_axes,
            poses.points,
            poses.rotations,
        )
    return poses


def rest_pose(skeleton: Skeleton) -> Poses:
    """Return the one pose (T = 1) in which no joint is turned and the root is at its offset."""
    identity = [rot.IDENTITY[None]] * skeleton.joint_count
    return forward_kinematics(skeleton, [offset[None] for offset in skeleton.offsets], identity)


def forward_kinematics(
    skeleton: Skeleton, translations: list[np.ndarray], rotations: list[np.ndarray]
) -> Poses:
    """Chain local transforms along the tree.

    Args:
        skeleton: The tree; its offsets are used for the End Sites only.
        translations: For each joint (T, 3) or (1, 3), its place seen from its parent.
        rotations: For each joint (T, 4), its turn seen from its parent, unit quaternions wxyz.

    Returns:
        Poses of joints and End Sites, in the order of ``skeleton.point_names``; an End Site has its
        joint's orientation.
    """
    frame_count = max(len(turn) for turn in rotations)
    point_count = len(skeleton.point_names)
    # Each joint's frames lie side by side in memory, as the loop over the joints visits them.
    points = np.empty((point_count, frame_count, 3)).transpose(1, 0, 2)
    orientations = np.empty((point_count, frame_count, 4)).transpose(1, 0, 2)
    for joint, parent in enumerate(skeleton.parents):
        if parent == ROOT:
            points[:, joint] = translations[joint]
            orientations[:, joint] = rotations[joint]
        else:
            turn = orientations[:, parent]
            points[:, joint] = points[:, parent] + rot.rotate(turn, translations[joint])
            orientations[:, joint] = rot.multiply(turn, rotations[joint])
    for index, (_, joint, offset) in enumerate(skeleton.ends, start=skeleton.joint_count):
        points[:, index] = points[:, joint] + rot.rotate(orientations[:, joint], offset[None])
        orientations[:, index] = orientations[:, joint]
    return Poses(points, orientations)


def _rotation(channels: tuple[str, ...], columns: np.ndarray) -> np.ndarray:
    """Return (T, 4) a joint's turn: the product of its channels' turns [deg] in the file's order."""
    turns = [
        rot.from_axis_angle(np.eye(3)[axis], np.deg2rad(columns[:, index]))
        for axis, index in zip(*bvh_channels.rotations(channels), strict=True)
    ]
    return reduce(rot.multiply, turns) if turns else np.tile(rot.IDENTITY, (len(columns), 1))
