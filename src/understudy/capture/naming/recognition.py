"""Which of a skeleton's joints is what: by their names where these are known, else by the skeleton itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from understudy.capture.naming.dialects import REQUIRED, match_names, unknown_dialect
from understudy.capture.naming.topology import PointTree, complete, match_body
from understudy.capture.naming.topology.sides import Pair, side_votes
from understudy.capture.skeletons.skeleton_motion import SkeletonMotion
from understudy.motion.landmarks import SIDES

LEAST_CONFIDENCE = 0.3
"""A skeleton whose limbs are recognised with less confidence is refused. It is about a half where nothing but
a wrist may as well be a knuckle."""

LEAST_SIDES = 0.9
"""The same of left and right alone, which must never be swapped."""

UNKNOWN = "unknown names"
"""What a dialect is called that was not recognised by its names."""

_MIRRORED = -1.5
"""Votes for left and right that contradict the names by this much speak for a mirrored file."""

_LIMBS = (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist"))


@dataclass(frozen=True)
class Recognition:
    """What the joints are.

    Attributes:
        dialect: What people call their names.
        unit: Metres per unit of length that the dialect has of its own, or None.
        landmark_points: Canonical landmark → the names of the points whose mean it is.
        notes: What is to be said about this, in sentences.
    """

    dialect: str
    unit: float | None
    landmark_points: dict[str, tuple[str, ...]]
    notes: tuple[str, ...]


def recognise(path: Path, motion: SkeletonMotion) -> Recognition:
    """Find out which joint is what.

    Args:
        path: The file, for messages.
        motion: The skeleton and its frames.

    Raises:
        CaptureError: Where neither names nor skeleton tell.
    """
    match = match_names(motion.names)
    if not motion.parents:
        if match is None:
            raise unknown_dialect(path, motion.names, "and its joints are in no tree")
        return Recognition(match[0].name, match[0].unit, match[1], ())
    tree = PointTree.of(motion)
    if match is not None:
        found = {landmark: motion.names.index(points[0]) for landmark, points in match[1].items()}
        if _fits(tree, found):
            landmarks = complete(tree, found)
            return Recognition(match[0].name, match[0].unit, _named(motion, landmarks), _doubts(tree, found))
    return _by_topology(path, motion, tree, match is not None)


def _by_topology(path: Path, motion: SkeletonMotion, tree: PointTree, names_mislead: bool) -> Recognition:
    body = match_body(tree)
    if body is None:
        raise unknown_dialect(path, motion.names, "and its tree has no two pairs of limbs")
    if body.limbs < LEAST_CONFIDENCE:
        raise unknown_dialect(
            path,
            motion.names,
            f"and its shape and motion tell legs and arms with a confidence of {body.limbs:.2f} only, "
            f"at least {LEAST_CONFIDENCE:g} is needed",
        )
    if body.sides.confidence < LEAST_SIDES:
        reason = "and neither feet nor knees nor elbows tell left from right"
        raise unknown_dialect(path, motion.names, reason)
    about = "do not fit its tree" if names_mislead else "are of no known dialect"
    note = (
        f"The joints' names {about}; what they are was told from tree, proportions and motion, left and "
        f"right from {body.sides.evidence}, with a confidence of {body.confidence:.2f}."
    )
    return Recognition(UNKNOWN, None, _named(motion, complete(tree, body.joints)), (note,))


def _fits(tree: PointTree, found: Mapping[str, int]) -> bool:
    """Tell whether the joints of every limb hang from each other, and no limb from another."""
    for side in SIDES:
        for first, middle, last in _LIMBS:
            for lower, upper in ((middle, first), (last, middle)):
                if not tree.is_below(found[f"{lower}_{side}"], found[f"{upper}_{side}"]):
                    return False
    tops = [found[f"{limb[0]}_{side}"] for limb in _LIMBS for side in SIDES]
    return len({found[name] for name in REQUIRED}) == len(REQUIRED) and not any(
        tree.is_below(one, other) for one in tops for other in tops
    )


def _doubts(tree: PointTree, found: Mapping[str, int]) -> tuple[str, ...]:
    """Return a sentence where left and right are the wrong way round by the skeleton's own shape."""
    legs, arms = (_pair(found, limb) for limb in _LIMBS)
    votes = side_votes(tree, legs, arms)
    seen = sum(vote for name, vote in votes.items() if name != "the names")
    if seen > _MIRRORED:
        return ()
    return (
        "Feet and knees point backwards if left and right are as the names say: the file seems mirrored.",
    )


def _pair(found: Mapping[str, int], limb: tuple[str, str, str]) -> Pair:
    first, middle, last = limb
    left, right = (
        (found[f"{first}_{side}"], found[f"{middle}_{side}"], found[f"{last}_{side}"]) for side in SIDES
    )
    return left, right


def _named(motion: SkeletonMotion, landmarks: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    return {landmark: (motion.names[point],) for landmark, point in landmarks.items()}
