"""Legs and arms among the branches of a skeleton."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.topology.limbs import ARM, LEG, Chain, best_limbs, limb_pairs
from understudy.capture.naming.topology.tree import PointTree


@pytest.fixture
def pairs(tree: PointTree) -> dict[str, tuple[Chain, Chain]]:
    """Return for each branch the pair with the likeliest limbs of some kind."""
    pairs = sorted(
        limb_pairs(tree),
        key=lambda pair: -min(best_limbs(tree, pair, kind, 1)[0].cost for kind in (LEG, ARM)),
    )
    return {tree.names[pair[0].branch]: pair for pair in pairs}


def test_pairs_hang_from_pelvis_and_chest(pairs: dict[str, tuple[Chain, Chain]]) -> None:
    assert set(pairs) == {"Hips", "Spine1"}


def test_the_joints_of_legs_and_arms_cost_least(
    tree: PointTree, pairs: dict[str, tuple[Chain, Chain]]
) -> None:
    for branch, kind, expected in (
        ("Hips", LEG, ("UpLeg", "Leg", "Foot")),
        ("Spine1", ARM, ("Arm", "ForeArm", "Hand")),
    ):
        best = best_limbs(tree, pairs[branch], kind, 1)[0]
        for limb in best.joints:
            names = [tree.names[point] for point in limb]
            assert tuple(name.removeprefix("Left").removeprefix("Right") for name in names) == expected


def test_choices_come_in_order(tree: PointTree, pairs: dict[str, tuple[Chain, Chain]]) -> None:
    costs = [limbs.cost for limbs in best_limbs(tree, pairs["Hips"], LEG, 4)]
    assert costs == sorted(costs)
    assert costs[1] > costs[0] + 5.0


def straight_tree(bend: float) -> PointTree:
    """Return a chain of four points, a unit apart, bent at the third by an angle."""
    end = [2.0 + np.cos(bend), np.sin(bend), 0.0]
    points = np.array([[[0.0, 0, 0], [1.0, 0, 0], [1.0, 0, 0], [2.0, 0, 0], end]])
    return PointTree(("branch", "a", "twin", "b", "c"), (-1, 0, 1, 2, 3), 5, points)


def test_points_in_one_place_are_one_place() -> None:
    tree = straight_tree(0.0)
    chain = Chain.below(tree, 1)
    assert chain.places == (1, 3, 4)
    np.testing.assert_allclose(chain.ways, [1.0, 2.0, 3.0])
    assert chain.reach == pytest.approx(3.0)


def test_a_joint_in_the_place_of_the_branch_is_no_place(tree: PointTree) -> None:
    chain = Chain.below(tree, tree.names.index("LeftShoulder"))
    assert [tree.names[point] for point in chain.places][:2] == ["LeftArm", "LeftForeArm"]


@pytest.mark.parametrize(("bend", "expected"), [(0.0, 0.0), (np.pi / 2, 1.0 - np.sqrt(0.5))])
def test_bends_tell_joints_from_twists(bend: float, expected: float) -> None:
    chain = Chain.below(straight_tree(bend), 1)
    assert chain.bends[0, 2] == pytest.approx(expected, abs=1e-12)
    assert chain.bends[0, 1] == 0.0


def test_left_and_right_are_alike_and_leg_and_arm_are_not(tree: PointTree) -> None:
    leg, other, arm = (
        Chain.below(tree, tree.names.index(name)) for name in ("LeftUpLeg", "RightUpLeg", "LeftShoulder")
    )
    assert leg.likeness(other) == pytest.approx(1.0)
    assert leg.likeness(arm) < 0.75
