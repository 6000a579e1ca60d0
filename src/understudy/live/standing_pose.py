"""The pose of a streamed skeleton in which no joint is turned, from bones as they are while it moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.skeletons.poses import Poses
from understudy.spatial import rotations as rot


def standing_pose(points: np.ndarray, rotations: np.ndarray, parents: Sequence[int]) -> Poses:
    """Return the pose (T = 1) of a skeleton whose joints all are turned by nothing.

    A bone is rigid in its parent's frame, so that its median there is its offset.

    Args:
        points: (T, K, 3) of the joints.
        rotations: (T, K, 4) of their frames, unit quaternions wxyz.
        parents: K indices of the joints' parents, -1 for the root.
    """
    places = np.zeros((len(parents), 3))
    done: set[int] = set()

    def settle(joint: int) -> None:
        parent = parents[joint]
        if joint in done:
            return
        done.add(joint)
        if parent < 0:
            return
        settle(parent)
        bones = rot.rotate(rot.conjugate(rotations[:, parent]), points[:, joint] - points[:, parent])
        seen = np.isfinite(bones).all(axis=1)
        offset = np.median(bones[seen], axis=0) if seen.any() else np.zeros(3)
        places[joint] = places[parent] + offset

    for joint in range(len(parents)):
        settle(joint)
    return Poses(places[None], np.tile(rot.IDENTITY, (1, len(parents), 1)))
