"""Left and right that are not alike: limbs whose bones differ, and points that changed places.

Nobody's arm is half as long again as the other one. Where bones of the two sides differ by more than 15 %,
something is wrong with the points. Where exchanging two points of one side makes both sides alike, their
columns or labels were exchanged, and they are read the other way round. Both sides are alike as well where
the same exchange spoils the good side, so the one counts after which limbs have human proportions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.placing.point_body import median_length, some_frames
from understudy.capture.placing.posture import LIMBS, Landmarks, point
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.motion.landmarks import SIDES

Lengths = Mapping[tuple[str, str], tuple[float, float]]
"""Both ends of a bone without their side → its length on the left and on the right, 0 where none is seen."""

UNLIKE = 0.15
"""Bones of both sides that differ by more than this share are not one person's."""

_ALIKE = 0.12
_HEALED = 0.35
"""An exchange has to bring the distances between all points of the limb this near to those of the other side
on the mean, and to so small a share of how far apart they were."""

_UPPER_PER_LOWER: dict[tuple[str, ...], float] = {
    LIMBS[1]: winter.UPPER_ARM / winter.FOREARM,
    LIMBS[0]: winter.THIGH / winter.SHIN,
}
_BONES = {
    ("shoulder", "elbow"): "upper arms",
    ("elbow", "wrist"): "forearms",
    ("hip", "knee"): "thighs",
    ("knee", "ankle"): "shins",
}


def with_healed_sides(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return a capture in which exchanged points have their right names; warn of what cannot be healed.

    What Understudy wrote itself was looked at when it was read first.
    """
    if raw.is_placed:
        return raw
    tracks = some_frames(raw.tracks)
    for limb in LIMBS:
        lengths = {bone: _both_sides(tracks, *bone) for bone in pairwise(limb)}
        pair = exchanged(tracks, limb, lengths)
        # A skeleton's joints cannot change places without its tree.
        if pair is not None and not raw.parents:
            first, second = pair
            points = dict(raw.landmark_points)
            points[first], points[second] = points[second], points[first]
            raw = replace(raw, landmark_points=points)
            remarks.warn(
                f"{first} and {second} were exchanged: as named in the file, bones of the left and of the "
                "right side are not alike, and that makes them so."
            )
            tracks = _swapped(tracks, pair)
            continue
        for upper, lower in pairwise(limb):
            left, right = lengths[upper, lower]
            if left and right and max(left, right) > (1.0 + UNLIKE) * min(left, right):
                remarks.warn(
                    f"The {_BONES[upper, lower]} are not alike: the left one is {left / right:.2f} times as "
                    "long as the right one. Points of one side may be exchanged or wrongly labelled."
                )
    return raw


def exchanged(
    tracks: Landmarks, limb: tuple[str, ...], lengths: Lengths | None = None
) -> tuple[str, str] | None:
    """Return the two points of one side that were exchanged, None where none were or it does not heal.

    Args:
        tracks: Point with its side (``elbow_l``) → (T, 3), NaN where unknown.
        limb: Points along a limb without their side, from the body outwards.
        lengths: Of its bones, where they were measured already.
    """
    bones = _ratios(tracks, list(pairwise(limb)), lengths or {})
    if len(bones) == 0 or bones.max() <= np.log(1.0 + UNLIKE):
        return None
    ways = list(combinations(limb, 2))
    most = min(_ALIKE, _HEALED * _unlikeness(tracks, ways))
    swaps = [(f"{first}_{side}", f"{second}_{side}") for first, second in ways for side in SIDES]
    swaps = [pair for pair in swaps if all(name in tracks for name in pair)]
    healing = [pair for pair in swaps if _unlikeness(_swapped(tracks, pair), ways) <= most]
    return min(healing, key=lambda pair: _disproportion(_swapped(tracks, pair), limb), default=None)


def _disproportion(tracks: Landmarks, limb: tuple[str, ...]) -> float:
    """Return how far upper over lower segment is from a person's, infinity where no side shows both.

    Of points that are no joints only the order is known: each is farther from the first than the one before.
    """
    if limb not in LIMBS:
        ways = [[_length(tracks, limb[0], joint, side) for joint in limb[1:]] for side in SIDES]
        return float(sum(max(0.0, near - far) for way in ways for near, far in pairwise(way)))
    found = []
    for side in SIDES:
        upper, lower = (_length(tracks, start, end, side) for start, end in pairwise(limb))
        if upper and lower:
            found.append(abs(np.log(upper / lower / _UPPER_PER_LOWER[limb])))
    return float(np.mean(found)) if found else float("inf")


def _swapped(tracks: Landmarks, pair: tuple[str, str]) -> dict[str, np.ndarray]:
    first, second = pair
    return {**tracks, first: tracks[second], second: tracks[first]}


def _unlikeness(tracks: Landmarks, ways: Sequence[tuple[str, str]]) -> float:
    """Return how far apart the sides are on the mean, infinity where no frame shows a length of both."""
    ratios = _ratios(tracks, ways, {})
    return float(ratios.mean()) if len(ratios) else float("inf")


def _ratios(tracks: Landmarks, ways: Sequence[tuple[str, str]], lengths: Lengths) -> np.ndarray:
    """Return (N,) absolute logarithms of left over right of the lengths that are seen on both sides."""
    sides = [lengths[way] if way in lengths else _both_sides(tracks, *way) for way in ways]
    return np.array([abs(np.log(left / right)) for left, right in sides if left and right])


def _both_sides(tracks: Landmarks, upper: str, lower: str) -> tuple[float, float]:
    """Return a length of the left and of the right side."""
    left, right = (_length(tracks, upper, lower, side) for side in SIDES)
    return left, right


def _length(tracks: Landmarks, upper: str, lower: str, side: str) -> float:
    """Return a length of one side, 0 where no frame shows it."""
    start, end = (point(tracks, f"{name}_{side}") for name in (upper, lower))
    length = median_length(start, end)
    return 0.0 if np.isnan(length) else length
