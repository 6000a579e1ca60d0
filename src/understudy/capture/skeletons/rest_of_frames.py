"""The rest pose of joints whose frames are known over time, and which no file of the format states.

Where no joint is turned, each joint is where it always is in its parent's frame.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot

_SEEN_FRAMES = 512
"""So many frames tell how long a bone is."""


def rest_of_frames(names: Sequence[str], parents: Sequence[int], poses: Poses) -> Poses:
    """Return the pose (T = 1) in which the frames lie along the file's axes, with the root in the origin.

    Args:
        names: J names, parents before their children.
        parents: J indices of parents, ``ROOT`` for the root.
        poses: Points (T, J, 3), NaN where a joint was not seen; each joint and its parent are seen together
            in some frame.
    """
    offsets = np.zeros((len(parents), 3))
    for joint, parent in enumerate(parents):
        if parent != ROOT:
            own, above = poses.points[:, joint], poses.points[:, parent]
            seen = np.flatnonzero(np.isfinite(own).all(axis=1) & np.isfinite(above).all(axis=1))
            seen = seen[:: max(1, len(seen) // _SEEN_FRAMES)]
            turns = rot.conjugate(poses.rotations[seen, parent])
            offsets[joint] = np.median(rot.rotate(turns, own[seen] - above[seen]), axis=0)
    return rest_pose(Skeleton(tuple(names), tuple(parents), offsets))
