"""The standing pose of a captured skeleton, with which all of its frames are compared.

Conversions of the CMU database begin with a T-pose that nobody performed: frame 0 stands with stretched
arms, and the body is elsewhere in frame 1. A person who really starts in a T-pose moves out of it in steps no
larger than the later ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.placing.point_body import body_size, landmark_tracks
from understudy.capture.placing.posture import AXES, REQUIRED, Landmarks, is_t_pose, middle, standing_axis
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.assembled_pose import assemble_t_pose
from understudy.capture.skeletons.poses import Poses
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import norms

MIN_JUMP_RATIO = 2.5
"""How many times larger than later steps the first one is; 12 to 33 in the CMU conversions at 120 Hz,
and 3 in a run that was thinned out to 30 Hz."""

MIN_JUMP_PER_LEG = 0.1
"""Smaller first steps may be a tremble, however still the person stands later on."""

_LATER_PERCENTILE = 99.0
"""A tracking error in one frame of a hundred must not hide the added pose."""

_ALIGNED = 1e-6


@dataclass(frozen=True)
class AddedPose:
    """Evidence that frame 0 was added.

    Attributes:
        up: The file's axis along which it stands.
        jump: Largest way of a limb's joint from frame 0 to frame 1, seen from the pelvis [file's unit].
        later: The same between later frames, all but the largest hundredth.
    """

    up: str
    jump: float
    later: float


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
    if up is None or (raw.rest_is_moment and not is_t_pose(rest.landmarks, AXES[up])):
        return None
    return replace(rest, up=up)


def find_added_pose(motion: Landmarks) -> AddedPose | None:
    """Return the evidence that frame 0 of landmarks (T, 3) was added, or None where it belongs there."""
    first = {name: points[0] for name, points in motion.items()}
    up = standing_axis(first)
    frame_count = len(next(iter(motion.values())))
    if frame_count < 3 or up is None or not is_t_pose(first, AXES[up]):
        return None
    pelvis = middle(motion, "hip")
    steps = [norms(np.diff(motion[name] - pelvis, axis=0)) for name in REQUIRED]
    largest = np.max(steps, axis=0)
    jump, later = float(largest[0]), float(np.percentile(largest[1:], _LATER_PERCENTILE))
    size = body_size(first)
    if size is None or jump < MIN_JUMP_RATIO * later or jump < MIN_JUMP_PER_LEG * size.leg:
        return None
    return AddedPose(up, jump, later)


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
