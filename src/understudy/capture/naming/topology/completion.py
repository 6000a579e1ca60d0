"""The rest of a body whose limbs are known: trunk and head, hands and feet."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.capture.naming.topology.extremities import foot_landmarks, hand_landmarks
from understudy.capture.naming.topology.tree import PointTree
from understudy.capture.naming.topology.trunk import head_landmarks, trunk_landmarks
from understudy.motion.landmarks import SIDES

_TIPS: dict[str, tuple[str, ...]] = {
    "head_top": ("head",),
    **{f"toe_{side}": (f"ankle_{side}",) for side in SIDES},
    **{f"toe_tip_{side}": (f"toe_{side}", f"ankle_{side}") for side in SIDES},
    **{f"knuckle_{side}": (f"wrist_{side}",) for side in SIDES},
    **{f"fingertip_{side}": (f"knuckle_{side}", f"wrist_{side}") for side in SIDES},
    **{f"thumb_tip_{side}": (f"wrist_{side}",) for side in SIDES},
}
"""Landmarks that have to be apart from others: many files end segments by tips of no length."""


def complete(tree: PointTree, found: Mapping[str, int]) -> dict[str, int]:
    """Return all landmarks that a skeleton covers.

    Args:
        tree: The skeleton.
        found: Landmark → point of at least hips, knees, ankles, shoulders, elbows and wrists. What it holds
            is kept, but for tips of no length.
    """
    landmarks = _without_empty_tips(tree, found)
    for rest in (trunk_landmarks(tree, landmarks), head_landmarks(tree, landmarks)):
        landmarks = rest | landmarks
    for side in SIDES:
        landmarks = foot_landmarks(tree, landmarks, side) | landmarks
        landmarks = hand_landmarks(tree, landmarks, side) | landmarks
    return _without_empty_tips(tree, landmarks)


def _without_empty_tips(tree: PointTree, found: Mapping[str, int]) -> dict[str, int]:
    """Return the landmarks without tips that are in the place of what they are the tips of."""

    def is_empty(name: str) -> bool:
        bases = [found[base] for base in _TIPS.get(name, ()) if base in found]
        return any(tree.distance(found[name], base) <= tree.same_place for base in bases)

    return {name: point for name, point in found.items() if not is_empty(name)}
