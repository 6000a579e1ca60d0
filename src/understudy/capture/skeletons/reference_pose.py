"""The standing pose of a captured skeleton, with which all of its frames are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks
from understudy.capture.placing.world_axes import standing_axis
from understudy.capture.skeletons.added_pose import AddedPose, find_added_pose
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
        added: Evidence that it is frame 0, which was added to the capture, or None.
    """

    name: str
    points: np.ndarray
    rotations: np.ndarray
    landmarks: Landmarks
    up: str
    is_made_up: bool = False
    added: AddedPose | None = None

    @property
    def is_added(self) -> bool:
        """Whether the pose is frame 0, which nobody performed."""
        return self.added is not None

    @property
    def is_aligned(self) -> bool:
        """Whether the root's frame lies along the file's axes."""
        matrix = np.abs(rot.as_matrix(self.rotations[0]))
        return bool((np.minimum(matrix, np.abs(1.0 - matrix)) < _ALIGNED).all())


def find_reference(
    motion: SkeletonMotion,
    landmark_points: Mapping[str, tuple[str, ...]],
    tracks: Landmarks,
    rest_up: str | None = None,
) -> ReferencePose | None:
    """Return the added T-pose, else the rest pose if a person may stand so, else None.

    Args:
        motion: The skeleton's frames and rest pose.
        landmark_points: Canonical landmark → the names of the points whose mean it is.
        tracks: Canonical landmark → (T, 3) in the frames.
        rest_up: The axis along which the rest pose stands, where the format defines it.
    """
    if rest_up is not None:
        return _named(motion, landmark_points, "the model's own pose", motion.rest, rest_up)
    added = find_added_pose(tracks)
    if added is not None:
        first = Poses(motion.poses.points[:1], motion.poses.rotations[:1])
        return _named(motion, landmark_points, "the T-pose", first, added.up, added=added)
    up = standing_axis(at_frame(motion.landmarks(motion.rest, landmark_points), 0))
    return (
        None if up is None else _named(motion, landmark_points, "the skeleton's rest pose", motion.rest, up)
    )


def made_up_reference(
    motion: SkeletonMotion, landmark_points: Mapping[str, tuple[str, ...]], up: str
) -> ReferencePose | None:
    """Return a T-pose made from the motion that stands along an axis, None where the motion does not tell."""
    pose = assemble_t_pose(motion, landmark_points, up)
    name = "a T-pose put together from the motion"
    return None if pose is None else _named(motion, landmark_points, name, pose, up, is_made_up=True)


def _named(
    motion: SkeletonMotion,
    landmark_points: Mapping[str, tuple[str, ...]],
    name: str,
    poses: Poses,
    up: str,
    is_made_up: bool = False,
    added: AddedPose | None = None,
) -> ReferencePose:
    landmarks = at_frame(motion.landmarks(poses, landmark_points), 0)
    # Frame 0 is turned in place with all others later on.
    points, rotations = poses.points[0].copy(), poses.rotations[0].copy()
    landmarks = {landmark: point.copy() for landmark, point in landmarks.items()}
    return ReferencePose(name, points, rotations, landmarks, up, is_made_up, added)
