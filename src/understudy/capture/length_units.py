"""Which unit of length a capture uses, where its format leaves that open.

The skeleton's stature decides: a unit is possible where it makes the person 0.45 m (a newborn) to
2.2 m tall. Numbers between two such ranges leave two units open, which is settled in this order:

1. Names of the CMU conversions with a possible CMU unit mean that unit.
2. Centimetres or inches (45 to 87 units tall): a baby in centimetres or an adult in inches. Body
   proportions tell them apart, since a baby's legs are shorter than its trunk, neck and head together.
3. Otherwise the unit that comes nearest to an adult of 1.7 m, and on equal terms the more usual one,
   which stands earlier in ``UNITS``.
"""

from __future__ import annotations

from dataclasses import dataclass

from understudy.capture.posture import Landmarks
from understudy.capture.stature import crown_length, leg_length, stature

SHORTEST_PERSON = 0.45
TALLEST_PERSON = 2.2
ADULT = 1.7
"""Statures [m]."""

BABY_LEG_RATIO = 0.92
"""Leg over crown-to-hip length: 0.82 at four months (Fiala 2023, Table 3.3), 1.04 in adults (Winter)."""


@dataclass(frozen=True)
class LengthUnit:
    """A unit of length: what people call it, and how many metres it has."""

    name: str
    metres: float


CENTIMETRE = LengthUnit("centimetres", 0.01)
METRE = LengthUnit("metres", 1.0)
CMU_UNIT = LengthUnit("CMU units of 1/0.45 inch", 0.0254 / 0.45)
INCH = LengthUnit("inches", 0.0254)
MILLIMETRE = LengthUnit("millimetres", 0.001)

UNITS: tuple[LengthUnit, ...] = (CENTIMETRE, METRE, CMU_UNIT, INCH, MILLIMETRE)
"""Every unit that is considered, the most usual first."""


def infer_unit(pose: Landmarks, names_are_cmu: bool = False) -> LengthUnit | None:
    """Return the unit in which a pose's skeleton is a person, or None where no unit makes it one.

    Args:
        pose: Landmarks ``(3,)`` of one pose in the unknown unit.
        names_are_cmu: Whether the points bear the names of the CMU conversions.
    """
    height = stature(pose)
    possible = [unit for unit in UNITS if SHORTEST_PERSON <= height * unit.metres <= TALLEST_PERSON]
    if not possible:
        return None
    if names_are_cmu and CMU_UNIT in possible:
        return CMU_UNIT
    if CENTIMETRE in possible and INCH in possible and _has_baby_proportions(pose):
        return CENTIMETRE
    return min(possible, key=lambda unit: abs(height * unit.metres - ADULT))


def _has_baby_proportions(pose: Landmarks) -> bool:
    crown = crown_length(pose)
    return crown is not None and leg_length(pose) < BABY_LEG_RATIO * crown
