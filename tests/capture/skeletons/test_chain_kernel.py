"""Poses chained by the kernel are those that NumPy chains, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.capture.bvh.kinematics import UNTURNED, chained_poses, rest_pose
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import Skeleton
from understudy.spatial import rotations as rot

FRAMES = 7
SKELETON = Skeleton(
    names=("root", "spine", "arm", "leg"),
    parents=(-1, 0, 1, 0),
    offsets=np.array([[0.0, 0.0, 0.9], [0.01, -0.02, 0.3], [-0.1, 0.35, 0.07], [0.03, 0.1, -0.45]]),
    end_offsets={"arm": np.array([[0.0, 0.3, -0.01], [0.02, 0.28, 0.0]]), "leg": np.array([0.11, 0.0, -0.4])},
)


def as_bytes(poses: Poses) -> tuple[bytes, bytes]:
    return poses.points.tobytes(), poses.rotations.tobytes()


def turns(axis: int, pace: float) -> np.ndarray:
    return rot.from_axis_angle(np.eye(3)[axis], np.sin(pace * np.arange(FRAMES)) + 0.1 * pace)


def moving(frames: int) -> Poses:
    root = np.stack([np.cos(0.3 * np.arange(frames)), 0.1 * np.arange(frames), np.ones(frames)], axis=1)
    places = [root, *SKELETON.offsets[1:, None]]
    own = [
        [turns(2, 0.7), turns(1, 1.3), turns(0, 0.2)],
        [UNTURNED, turns(1, 2.1)],
        [turns(0, 0.9)],
        [UNTURNED],
    ]
    return chained_poses(SKELETON, places, own, frames)


def test_the_kernel_chains_as_numpy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    points, rotations = require_same(lambda frames: as_bytes(moving(frames)), FRAMES, monkeypatch)
    assert (len(points), len(rotations)) == (8 * 3 * 7 * FRAMES, 8 * 4 * 7 * FRAMES)


def test_an_end_site_is_turned_as_its_joint() -> None:
    poses = moving(FRAMES)
    ends = [joint for _, joint, _ in SKELETON.ends]
    np.testing.assert_array_equal(poses.rotations[:, SKELETON.joint_count :], poses.rotations[:, ends])


def test_a_skeleton_at_rest_is_where_its_offsets_say(monkeypatch: pytest.MonkeyPatch) -> None:
    require_same(lambda skeleton: as_bytes(rest_pose(skeleton)), SKELETON, monkeypatch)
    points = rest_pose(SKELETON).points[0]
    np.testing.assert_allclose(points[2], SKELETON.offsets[:3].sum(axis=0), atol=1e-15)
    np.testing.assert_array_equal(rest_pose(SKELETON).rotations[0], np.tile(rot.IDENTITY, (7, 1)))
