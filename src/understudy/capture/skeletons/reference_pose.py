"""The standing pose of a captured skeleton, with which all of its frames are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks
from understudy.capture.placing.world_axes import USUAL_UP, body_axis, standing_axis
from understudy.capture.skeletons.added_pose import AddedPose
from understudy.capture.skeletons.assembled_pose import assemble_t_pose
from understudy.capture.skeletons.skeleton_motion import Poses, SkeletonMotion, at_frame
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
        is_made_up: Whether it is in the file nowhere.
    """

    name: str
    points: np.ndarray
    rotations: np.ndarray
    landmarks: Landmarks
    up: str
    is_made_up: bool = False

    @property
    def is_aligned(self) -> bool:
        """Whether the root's frame lies along the file's axes."""
        matrix = np.abs(rot.as_matrix(self.rotations[0]))
        return bool((np.minimum(matrix, np.abs(1.0 - matrix)) < _ALIGNED).all())


def find_reference(
    motion: SkeletonMotion, landmark_points: Mapping[str, tuple[str, ...]], added: AddedPose | None
) -> ReferencePose | None:
    """Return the added T-pose, else the rest pose if a person may stand so, else one made from the motion.

    Args:
        motion: The skeleton's frames and rest pose.
        landmark_points: Canonical landmark → the names of the points whose mean it is.
        added: Evidence that frame 0 was added, if so.

    Returns:
        The pose, or None where none of these stands.
    """

    def named(name: str, poses: Poses, up: str, is_made_up: bool = False) -> ReferencePose:
        landmarks = at_frame(motion.landmarks(poses, landmark_points), 0)
        return ReferencePose(name, poses.points[0], poses.rotations[0], landmarks, up, is_made_up)

    if added is not None:
        first = Poses(motion.poses.points[:1], motion.poses.rotations[:1])
        return named("the T-pose", first, added.up)
    up = standing_axis(at_frame(motion.landmarks(motion.rest, landmark_points), 0))
    if up is not None:
        return named("the skeleton's rest pose", motion.rest, up)
    up = body_axis(motion.landmarks(motion.poses, landmark_points)) or USUAL_UP
    assembled = assemble_t_pose(motion, landmark_points, up)
    return None if assembled is None else named("a T-pose put together from the motion", assembled, up, True)
