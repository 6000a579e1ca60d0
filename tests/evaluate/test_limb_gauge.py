"""Limbs measured by a kernel are those of torso and direction."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.evaluate.limb_gauge import gauge_limbs, limb_gauge
from understudy.evaluate.limbs import LIMBS, limb_error
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.torso import SHOULDERS_AND_HIPS, robot_torso, robot_vector
from understudy.robots import Robot
from understudy.spatial import rotations as rot

COUNT = 12
SLACK = 0.01


def random_poses(robot: Robot) -> np.ndarray:
    generator = np.random.default_rng(3)
    q = np.tile(robot.home, (COUNT, 1))
    joints = q[:, -len(robot.joints) :]
    joints += generator.normal(scale=0.4, size=joints.shape)
    if robot.has_free_base:
        q[:, 3:7] = rot.normalise(generator.normal(size=(COUNT, 4)))
    return q


@pytest.mark.parametrize(("which", "kind"), [("robot", SHOULDERS_AND_HIPS), ("upper_body", "chest")])
def test_errors_and_what_is_kept(request: pytest.FixtureRequest, which: str, kind: str) -> None:
    robot: Robot = request.getfixturevalue(which)
    limbs = [limb for limb in LIMBS if all(robot.segment(each) is not None for each in LIMBS[limb])]
    segments = [segment for limb in limbs for segment in LIMBS[limb]]
    poses = pose_robot(robot, random_poses(robot))
    wanted = np.random.default_rng(4).normal(size=(COUNT, len(segments), 3))
    hung = np.array([1], dtype=np.int64)
    held = np.array(poses.orientations[:, hung])
    held[1, 0] = rot.as_matrix(rot.from_rotation_vector(np.array([0.0, 0.0, 2.0 * SLACK]))) @ held[1, 0]
    held[2] = np.nan
    errors, is_kept = gauge_limbs(limb_gauge(robot, kind, segments, hung), poses, wanted, held, SLACK)
    np.testing.assert_array_equal(is_kept, np.arange(COUNT) != 1)
    axes = robot_torso(robot, poses, kind)
    angles = []
    for index, segment in enumerate(segments):
        vector = robot_vector(robot, poses, segment)
        assert vector is not None
        angles.append(rot.angle_between(wanted[:, index], np.einsum("tji,tj->ti", axes, vector)))
    expected = np.stack([limb_error(*pair) for pair in zip(angles[::2], angles[1::2], strict=True)], axis=1)
    np.testing.assert_allclose(errors, expected, atol=1e-12)
