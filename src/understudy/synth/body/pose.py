"""Where every joint is, from rotations relative to parents.

Written apart from the reader of BVH files, since what is made here is the truth against which that
reader is tested.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.skeletons.skeleton import Skeleton
from understudy.spatial import rotations as rot

Joints = tuple[np.ndarray, np.ndarray]
"""Positions (T, J, 3) [m] and orientations (T, J, 4) wxyz of all joints in the world."""


def forward_kinematics(skeleton: Skeleton, root_positions: np.ndarray, local_rotations: np.ndarray) -> Joints:
    """Return positions (T, J, 3) [m] and orientations (T, J, 4) wxyz of all joints in the world.

    Args:
        skeleton: The tree of J joints.
        root_positions: (T, 3) [m].
        local_rotations: (T, J, 4) wxyz, each relative to the parent; the root's to the world.
    """
    positions = np.empty((*local_rotations.shape[:2], 3))
    orientations = np.empty(local_rotations.shape)
    positions[:, 0], orientations[:, 0] = root_positions, local_rotations[:, 0]
    for joint, parent in enumerate(skeleton.parents[1:], start=1):
        offset_w = rot.rotate(orientations[:, parent], skeleton.offsets[joint])
        positions[:, joint] = positions[:, parent] + offset_w
        orientations[:, joint] = rot.multiply(orientations[:, parent], local_rotations[:, joint])
    return positions, orientations
