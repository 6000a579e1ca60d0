"""From a BVH file's channels to where every joint is, for all frames at once."""

from __future__ import annotations

from functools import reduce

import numpy as np

from understudy.capture.bvh.channels import NONE, bases, channel_columns
from understudy.capture.bvh.hierarchy import BvhHierarchy
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.capture.skeletons.skeleton_motion import Poses
from understudy.spatial import rotations as rot

LONG_CLIP = 100_000
"""Frames times points from which on the compiled kernel is worth loading."""


def poses_of_channels(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return all poses of (T, C) channel values, in the file's unit and axes."""
    is_long = len(values) * len(hierarchy.skeleton.point_names) >= LONG_CLIP
    return poses_of_long_clip(hierarchy, values) if is_long else poses_of_short_clip(hierarchy, values)


def poses_of_short_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by NumPy."""
    columns = channel_columns(hierarchy)
    translations: list[np.ndarray] = []
    rotations: list[np.ndarray] = []
    for joint, base in enumerate(bases(hierarchy, columns, values)):
        translation = np.tile(base, (len(values), 1))
        moved = columns.positions[joint] != NONE
        translation[:, moved] += values[:, columns.positions[joint, moved]]
        translations.append(translation)
        # A joint's turn is the product of its channels' turns [deg] in the file's order.
        turns = [
            rot.from_axis_angle(np.eye(3)[axis], np.deg2rad(values[:, column]))
            for axis, column in zip(columns.axes[joint], columns.rotations[joint], strict=True)
            if column != NONE
        ]
        rotations.append(reduce(rot.multiply, turns) if turns else np.tile(rot.IDENTITY, (len(values), 1)))
    return forward_kinematics(hierarchy.skeleton, translations, rotations)


def poses_of_long_clip(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return poses as :func:`poses_of_channels` does, by the compiled kernel, nine times as fast."""
    # Numba takes half a second to load, which short clips need not wait for.
    from understudy.capture.bvh.kernel import pose_points
    from understudy.kinematics.compilation import announced_compilation

    skeleton, columns = hierarchy.skeleton, channel_columns(hierarchy)
    parents = np.array(skeleton.point_parents, dtype=np.int64)
    ends = [offset for _, _, offset in skeleton.ends]
    still = np.full((len(ends), 3), NONE)
    poses = Poses(np.empty((len(values), len(parents), 3)), np.empty((len(values), len(parents), 4)))
    with announced_compilation(pose_points):
        pose_points(
            np.ascontiguousarray(values),
            parents,
            np.array([*bases(hierarchy, columns, values), *ends]),
            *(np.concatenate([each, still]) for each in (columns.positions, columns.rotations, columns.axes)),
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
