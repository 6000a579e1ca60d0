"""From a BVH file's channels to where every joint is, for all frames at once."""

from __future__ import annotations

from functools import reduce

import numpy as np

from understudy.capture.bvh_hierarchy import BvhHierarchy
from understudy.capture.bvh_skeleton import ROOT, BvhSkeleton
from understudy.capture.skeleton_motion import Poses
from understudy.spatial import rotations as rot

_AXES = {"X": 0, "Y": 1, "Z": 2}


def poses_of_channels(hierarchy: BvhHierarchy, values: np.ndarray) -> Poses:
    """Return all poses of (T, C) channel values, in the file's unit and axes."""
    translations: list[np.ndarray] = []
    rotations: list[np.ndarray] = []
    column = 0
    for offset, channels in zip(hierarchy.skeleton.offsets, hierarchy.channels, strict=True):
        columns = values[:, column : column + len(channels)]
        column += len(channels)
        translations.append(_translation(offset, channels, columns))
        rotations.append(_rotation(channels, columns))
    return forward_kinematics(hierarchy.skeleton, translations, rotations)


def rest_pose(skeleton: BvhSkeleton) -> Poses:
    """Return the one pose (T = 1) in which no joint is turned and the root is at its offset."""
    identity = [rot.IDENTITY[None]] * skeleton.joint_count
    return forward_kinematics(skeleton, [offset[None] for offset in skeleton.offsets], identity)


def forward_kinematics(
    skeleton: BvhSkeleton, translations: list[np.ndarray], rotations: list[np.ndarray]
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


def _translation(offset: np.ndarray, channels: tuple[str, ...], columns: np.ndarray) -> np.ndarray:
    """Return (T, 3) or (1, 3) where a joint is seen from its parent.

    Some programs write position channels that replace the joint's offset, others write what is to be
    added to it. The numbers tell: values that replace the offset stay near it, added ones near zero.
    """
    moved = {_AXES[name[0]]: index for index, name in enumerate(channels) if name.endswith("position")}
    if not moved:
        return offset[None]
    axes = list(moved)
    positions = columns[:, list(moved.values())]
    typical = np.median(positions, axis=0)
    replaces = np.linalg.norm(typical - offset[axes]) <= np.linalg.norm(typical)
    translation = np.tile(offset, (len(columns), 1))
    translation[:, axes] = positions if replaces else offset[axes] + positions
    return translation


def _rotation(channels: tuple[str, ...], columns: np.ndarray) -> np.ndarray:
    """Return (T, 4) a joint's turn: the product of its channels' turns [deg] in the file's order."""
    turns = [
        rot.from_axis_angle(np.eye(3)[_AXES[name[0]]], np.deg2rad(columns[:, index]))
        for index, name in enumerate(channels)
        if name.endswith("rotation")
    ]
    return reduce(rot.multiply, turns) if turns else np.tile(rot.IDENTITY, (len(columns), 1))
