"""Landmarks of feet and hands, by how far the places along them are from ankle and wrist."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.capture.naming.topology.tree import PointTree

_BALL = 0.4
"""The ball of the foot is at least this share of the way from the ankle to the tip of the toes."""

_KNUCKLE = 0.3
"""The first knuckle is at least this share of the way from the wrist to the fingertip."""


def foot_landmarks(tree: PointTree, found: Mapping[str, int], side: str) -> dict[str, int]:
    """Return ball and tip of the toes of one side, as far as there are any."""
    way = _far_way(tree, found[f"ankle_{side}"])
    if not way:
        return {}
    toe = found.get(f"toe_{side}", _first_beyond(tree, found[f"ankle_{side}"], way, _BALL))
    landmarks = {f"toe_{side}": toe}
    if toe in way and tree.distance(toe, way[-1]) > tree.same_place:
        landmarks[f"toe_tip_{side}"] = way[-1]
    return landmarks


def hand_landmarks(tree: PointTree, found: Mapping[str, int], side: str) -> dict[str, int]:
    """Return knuckle, fingertip and tip of the thumb of one side, as far as there are any.

    The longest finger is the middle one. The thumb, if there are several fingers, is the one that ends
    nearest to the wrist.
    """
    wrist = found[f"wrist_{side}"]
    way = _far_way(tree, wrist)
    if not way:
        return {}
    knuckle = found.get(f"knuckle_{side}", _first_beyond(tree, wrist, way, _KNUCKLE))
    landmarks = {f"knuckle_{side}": knuckle}
    if knuckle in way and tree.distance(knuckle, way[-1]) > tree.same_place:
        landmarks[f"fingertip_{side}"] = way[-1]
    tips = [tip for tip in tree.tips(wrist) if tree.distance(wrist, tip) > tree.same_place]
    if len(tips) > 1:
        landmarks[f"thumb_tip_{side}"] = min(tips, key=lambda tip: tree.distance(wrist, tip))
    return landmarks


def _far_way(tree: PointTree, start: int) -> list[int]:
    """Return the points below a joint down the longest way, empty where that has no length."""
    way = tree.longest_way(start)[1:]
    return way if way and tree.distance(start, way[-1]) > tree.same_place else []


def _first_beyond(tree: PointTree, start: int, way: list[int], share: float) -> int:
    """Return the first point of a way that is at least a share of its length from the start."""
    least = share * tree.distance(start, way[-1])
    return next(point for point in way if tree.distance(start, point) >= least)
