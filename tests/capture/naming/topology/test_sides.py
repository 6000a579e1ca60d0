"""Left and right, from what points where."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.topology.sides import Pair, left_and_right, side_votes
from understudy.capture.naming.topology.tree import PointTree


def pairs(tree: PointTree, tips: bool = True) -> tuple[Pair, Pair]:
    def limb(side: str, names: tuple[str, str, str]) -> tuple[int, int, int]:
        first, middle, last = (tree.names.index(f"{side}{name}") for name in names)
        return first, middle, last

    leg, arm = ("UpLeg", "Leg", "Foot"), ("Arm", "ForeArm", "Hand")
    return (limb("Left", leg), limb("Right", leg)), (limb("Left", arm), limb("Right", arm))


def renamed(tree: PointTree, points: np.ndarray | None = None) -> PointTree:
    """Return the tree under names that say nothing."""
    names = tuple(f"x{number}" for number in range(len(tree.names)))
    return PointTree(names, tree.parents, tree.joint_count, tree.points if points is None else points)


def test_feet_knees_and_elbows_agree(tree: PointTree) -> None:
    votes = side_votes(renamed(tree), *pairs(tree))
    assert votes["the feet"] > 1.0
    assert votes["the knees"] > 0.1
    assert votes["the elbows"] > 0.1
    assert votes["the names"] == 0.0


def test_whichever_limb_comes_first(tree: PointTree) -> None:
    legs, arms = pairs(tree)
    swapped = (legs[1], legs[0])
    sides = left_and_right(renamed(tree), swapped, arms)
    assert sides.legs == ("r", "l")
    assert sides.arms == ("l", "r")
    assert sides.confidence > 0.99


def test_feet_are_enough(tree: PointTree) -> None:
    still = renamed(tree, tree.points[:1])
    sides = left_and_right(still, *pairs(tree))
    assert sides.legs == ("l", "r")
    assert sides.evidence == "the feet"
    assert sides.confidence > 0.99


def test_nothing_tells_a_straight_body_without_feet(tree: PointTree) -> None:
    footless = np.array(tree.points[:1])
    for side in ("Left", "Right"):
        for tip in ("ToeBase", "ToeBase_end"):
            footless[:, tree.names.index(f"{side}{tip}")] = footless[:, tree.names.index(f"{side}Foot")]
    sides = left_and_right(renamed(tree, footless), *pairs(tree))
    assert sides.confidence == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("left", "right"), [("Left", "Right"), ("L_", "R_"), ("l", "r"), ("x.L", "x.R"), ("LEFT", "RIGHT")]
)
def test_words_count(tree: PointTree, left: str, right: str) -> None:
    names = tuple(
        name.replace("Left", left).replace("Right", right)
        if "." not in left
        else f"{name[-3:]}{left if 'Left' in name else right}"
        for name in tree.names
    )
    worded = PointTree(names, tree.parents, tree.joint_count, tree.points)
    assert side_votes(worded, *pairs(tree))["the names"] == pytest.approx(4.0)


def test_letters_within_words_do_not_count(tree: PointTree) -> None:
    names = tuple(f"l{name.lower()[-1]}curl{number}" for number, name in enumerate(tree.names))
    worded = PointTree(names, tree.parents, tree.joint_count, tree.points)
    assert side_votes(worded, *pairs(tree))["the names"] == 0.0
