"""Which of a skeleton's joints is what: by their names where these are known, else by the skeleton itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from understudy.capture.naming.dialects import dialects, match_names
from understudy.capture.naming.topology.body import match_body
from understudy.capture.naming.topology.completion import complete
from understudy.capture.naming.topology.tree import PointTree
from understudy.capture.placing.length_units import known_unit
from understudy.capture.placing.posture import LIMBS, REQUIRED
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError
from understudy.motion.landmarks import SIDES

LEAST_CONFIDENCE = 0.3
"""A skeleton whose limbs are recognised with less confidence is refused. It is about a half where nothing but
a wrist may as well be a knuckle."""

LEAST_SIDES = 0.9
"""The same of left and right alone, which must never be swapped."""

UNKNOWN = "unknown names"
"""What a dialect is called that was not recognised by its names."""


def recognise(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return the capture of a skeleton that knows which joint is what.

    Raises:
        CaptureError: Where neither names nor skeleton tell.
    """
    match = match_names(raw.names)
    if match is not None:
        dialect, points = match
        unit = None if dialect.unit is None else known_unit(dialect.unit)
        up = dialect.up or raw.usual_up
        named = replace(raw, naming=dialect.name, landmark_points=points, usual_unit=unit, usual_up=up)
        if not raw.parents:
            return named
        tree = PointTree.of(raw)
        found = {landmark: raw.names.index(names[0]) for landmark, names in points.items()}
        if _fits(tree, found):
            return replace(named, landmark_points=_named(tree, complete(tree, found)))
    if not raw.parents:
        raise _unknown(raw, "its joints are in no tree")
    about = "are of no known dialect" if match is None else "do not fit its tree"
    return _by_topology(raw, PointTree.of(raw), about, remarks)


def _by_topology(raw: RawCapture, tree: PointTree, about: str, remarks: Remarks) -> RawCapture:
    body = match_body(tree)
    if body is None:
        raise _unknown(raw, "its tree has no two pairs of limbs")
    if body.limbs < LEAST_CONFIDENCE:
        raise _unknown(
            raw,
            f"its shape and motion tell legs and arms with a confidence of {body.limbs:.2f} only, "
            f"at least {LEAST_CONFIDENCE:g} is needed",
        )
    if body.sides.confidence < LEAST_SIDES:
        raise _unknown(raw, "neither feet nor knees nor elbows tell left from right")
    remarks.note(
        f"The joints' names {about}; what they are was inferred from tree, proportions and motion, "
        f"left and right from {body.sides.evidence}, "
        f"with a confidence of {body.limbs * body.sides.confidence:.2f}."
    )
    return replace(raw, naming=UNKNOWN, landmark_points=_named(tree, complete(tree, body.joints)))


def _unknown(raw: RawCapture, reason: str) -> CaptureError:
    known = ", ".join(dialect.name for dialect in dialects())
    return CaptureError(
        raw.source.path,
        f"its joints' names are of no known dialect ({known}) and {reason}; found the names "
        f"{shown_list(raw.names)}",
    )


def _fits(tree: PointTree, found: Mapping[str, int]) -> bool:
    """Tell whether the joints of every limb hang from each other, and no limb from another."""
    limbs = [[found[f"{name}_{side}"] for name in limb] for limb in LIMBS for side in SIDES]
    tops = [limb[0] for limb in limbs]
    return (
        all(tree.is_below(lower, upper) for limb in limbs for upper, lower in pairwise(limb))
        and len({found[name] for name in REQUIRED}) == len(REQUIRED)
        and not any(tree.is_below(one, other) for one in tops for other in tops)
    )


def _named(tree: PointTree, landmarks: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    return {landmark: (tree.names[point],) for landmark, point in landmarks.items()}
