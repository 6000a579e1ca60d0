"""The rest of a body whose limbs are known: trunk and head, hands and feet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.capture.naming.topology.tree import PointTree
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median
from understudy.spatial import rotations as rot

_BALL, _KNUCKLE = 0.4, 0.3
"""The ball of the foot is at least this share of the way from the ankle to the tip of the toes, the first
knuckle at least this share of the way from the wrist to the fingertip."""

_TOP = 0.24
"""A joint more than this many leg lengths above the shoulders is on top of the head: the head's own joint is
at 0.16 to 0.21, its top from 0.26 on."""

_NECK = -0.03
"""A neck begins above this height, in leg lengths above the shoulders; the chest is below."""

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
    for rest in (_trunk(tree, landmarks), _head(tree, landmarks)):
        landmarks = rest | landmarks
    for side in SIDES:
        wrist = landmarks[f"wrist_{side}"]
        foot = _extremity(tree, landmarks, f"ankle_{side}", f"toe_{side}", f"toe_tip_{side}", _BALL)
        hand = _extremity(tree, landmarks, f"wrist_{side}", f"knuckle_{side}", f"fingertip_{side}", _KNUCKLE)
        # The thumb, if there are several fingers, is the one that ends nearest to the wrist.
        tips = [tip for tip in tree.tips(wrist) if tree.are_apart(wrist, tip)]
        if len(tips) > 1:
            hand[f"thumb_tip_{side}"] = min(tips, key=lambda tip, wrist=wrist: tree.distance(wrist, tip))
        landmarks = hand | foot | landmarks
    return _without_empty_tips(tree, landmarks)


def _without_empty_tips(tree: PointTree, found: Mapping[str, int]) -> dict[str, int]:
    """Return the landmarks without tips that are in the place of what they are the tips of."""
    bases = {name: [found[base] for base in _TIPS.get(name, ()) if base in found] for name in found}
    return {
        name: point
        for name, point in found.items()
        if all(tree.are_apart(point, base) for base in bases[name])
    }


def _extremity(
    tree: PointTree, found: Mapping[str, int], start: str, joint: str, tip: str, share: float
) -> dict[str, int]:
    """Return joint and tip of a foot or a hand, by how far points down its longest way are from its start."""
    way = tree.longest_way(found[start])[1:]
    if not way or not tree.are_apart(found[start], way[-1]):
        return {}
    least = share * tree.distance(found[start], way[-1])
    inner = next(point for point in way if tree.distance(found[start], point) >= least)
    landmarks = {joint: found.get(joint, inner)}
    if landmarks[joint] in way and tree.are_apart(landmarks[joint], way[-1]):
        landmarks[tip] = way[-1]
    return landmarks


def _trunk(tree: PointTree, found: Mapping[str, int]) -> dict[str, int]:
    """Return pelvis, spine, chest and clavicles.

    The legs branch off at the pelvis and the arms at the chest. The spine is the joint nearest to halfway
    between the two.
    """
    pelvis = found.get("mid_hip", tree.common_ancestor(found["hip_l"], found["hip_r"]))
    branch = tree.common_ancestor(found["shoulder_l"], found["shoulder_r"])
    chest = found.get("chest", branch)
    landmarks = {"mid_hip": pelvis, "chest": chest}
    way = tree.way_down(pelvis, chest)[:-1] if tree.is_below(chest, pelvis) else []
    between = [point for point in way if point < tree.joint_count]
    ways = np.cumsum([tree.lengths[point] for point in [*between, chest]])
    inner = [
        (abs(way / ways[-1] - 0.5), point)
        for way, point in zip(ways[:-1], between, strict=True)
        if tree.same_place < way < ways[-1] - tree.same_place
    ]
    if inner:
        landmarks["spine"] = min(inner)[1]
    for side in SIDES:
        below = tree.way_down(branch, found[f"shoulder_{side}"])
        if len(below) > 1:
            landmarks[f"clavicle_{side}"] = below[0]
    return landmarks


def _head(tree: PointTree, found: Mapping[str, int]) -> dict[str, int]:
    """Return neck, head and top of the head.

    The head's way is the longest one from where the arms branch off that is no limb's. Its head is the joint
    from which a face branches off, or else the last one. Of the tips beyond, the top is furthest along the
    trunk; the others are those of a face.
    """
    start = tree.common_ancestor(found["shoulder_l"], found["shoulder_r"])
    head = found.get("head", -1)
    if head < 0:
        places = _places(tree, start, _longest_free_way(tree, start, found))
        if not places:
            return {}
        head = places[_head_number(tree, places, found)]
    landmarks = {"head": head}
    tips = [tip for tip in tree.tips(head) if tree.are_apart(head, tip)]
    if tips:
        landmarks["head_top"] = max(tips, key=lambda tip: _height(tree, tip, found))
    places = _places(tree, start, tree.way_down(start, head)[:-1]) if tree.is_below(head, start) else []
    necks = [point for point in places if tree.are_apart(point, head)]
    if necks:
        above = [point for point in necks if _height(tree, point, found) > _NECK]
        landmarks["neck"] = (above or necks)[0]
    return landmarks


def _longest_free_way(tree: PointTree, start: int, found: Mapping[str, int]) -> list[int]:
    """Return the longest way down from a point that leads to no known joint."""
    passed = {point for known in found.values() for point in tree.ancestors(known)}
    free = [child for child in tree.children[start] if child not in passed]
    return max(map(tree.longest_way, free), key=lambda way: float(tree.lengths[way].sum()), default=[])


def _places(tree: PointTree, start: int, way: list[int]) -> list[int]:
    """Return the first point of every place along a way that is not in the place of its start."""
    places = [start]
    for point in way:
        if tree.are_apart(places[-1], point):
            places.append(point)
    return places[1:]


def _head_number(tree: PointTree, places: list[int], found: Mapping[str, int]) -> int:
    """Return the number of the head among the places along its way."""
    for number, point in enumerate(places):
        if tree.has_branches(point):
            return number
    last = len(places) - 1
    is_tip = places[last] >= tree.joint_count
    # Some programs put a joint on top of the head.
    is_top = last > 1 and _height(tree, places[last], found) > _TOP
    return max(last - 1, 0) if is_tip or is_top else last


def _height(tree: PointTree, point: int, found: Mapping[str, int]) -> float:
    """Return how far a point is beyond the shoulders along the trunk, in leg lengths in the median frame."""
    hips, shoulders = (tree.middle(found[f"{name}_l"], found[f"{name}_r"]) for name in ("hip", "shoulder"))
    leg = tree.distance(found["hip_l"], found["knee_l"]) + tree.distance(found["knee_l"], found["ankle_l"])
    up = rot.normalise(shoulders - hips)
    height = median(np.sum((tree.points[:, point] - shoulders) * up, axis=1))
    return float(height) / (leg or 1.0)
