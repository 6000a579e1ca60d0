"""Bodies are found in scenes, and chained through everything that they hang from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.skeletons.node_tree import Moves, chained, find_body, since_rest, turns_of
from understudy.capture.skeletons.poses import Poses
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

FILE = Path("scene")
QUARTER = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.5 * np.pi)


def moves(place: tuple[float, ...], turn: np.ndarray = rot.IDENTITY, scale: float = 1.0) -> Moves:
    return Moves(np.array([place]), turn[None], np.full((1, 3), scale))


def test_the_body_of_most_joints_is_found_behind_its_parents() -> None:
    names = ["foot", "armature", "hips", "lamp", "other", "knee", "other foot"]
    parents = [5, -1, 1, -1, -1, 2, 4]
    tree = find_body(FILE, names, parents, [name not in ("armature", "lamp") for name in names])
    assert [names[node] for node in tree.joints] == ["hips", "knee", "foot"]
    assert tree.parents == (-1, 0, 1)
    assert [names[node] for node in tree.chain] == ["armature", "hips", "knee", "foot"]
    assert tree.left_aside == ("other",)


def test_joints_hang_from_joints_through_what_is_none() -> None:
    tree = find_body(FILE, ["hips", "helper", "knee"], [-1, 0, 1], [True, False, True])
    assert (tree.joints, tree.parents, tree.chain) == ((0, 2), (-1, 0), (0, 1, 2))


@pytest.mark.parametrize("parents", [[0], [1, 0], [-1, 2, 1]])
def test_what_hangs_from_itself_is_refused(parents: list[int]) -> None:
    with pytest.raises(CaptureError, match="hangs from itself"):
        find_body(FILE, [f"n{node}" for node in range(len(parents))], parents, [True] * len(parents))


def test_scales_of_what_is_above_count_and_turns_come_out_without_them() -> None:
    parents = [-1, 0, 1]
    tree = find_body(FILE, ["armature", "hips", "knee"], parents, [False, True, True])
    own = {0: moves((1.0, 0.0, 0.0), QUARTER, 100.0), 1: moves((0.0, 2.0, 0.0), QUARTER)}
    own[2] = moves((1.0, 0.0, 0.0))
    poses = chained(FILE, tree, parents, own, 2)
    # The armature turns y to -x; hips and armature together turn x to -x.
    np.testing.assert_allclose(poses.points[1], [[-199.0, 0.0, 0.0], [-299.0, 0.0, 0.0]], atol=1e-9)
    half = rot.as_matrix(rot.multiply(QUARTER, QUARTER))
    np.testing.assert_allclose(rot.as_matrix(poses.rotations[0, 1]), half, atol=1e-12)


def test_frames_beyond_a_chunk_are_chained_alike() -> None:
    count = 5000
    tree = find_body(FILE, ["hips", "knee"], [-1, 0], [True, True])
    places = np.stack([np.arange(count), *np.zeros((2, count))], axis=1)
    own = {0: Moves(places, np.tile(QUARTER, (count, 1)), np.ones((count, 3))), 1: moves((1.0, 0.0, 0.0))}
    poses = chained(FILE, tree, [-1, 0], own, count)
    np.testing.assert_allclose(poses.points[:, 1], places + [0.0, 1.0, 0.0], atol=1e-9)


def test_too_many_frames_are_refused_before_they_take_memory() -> None:
    tree = find_body(FILE, ["hips"], [-1], [True])
    with pytest.raises(CaptureError, match="at most 40000000 in all"):
        chained(FILE, tree, [-1], {0: moves((0.0, 0.0, 0.0))}, 10**9)


def test_turns_come_out_of_scaled_and_mirrored_matrices() -> None:
    matrix = rot.as_matrix(QUARTER)
    for scaled in (matrix * np.array([2.0, 3.0, 0.5]), -matrix, matrix):
        np.testing.assert_allclose(rot.as_matrix(turns_of(scaled)), matrix, atol=1e-12)


def test_nothing_is_turned_in_the_pose_at_rest() -> None:
    rest = Poses(np.zeros((1, 1, 3)), QUARTER[None, None])
    poses, unturned = since_rest(Poses(np.zeros((2, 1, 3)), np.tile(QUARTER, (2, 1, 1))), rest)
    np.testing.assert_allclose(np.abs(poses.rotations), np.broadcast_to(rot.IDENTITY, (2, 1, 4)), atol=1e-12)
    np.testing.assert_array_equal(unturned.rotations, rot.IDENTITY[None, None])
