"""Places of joints, against matrices multiplied one by one in SMPL's own axes."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.smpl.body import MEAN_OFFSETS, MEAN_STATURE, TO_OUR_AXES, mean_skeleton
from understudy.capture.smpl.joints import KINDS, PARENTS, SmplKind
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.poses import body_poses, t_pose

FRAMES = 3


def rodrigues(vector: np.ndarray) -> np.ndarray:
    """Return the matrix of a rotation vector."""
    angle = float(np.linalg.norm(vector))
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


@pytest.mark.parametrize("kind", KINDS)
def test_joints_are_where_smpl_puts_them(kind: SmplKind) -> None:
    generator = np.random.default_rng(1)
    motion = SmplMotion(
        kind=kind,
        poses=generator.normal(scale=0.7, size=(FRAMES, len(kind.joints), 3)),
        translations=generator.normal(size=(FRAMES, 3)),
        fps=30.0,
        betas=np.zeros(10),
    )
    poses = body_poses(motion, mean_skeleton(kind, MEAN_STATURE))
    back = np.argsort(TO_OUR_AXES)
    for frame in range(FRAMES):
        matrices: dict[str, np.ndarray] = {}
        places: dict[str, np.ndarray] = {}
        for index, joint in enumerate(kind.joints):
            turn = rodrigues(motion.poses[frame, index])
            offset = MEAN_OFFSETS[joint][back]
            if joint == "pelvis":
                matrices[joint], places[joint] = turn, motion.translations[frame] + offset
            else:
                parent = PARENTS[joint]
                matrices[joint] = matrices[parent] @ turn
                places[joint] = places[parent] + matrices[parent] @ offset
            found = poses.points[frame, index][back]
            np.testing.assert_allclose(found, places[joint], atol=1e-12, err_msg=joint)


@pytest.mark.parametrize("kind", KINDS)
def test_the_t_pose_stands_on_the_floor_under_the_pelvis(kind: SmplKind) -> None:
    points = t_pose(mean_skeleton(kind, 1.8))
    assert points[:, 2].min() == 0.0
    np.testing.assert_array_equal(points[0, :2], 0.0)
