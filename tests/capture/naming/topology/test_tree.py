"""Ways through the tree of a skeleton."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.naming.topology.tree import SEEN_FRAMES, PointTree
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source


def test_lengths_are_those_of_the_offsets(tree: PointTree, person: Skeleton) -> None:
    expected = np.linalg.norm(person.offsets, axis=1)
    np.testing.assert_allclose(tree.lengths[: person.joint_count], expected, atol=1e-12)


def test_ways_lead_down_and_up(tree: PointTree) -> None:
    name = tree.names.index
    assert tree.way_down(name("Hips"), name("LeftFoot")) == [
        name("LeftUpLeg"),
        name("LeftLeg"),
        name("LeftFoot"),
    ]
    assert tree.common_ancestor(name("LeftHand"), name("Head")) == name("Spine1")
    assert tree.common_ancestor(name("LeftHand"), name("LeftArm")) == name("LeftArm")
    assert tree.is_below(name("LeftHand"), name("Hips"))
    assert not tree.is_below(name("Hips"), name("Hips"))
    assert [tree.names[point] for point in tree.longest_way(name("RightFoot"))][-1] == "RightToeBase_end"
    assert tree.tips(name("Head")) == [name("Head_end")]


def test_reach_is_the_longest_way_to_a_tip(tree: PointTree) -> None:
    assert tree.reach[tree.names.index("LeftUpLeg")] == pytest.approx(
        0.42 + 0.41 + np.hypot(0.13, 0.04) + 0.06
    )


def test_a_root_that_only_places_the_body_is_not_its_top(person: Skeleton) -> None:
    poses = np.zeros((1, 4, 3))
    poses[0, :, 2] = [0.0, 100.0, 101.0, 102.0]
    tree = PointTree(("root", "hips", "a", "b"), (-1, 0, 1, 1), 4, poses)
    assert tree.top == 1
    assert tree.same_place == pytest.approx(0.02)


def test_branches_of_no_length_do_not_count() -> None:
    poses = np.zeros((1, 4, 3))
    poses[0, 1] = [1.0, 0.0, 0.0]
    assert not PointTree(("a", "b", "c", "d"), (-1, 0, 0, 0), 2, poses).has_branches(0)
    poses[0, 2] = [0.0, 1.0, 0.0]
    assert PointTree(("a", "b", "c", "d"), (-1, 0, 0, 0), 2, poses).has_branches(0)


def test_long_clips_are_thinned_out() -> None:
    points = np.zeros((10_000, 2, 3))
    raw = RawCapture(Source(Path("a"), b""), "some", ("a", "b"), points, parents=(-1, 0), joint_count=2)
    assert len(PointTree.of(raw).points) == SEEN_FRAMES
