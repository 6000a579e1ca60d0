"""Bodies that cannot be: left and right swapped, bones without length. Each gets one sentence."""

from __future__ import annotations

import numpy as np

from understudy.anatomy.body_vectors import BodyVectors, Track
from understudy.anatomy.components import TINY, cross, dot
from understudy.errors import InvalidMotionError

_OFTEN = 0.5
"""Share of frames from which on a contradiction is no slip of the capture."""


def require_plausible(vectors: BodyVectors, source: str) -> None:
    """Require limbs with a length, and left on the left.

    Args:
        vectors: The body.
        source: Where it came from, for the message.

    Raises:
        InvalidMotionError: Naming the part and the count of frames.
    """
    place = f"{source}: " if source else ""
    bones = {
        "line of the hips": vectors.hips,
        "line of the shoulders": vectors.shoulders,
        "spine": vectors.spine,
        **{name.replace("_", " "): track for name, track in vectors.segments.items()},
    }
    for name, bone in bones.items():
        if bone.is_seen and not (np.abs(bone.values) > TINY).any():
            raise InvalidMotionError(
                f"{place}the {name} has no length in any of {int(bone.known.sum())} frames; "
                "expected two different points at its ends"
            )
    _require_sides(vectors, place)


def _require_sides(vectors: BodyVectors, place: str) -> None:
    hips, shoulders = vectors.hips, vectors.shoulders
    both = hips.known & shoulders.known
    if _opposite(dot(hips.values, shoulders.values), both):
        raise InvalidMotionError(
            f"{place}left and right are swapped at the hips or at the shoulders: their lines point opposite "
            "ways in most frames; expected both from right to left"
        )
    forward = cross(shoulders.values, vectors.spine.values)
    looks, seen = _face(vectors)
    if _opposite(dot(forward, looks), seen & shoulders.known & vectors.spine.known):
        raise InvalidMotionError(
            f"{place}left and right are swapped: by shoulders and hips the body faces away from its own face "
            "in most frames; expected points named left on the person's left"
        )


def _face(vectors: BodyVectors) -> tuple[np.ndarray, np.ndarray]:
    """Return where the face is from the middle of the ears, or from the neck, and where that is known."""
    nose, neck = vectors.points["nose"], vectors.points["neck"]
    ear_l, ear_r = vectors.points["ear_l"], vectors.points["ear_r"]
    if ear_l.is_seen and ear_r.is_seen:
        middle = Track(0.5 * (ear_l.values + ear_r.values), ear_l.known & ear_r.known)
        looks = nose - middle
    else:
        looks = nose - neck
    return looks.values, looks.known


def _opposite(products: np.ndarray, known: np.ndarray) -> bool:
    return bool(known.any()) and float(np.mean(products[known] < 0.0)) > _OFTEN
