"""Where pose parameters put the points of a skeleton."""

from __future__ import annotations

import numpy as np

from understudy.capture.bvh.kinematics import forward_kinematics, rest_pose
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import Skeleton
from understudy.capture.smpl.body import TO_OUR_AXES
from understudy.capture.smpl.motion import SmplMotion
from understudy.spatial import rotations as rot


def body_poses(motion: SmplMotion, skeleton: Skeleton) -> Poses:
    """Return all points over time, with the file's z, x and y as x, y and z, as the skeleton has them."""
    turns = rot.from_rotation_vector(motion.poses[..., TO_OUR_AXES])
    still = np.tile(rot.IDENTITY, (len(turns), 1))
    translations = [offset[None] for offset in skeleton.offsets]
    # SMPL turns the body about its pelvis and adds the translation to that.
    translations[0] = motion.translations[:, TO_OUR_AXES] + skeleton.offsets[0]
    rotations = [turns[:, joint] for joint in range(turns.shape[1])]
    return forward_kinematics(skeleton, translations, rotations + [still] * len(motion.kind.tips))


def t_pose(skeleton: Skeleton) -> np.ndarray:
    """Return (K, 3) [m] the T-pose that stands on z = 0 and faces x."""
    points = rest_pose(skeleton).points[0]
    return points - np.array([points[0, 0], points[0, 1], points[:, 2].min()])
