"""Legs and arms among the branches of a skeleton."""

from __future__ import annotations

import pytest

from understudy.capture.naming.topology import PointTree
from understudy.capture.naming.topology.limbs import ARM, LEG, LimbPair, best_limbs, limb_pairs


@pytest.fixture
def pairs(tree: PointTree) -> dict[str, LimbPair]:
    """Return for each branch the pair with the likeliest limbs of some kind."""
    pairs = sorted(
        limb_pairs(tree),
        key=lambda pair: -min(best_limbs(tree, pair, kind, 1)[0].cost for kind in (LEG, ARM)),
    )
    return {tree.names[pair.branch]: pair for pair in pairs}


def test_pairs_hang_from_pelvis_and_chest(pairs: dict[str, LimbPair]) -> None:
    assert set(pairs) == {"Hips", "Spine1"}


def test_the_joints_of_legs_and_arms_cost_least(tree: PointTree, pairs: dict[str, LimbPair]) -> None:
    for branch, kind, expected in (
        ("Hips", LEG, ("UpLeg", "Leg", "Foot")),
        ("Spine1", ARM, ("Arm", "ForeArm", "Hand")),
    ):
        best = best_limbs(tree, pairs[branch], kind, 1)[0]
        for limb in best.joints:
            names = [tree.names[point] for point in limb]
            assert tuple(name.removeprefix("Left").removeprefix("Right") for name in names) == expected


def test_choices_come_in_order(tree: PointTree, pairs: dict[str, LimbPair]) -> None:
    costs = [limbs.cost for limbs in best_limbs(tree, pairs["Hips"], LEG, 4)]
    assert costs == sorted(costs)
    assert costs[1] > costs[0] + 5.0
