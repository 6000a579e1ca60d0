"""Which of two limbs is the left one, from which way feet, knees and elbows point.

If one hip is the left one, forward is left × up, where up is the trunk's direction. Feet point forward from
the ankles, knees protrude forward, elbows backward. Each gives a vote that depends neither on where up is in
the file nor on the pose; words for left and right in the names add theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from understudy.capture.naming.topology.tree import PointTree
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

Limb = tuple[int, int, int]
Pair = tuple[Limb, Limb]

_FEET, _KNEES, _ELBOWS, _WORDS = 3.0, 2.0, 0.7, 4.0
"""How much each vote counts."""

_STEEPNESS = 3.0
"""How fast confidence grows with the sum of votes: a vote of half a foot's weight gives 0.99."""

_LEFT_WORDS = re.compile(r"(?i:left)|(?:^|[^A-Za-z])[lL](?:$|[^A-Za-z])|^l(?=[A-Z])")
_RIGHT_WORDS = re.compile(r"(?i:right)|(?:^|[^A-Za-z])[rR](?:$|[^A-Za-z])|^r(?=[A-Z])")
"""The words themselves, single letters between others than letters, and small ones before a capital."""


@dataclass(frozen=True)
class Sides:
    """Left and right.

    Attributes:
        legs: The side of each of the two legs, ``"l"`` or ``"r"``.
        arms: The same of the arms.
        confidence: How sure this is, from 0.5 to 1.
        evidence: What told, to complete "left and right by ...".
    """

    legs: tuple[str, str]
    arms: tuple[str, str]
    confidence: float
    evidence: str


def left_and_right(tree: PointTree, legs: Pair, arms: Pair) -> Sides:
    """Tell the sides of two legs and two arms, each given as three joints."""
    votes = side_votes(tree, legs, arms)
    total = sum(votes.values())
    confidence = float(1.0 / (1.0 + np.exp(-_STEEPNESS * abs(total))))
    order, reverse = (("l", "r"), ("r", "l")) if total >= 0.0 else (("r", "l"), ("l", "r"))
    is_crossed = _are_crossed(tree, legs, arms)
    told = [name for name, vote in votes.items() if vote * total > 0.0]
    return Sides(order, reverse if is_crossed else order, confidence, " and ".join(told) or "nothing")


def side_votes(tree: PointTree, legs: Pair, arms: Pair) -> dict[str, float]:
    """Return what feet, knees, elbows and names say; over 0 where the first leg is the left one."""
    hips, shoulders = (tree.middle(one[0], two[0]) for one, two in (legs, arms))
    across = tree.points[:, legs[0][0]] - tree.points[:, legs[1][0]]
    forward = rot.normalise(cross(across, shoulders - hips))
    is_crossed = _are_crossed(tree, legs, arms)
    return {
        "the feet": _FEET * _pointing(tree, legs, forward),
        "the knees": _KNEES * _protruding(tree, legs, forward),
        "the elbows": -_ELBOWS * _protruding(tree, arms, forward),
        "the names": _WORDS * (_words(tree, *legs) + (-1.0 if is_crossed else 1.0) * _words(tree, *arms)),
    }


def _are_crossed(tree: PointTree, legs: Pair, arms: Pair) -> bool:
    """Tell whether the first arm is on the second leg's side, over all frames."""
    hips, shoulders = (tree.points[:, one[0]] - tree.points[:, other[0]] for one, other in (legs, arms))
    return float(np.sum(hips * shoulders)) < 0.0


def _pointing(tree: PointTree, legs: Pair, forward: np.ndarray) -> float:
    """Return the mean of how far feet point forward, from -1 to 1; 0 without feet."""
    votes = []
    for *_, ankle in legs:
        tip = tree.longest_way(ankle)[-1]
        foot = tree.points[:, tip] - tree.points[:, ankle]
        if tree.are_apart(ankle, tip):
            votes.append(np.mean(np.sum(rot.normalise(foot) * forward, axis=1)))
    return float(np.mean(votes)) if votes else 0.0


def _protruding(tree: PointTree, limbs: Pair, forward: np.ndarray) -> float:
    """Return how far middle joints are before the line from first to last, 1 for a right angle's bend."""
    votes = []
    for first, middle, last in limbs:
        start, end = tree.points[:, first], tree.points[:, last]
        out = tree.points[:, middle] - 0.5 * (start + end)
        length = tree.distance(first, middle) + tree.distance(middle, last)
        votes.append(np.mean(np.sum(out * forward, axis=1)) / length)
    # At a right angle the middle joint is half the line's length before it: 0.35 of both segments.
    return float(np.clip(np.mean(votes) / 0.35, -1.0, 1.0))


def _words(tree: PointTree, one: Limb, other: Limb) -> float:
    """Return 0.5 where names say that the first limb is left, -0.5 where they say right, else 0."""
    if _are_named(tree, one, _LEFT_WORDS) and _are_named(tree, other, _RIGHT_WORDS):
        return 0.5
    return -0.5 if _are_named(tree, one, _RIGHT_WORDS) and _are_named(tree, other, _LEFT_WORDS) else 0.0


def _are_named(tree: PointTree, limb: Limb, words: re.Pattern[str]) -> bool:
    return all(words.search(tree.names[point]) for point in limb)
