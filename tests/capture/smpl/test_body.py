"""The mean body, and bodies of exact joints."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.bvh.kinematics import rest_pose, standing_pose
from understudy.capture.placing.stature import stature
from understudy.capture.smpl.body import (
    MEAN_OFFSETS,
    MEAN_STATURE,
    TO_OUR_AXES,
    body_poses,
    mean_skeleton,
    skeleton_of_joints,
    stature_of,
)
from understudy.capture.smpl.joints import KINDS, PARENTS, SMPL, SMPL_H, SmplKind
from understudy.capture.smpl.motion import SmplMotion

ANKLE_HEIGHT = 0.066
"""Of an adult of 1.70 m [m] (Winter)."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_mean_body_is_symmetric_and_stands_in_a_standing_pose(kind: SmplKind) -> None:
    skeleton = mean_skeleton(kind, MEAN_STATURE)
    points = dict(zip(skeleton.names, standing_pose(skeleton).points[0], strict=True))
    for name, point in points.items():
        if "left_" in name:
            np.testing.assert_allclose(points[name.replace("left", "right")], point * (1.0, -1.0, 1.0))
    wrist, shoulder = points["left_wrist"], points["left_shoulder"]
    assert wrist[1] - shoulder[1] > 0.45
    assert abs(wrist[2] - shoulder[2]) < 0.03
    assert points["left_foot"][0] > points["left_ankle"][0] + 0.1


def test_the_mean_body_is_as_tall_as_stated() -> None:
    skeleton = mean_skeleton(SMPL, MEAN_STATURE)
    points = dict(zip(skeleton.names, standing_pose(skeleton).points[0], strict=True))
    head_to_ankle = points["*head_top"][2] - points["left_ankle"][2]
    assert head_to_ankle + ANKLE_HEIGHT == pytest.approx(MEAN_STATURE, abs=0.01)
    # Without the head, proportions tell the same.
    landmarks = {name: points[point] for name, (point,) in SMPL.landmark_points.items() if name != "head_top"}
    assert stature(landmarks) == pytest.approx(MEAN_STATURE, abs=0.01)


def test_the_body_scales() -> None:
    small, large = (mean_skeleton(SMPL_H, height) for height in (1.0, 2.0))
    np.testing.assert_allclose(2.0 * small.offsets, large.offsets)
    assert stature_of(small) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_exact_joints_come_back(kind: SmplKind) -> None:
    mean = mean_skeleton(kind, 1.9)
    joints = rest_pose(mean).points[0, : len(kind.joints)]
    wobble = 0.002 * np.sin(np.arange(joints.size)).reshape(joints.shape)
    skeleton = skeleton_of_joints(kind, (joints + wobble)[:, np.argsort(TO_OUR_AXES)])
    np.testing.assert_allclose(rest_pose(skeleton).points[0, : len(kind.joints)], joints + wobble, atol=1e-12)
    tip = skeleton.offsets[skeleton.names.index("*head_top")]
    np.testing.assert_allclose(tip, MEAN_OFFSETS["*head_top"] * 1.9 / MEAN_STATURE, rtol=0.02)


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
    points = standing_pose(mean_skeleton(kind, 1.8)).points[0]
    assert points[:, 2].min() == 0.0
    np.testing.assert_array_equal(points[0, :2], 0.0)
