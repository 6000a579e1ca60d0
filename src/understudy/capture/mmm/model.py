"""What joint angles of the Master Motor Map's reference model mean for the places of the body.

The model itself is in ``understudy.anthropometry``; here it is scaled to a body height and posed.
"""

from __future__ import annotations

from itertools import chain, islice

import numpy as np

from understudy.anthropometry import reference_body
from understudy.anthropometry.reference_body import BODY_POINTS
from understudy.anthropometry.reference_joints import AXES, FREEDOMS
from understudy.anthropometry.reference_lengths import reference_lengths
from understudy.capture.bvh.kinematics import UNTURNED, chained_poses
from understudy.capture.mmm.motion import MmmMotion
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot

LANDMARK_POINTS: dict[str, tuple[str, ...]] = {
    landmark: (point,) for landmark, point in reference_body.LANDMARK_POINTS.items()
}
"""Canonical landmark → the model's point."""

MODEL_JOINTS: frozenset[str] = frozenset(
    freedom.joint for point in BODY_POINTS for freedom in FREEDOMS.get(point.parent, ())
)
"""Joints that move a point of the body; eyes and fingers have more, which do not."""


TO_FILE_ORDER = (1, 0, 2)
TO_FILE_SIGNS = (-1.0, 1.0, 1.0)
"""A file's x is to the right and its y forward, which are our -y and x."""


def is_person(motion: MmmMotion) -> bool:
    """Tell whether a motion is one of the reference model, not of a thing."""
    return not MODEL_JOINTS.isdisjoint(motion.joints)


def build_skeleton(height: float) -> Skeleton:
    """Return the model scaled to a body height [m]: metres, z up, facing x."""
    lengths = reference_lengths(height)
    names = tuple(point.name for point in BODY_POINTS)
    return Skeleton(
        names=names,
        parents=tuple(names.index(point.parent) if point.parent else ROOT for point in BODY_POINTS),
        offsets=np.array([point.place(lengths) for point in BODY_POINTS]),
    )


def to_world(vectors: np.ndarray) -> np.ndarray:
    """Return vectors (..., 3) of an MMM file in our axes: its y is forward, its x to the right."""
    return vectors[..., [1, 0, 2]] * np.array([1.0, -1.0, 1.0])


def body_poses(motion: MmmMotion, skeleton: Skeleton) -> Poses:
    """Return where every point of the body is in all frames, in our axes."""
    translations = [offset[None] for offset in skeleton.offsets]
    translations[0] = to_world(motion.root_positions)
    roll, pitch, yaw = motion.root_rotations.T
    axes, angles = [AXES[axis] for axis in "zyx"], [yaw, pitch, roll]
    freedoms = [FREEDOMS.get(name, ()) for name in skeleton.names[1:]]
    for freedom in chain.from_iterable(freedoms):
        axes.append(freedom.axis_w)
        angles.append(motion.angle(freedom.joint))
    turned = iter(rot.from_axis_angle(np.array(axes)[:, None], np.array(angles)))
    turns = [list(islice(turned, 3))]
    turns += [[UNTURNED, *islice(turned, len(own))] for own in freedoms]
    return chained_poses(skeleton, translations, turns, motion.frame_count)
