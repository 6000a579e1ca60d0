"""Forward kinematics against a naive loop written in the test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.bvh.hierarchy import BvhHierarchy, parse_hierarchy
from understudy.capture.bvh.kinematics import (
    LONG_CLIP,
    poses_of_channels,
    poses_of_long_clip,
    poses_of_short_clip,
    rest_pose,
)
from understudy.capture.skeletons.skeleton import Skeleton
from understudy.spatial import rotations as rot

ROTATIONS = ("Xrotation", "Yrotation", "Zrotation")
POSITIONS = ("Xposition", "Yposition", "Zposition")


def naive_matrix(channel: str, degrees: float) -> np.ndarray:
    """Return the matrix of one channel, written down from its definition."""
    c, s = np.cos(np.pi * degrees / 180.0), np.sin(np.pi * degrees / 180.0)
    return {
        "X": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "Y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "Z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[channel[0]]


def naive_pose(hierarchy: BvhHierarchy, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points and matrices of the joints of one frame, root channels replacing its offset."""
    column = 0
    points: list[np.ndarray] = []
    matrices: list[np.ndarray] = []
    skeleton = hierarchy.skeleton
    for joint, parent in enumerate(skeleton.parents):
        place, matrix = skeleton.offsets[joint].copy(), np.eye(3)
        for channel in hierarchy.channels[joint]:
            if channel in POSITIONS:
                place["XYZ".index(channel[0])] = row[column]
            else:
                matrix = matrix @ naive_matrix(channel, row[column])
            column += 1
        if parent >= 0:
            place = points[parent] + matrices[parent] @ place
            matrix = matrices[parent] @ matrix
        points.append(place)
        matrices.append(matrix)
    return np.array(points), np.array(matrices)


@st.composite
def hierarchies(draw: st.DrawFn) -> BvhHierarchy:
    count = draw(st.integers(1, 6))
    parents = (-1, *(draw(st.integers(0, joint - 1)) for joint in range(1, count)))
    offsets = np.random.default_rng(draw(st.integers(0, 99))).normal(size=(count, 3))
    offsets[0] = 0.0
    channels = [tuple(draw(st.permutations(POSITIONS + ROTATIONS)))]
    for _ in range(1, count):
        order = draw(st.permutations(ROTATIONS))
        channels.append(tuple(order[: draw(st.sampled_from((0, 1, 3)))]))
    skeleton = Skeleton(tuple(f"j{joint}" for joint in range(count)), parents, offsets)
    return BvhHierarchy(skeleton, tuple(channels))


@given(hierarchy=hierarchies(), seed=st.integers(0, 99))
def test_any_tree_and_channel_order_agrees_with_a_naive_loop(hierarchy: BvhHierarchy, seed: int) -> None:
    values = np.random.default_rng(seed).uniform(-180.0, 180.0, (3, hierarchy.column_count))
    for pose in (poses_of_short_clip, poses_of_long_clip):
        poses = pose(hierarchy, values)
        for frame, row in enumerate(values):
            points, matrices = naive_pose(hierarchy, row)
            np.testing.assert_allclose(poses.points[frame], points, atol=1e-12 * 180.0)
            np.testing.assert_allclose(rot.as_matrix(poses.rotations[frame]), matrices, atol=1e-12)


def test_long_clips_are_posed_as_short_ones(person: Skeleton) -> None:
    """Positions, single channels and End Sites as well."""
    channels = ((*POSITIONS, *ROTATIONS), ("Yposition", "Zrotation", "Xrotation"), ())
    hierarchy = BvhHierarchy(person, channels + (ROTATIONS,) * (person.joint_count - len(channels)))
    frame_count = -(-LONG_CLIP // len(person.point_names))
    values = np.random.default_rng(0).uniform(-90.0, 90.0, (frame_count, hierarchy.column_count))
    long, short = poses_of_channels(hierarchy, values), poses_of_short_clip(hierarchy, values)
    np.testing.assert_allclose(long.points, short.points, atol=1e-10)
    np.testing.assert_allclose(long.rotations, short.rotations, atol=1e-12)


def test_ends_ride_on_their_joint() -> None:
    skeleton = Skeleton(("a",), (-1,), np.zeros((1, 3)), {"a": np.array([0.0, 2.0, 0.0])})
    poses = poses_of_channels(BvhHierarchy(skeleton, (("Zrotation",),)), np.array([[90.0]]))
    np.testing.assert_allclose(poses.points[0, 1], [-2.0, 0.0, 0.0], atol=1e-15)
    np.testing.assert_array_equal(poses.rotations[0, 1], poses.rotations[0, 0])


@pytest.mark.parametrize(
    ("channel_means_total", "value"), [(True, 10.2), (False, 0.2)], ids=["replaces", "adds"]
)
def test_position_channels_of_inner_joints_replace_or_add(channel_means_total: bool, value: float) -> None:
    text = (
        "HIERARCHY\nROOT a\n{ OFFSET 0 0 0 CHANNELS 0\n"
        "JOINT b\n{ OFFSET 0 10 0 CHANNELS 3 Xposition Yposition Zposition } }"
    )
    hierarchy = parse_hierarchy(Path("x"), text)
    poses = poses_of_channels(hierarchy, np.array([[0.0, value, 0.0]] * 5))
    assert poses.points[0, 1, 1] == pytest.approx(10.2), channel_means_total


@pytest.mark.parametrize("adds", [False, True], ids=["replace", "add"])
def test_inner_joints_decide_for_the_file(adds: bool) -> None:
    """The hips of a file with positions everywhere may walk far from the offset that they started at."""
    offsets = np.array([[0.0, 0.0, 0.0], [1.0, 94.0, -452.0], [15.0, 0.0, 0.0], [9.0, 0.0, 0.0]])
    skeleton = Skeleton(("root", "hips", "spine", "chest"), (-1, 0, 1, 2), offsets)
    written = np.array([[0.0, 0.0, 0.0], [0.0, 93.0, -9.0], [15.0, 0.0, 0.0], [9.0, 0.0, 0.0]])
    values = np.tile((written - offsets if adds else written).ravel(), (5, 1))
    poses = poses_of_channels(BvhHierarchy(skeleton, (POSITIONS,) * 4), values)
    np.testing.assert_allclose(poses.points[0, 3], [24.0, 93.0, -9.0], atol=1e-12)


def test_lone_position_channel_leaves_the_other_axes() -> None:
    skeleton = Skeleton(("a", "b"), (-1, 0), np.array([[0.0, 0, 0], [1.0, 2.0, 3.0]]))
    poses = poses_of_channels(BvhHierarchy(skeleton, ((), ("Yposition",))), np.array([[2.5]]))
    np.testing.assert_array_equal(poses.points[0, 1], [1.0, 2.5, 3.0])


def test_rest_pose_turns_nothing(person: Skeleton) -> None:
    poses = rest_pose(person)
    assert poses.points.shape == (1, len(person.point_names), 3)
    np.testing.assert_array_equal(poses.rotations[0], np.tile(rot.IDENTITY, (len(person.point_names), 1)))
