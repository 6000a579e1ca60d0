"""The standing pose of a captured skeleton, with which all of its frames are compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.added_pose import AddedPose
from understudy.capture.posture import Landmarks
from understudy.capture.skeleton_motion import Poses, SkeletonMotion, at_frame
from understudy.capture.world_axes import standing_axis
from understudy.spatial import rotations as rot

_ALIGNED = 1e-6


@dataclass(frozen=True, eq=False)
class ReferencePose:
    """A standing pose in the file's unit and axes.

    Attributes:
        name: What to call it, for notes.
        points: (K, 3).
        rotations: (K, 4) unit quaternions wxyz.
        landmarks: Canonical landmark → (3,).
        up: The file's axis along which it stands.
    """

    name: str
    points: np.ndarray
    rotations: np.ndarray
    landmarks: Landmarks
    up: str

    @property
    def is_aligned(self) -> bool:
        """Whether the root's frame lies along the file's axes."""
        matrix = np.abs(rot.as_matrix(self.rotations[0]))
        return bool((np.minimum(matrix, np.abs(1.0 - matrix)) < _ALIGNED).all())


def find_reference(
    motion: SkeletonMotion, landmarks: Landmarks, rest: Landmarks, added: AddedPose | None
) -> ReferencePose | None:
    """Return the added T-pose, else the rest pose if a person may stand so, else None.

    Args:
        motion: The skeleton's frames and rest pose.
        landmarks: Canonical landmark → (T, 3) of the frames.
        rest: Canonical landmark → (3,) of the rest pose.
        added: Evidence that frame 0 was added, if so.
    """
    if added is not None:
        return _pose("the T-pose", motion.poses, at_frame(landmarks, 0), added.up)
    up = standing_axis(rest)
    return None if up is None else _pose("the skeleton's rest pose", motion.rest, rest, up)


def _pose(name: str, poses: Poses, landmarks: Landmarks, up: str) -> ReferencePose:
    return ReferencePose(name, poses.points[0], poses.rotations[0], landmarks, up)
