"""Lengths of a person's segments: from age and height, symmetric or side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.hand import BREADTH_SHARE
from understudy.anthropometry.person import Person
from understudy.anthropometry.proportions import sizes_at
from understudy.anthropometry.reference_body import BodyPoint
from understudy.anthropometry.reference_lengths import LENGTH_SHARES
from understudy.anthropometry.sizes import Sizes, adult_sizes
from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion.landmarks import SIDES

MIDLINE_LENGTHS = ("pelvis", "abdomen", "thorax", "neck", "head")
PAIRED_LENGTHS = (*(name for name in LENGTH_SHARES if name not in MIDLINE_LENGTHS), "hand_breadth")

_STANDING = ("thigh", "shin", "ankle_height")
_LONGEST = 3.0
"""Nobody has a segment longer than this [m]."""


@dataclass(frozen=True, eq=False)
class Length:
    """A length of the body as a parameter of its model.

    Attributes:
        name: Such as ``thigh``, or ``thigh_l`` of one side.
        value: [m].
        moves: Bodies that it places: ``body_pos[body]`` = fixed part + value · direction, with the
            direction (3,) in the parent's frame. Directions are unit vectors, but in the fingers, where
            they are shares of the hand's length or breadth.
    """

    name: str
    value: float
    moves: tuple[tuple[str, np.ndarray], ...]


def person_lengths(person: Person) -> dict[str, float]:
    """Return every length [m] of a person, side by side (``thigh_l``, ``thigh_r``, …).

    Both sexes have the reference model's shares of height.
    """
    single = _from_sizes(sizes_at(person.age, person.height))
    lengths = {name: single[name] for name in MIDLINE_LENGTHS}
    return lengths | {f"{name}_{side}": single[name] for name in PAIRED_LENGTHS for side in SIDES}


def _from_sizes(sizes: Sizes) -> dict[str, float]:
    """Return the reference model's lengths for the sizes of a body; adults get Table II's exactly."""
    share, adult = LENGTH_SHARES, adult_sizes(1.0)
    head_scale = sizes.head_radius / adult.head_radius
    shoulders = sizes.shoulder_width / adult.shoulder_width
    foot = sizes.ball_forward / adult.ball_forward
    hand = sizes.palm + sizes.fingers
    return {
        "pelvis": sizes.hip_drop,
        "abdomen": sizes.lumbar,
        "thorax": sizes.thorax,
        "neck": sizes.neck,
        "head": sizes.head,
        "eye_half_width": head_scale * share["eye_half_width"],
        "eye_forward": head_scale * share["eye_forward"],
        # A face is laid out from the crown, since infants' joint of the head is higher up in it.
        "eye_height": sizes.head - head_scale * (share["head"] - share["eye_height"]),
        "clavicle_half_width": shoulders * share["clavicle_half_width"],
        "clavicle_height": sizes.thorax - sizes.shoulder_drop,
        "clavicle": shoulders * share["clavicle"],
        "upper_arm": sizes.upper_arm,
        "forearm": sizes.forearm,
        "hand": hand,
        "hand_breadth": BREADTH_SHARE * hand,
        "hip_half_width": 0.5 * sizes.hip_width,
        "thigh": sizes.thigh,
        "shin": sizes.shin,
        "ankle_height": sizes.ankle_height,
        "hindfoot": foot * share["hindfoot"],
        "forefoot": foot * share["forefoot"],
        "toes": sizes.toes / adult.toes * share["toes"],
    }


def stature(lengths: Mapping[str, float]) -> float:
    """Return the height [m] of a standing body, by its mean leg."""
    leg = sum(lengths[f"{name}_{side}"] for name in _STANDING for side in SIDES) / len(SIDES)
    return leg + sum(lengths[name] for name in MIDLINE_LENGTHS)


def changed(lengths: Mapping[str, float], changes: Mapping[str, float]) -> dict[str, float]:
    """Return lengths with changes, each for both sides (``thigh``) or for one (``thigh_l``)."""
    result = dict(lengths)
    for name, value in changes.items():
        sides = (name,) if name in result else tuple(f"{name}_{side}" for side in SIDES)
        if sides[0] not in result:
            raise InvalidMotionError(unknown_name("length", name, (*MIDLINE_LENGTHS, *PAIRED_LENGTHS)))
        if not 0.0 < value < _LONGEST:
            raise InvalidMotionError(
                f"length {name} is {value}, expected more than 0 and less than {_LONGEST} m"
            )
        result |= dict.fromkeys(sides, float(value))
    return result


def side_of(point: str) -> str:
    """Return ``l`` or ``r`` for a point of a limb, empty for one of the midline."""
    if point.startswith("*"):
        return point[-1] if point[-2:] in ("_l", "_r") else ""
    return {"L": "l", "R": "r"}.get(point[0], "")


def of_side(lengths: Mapping[str, float], side: str) -> dict[str, float]:
    """Return lengths without sides, as a limb of one side has them; the midline's too."""
    single = {name: lengths[name] for name in MIDLINE_LENGTHS}
    if side:
        single |= {name: lengths[f"{name}_{side}"] for name in PAIRED_LENGTHS}
    return single


def length_parameters(
    lengths: Mapping[str, float], points: Iterable[BodyPoint], per_side: bool
) -> dict[str, Length]:
    """Return the lengths that place bodies, with the bodies that each of them moves.

    Args:
        lengths: Side by side [m].
        points: Points that are bodies of the model.
        per_side: Whether left and right are parameters of their own, or one that moves both.
    """
    moves: dict[str, list[tuple[str, np.ndarray]]] = {}
    for point in points:
        side = side_of(point.name)
        for name, direction in point.offsets:
            sided = f"{name}_{side}" if per_side and name in PAIRED_LENGTHS else name
            vector = np.array(direction)
            vector.setflags(write=False)
            if vector.any():
                moves.setdefault(sided, []).append((point.name, vector))
    return {name: Length(name, _value(lengths, name), tuple(those)) for name, those in moves.items()}


def _value(lengths: Mapping[str, float], name: str) -> float:
    if name in lengths:
        return lengths[name]
    return sum(lengths[f"{name}_{side}"] for side in SIDES) / len(SIDES)
