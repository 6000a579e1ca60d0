"""The standing pose of a captured skeleton, with which all of its frames are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.posture import Landmarks, standing_axis
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.added_pose import AddedPose, find_added_pose
from understudy.capture.skeletons.assembled_pose import assemble_t_pose
from understudy.capture.skeletons.poses import Poses
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
    def is_aligned(self) -> bool:
        """Whether the root's frame lies along the file's axes."""
        matrix = np.abs(rot.as_matrix(self.rotations[0]))
        return bool((np.minimum(matrix, np.abs(1.0 - matrix)) < _ALIGNED).all())


def find_reference(raw: RawCapture, tracks: Landmarks) -> ReferencePose | None:
    """Return the added T-pose, else the rest pose if a person may stand so, else None.

    Args:
        raw: A capture that knows its landmarks, of a skeleton or of bare points, which have no such pose.
        tracks: Canonical landmark → (T, 3) in the frames.
    """
    if raw.rest is None or raw.poses is None:
        return None
    if raw.rest_up is not None:
        return _named(raw, "the model's own pose", raw.rest, raw.rest_up)
    added = find_added_pose(tracks)
    if added is not None:
        return _named(raw, "the T-pose", raw.poses, added.up, added=added)
    rest = _named(raw, "the skeleton's rest pose", raw.rest, "")
    up = standing_axis(rest.landmarks)
    return None if up is None else replace(rest, up=up)


def made_up_reference(raw: RawCapture, up: str) -> ReferencePose | None:
    """Return a T-pose made from the motion that stands along an axis, None where the motion does not tell."""
    pose = assemble_t_pose(raw, up)
    name = "a T-pose put together from the motion"
    return None if pose is None else _named(raw, name, pose, up, is_made_up=True)


def _named(
    raw: RawCapture,
    name: str,
    poses: Poses,
    up: str,
    is_made_up: bool = False,
    added: AddedPose | None = None,
) -> ReferencePose:
    """Return the first of some poses."""
    # Frame 0 is turned in place with all others later on.
    points, rotations = poses.points[0].copy(), poses.rotations[0].copy()
    tracks = landmark_tracks(raw.names, points[None], raw.landmark_points)
    landmarks = {landmark: track[0] for landmark, track in tracks.items()}
    return ReferencePose(name, points, rotations, landmarks, up, is_made_up, added)
