"""Which unit of length a capture uses, where its format leaves that open.

The skeleton's stature decides: a unit is possible where it makes the person 0.45 m (a newborn) to
2.2 m tall. Numbers between two such ranges leave two units open, which is settled in this order:

1. Names of the CMU conversions with a possible CMU unit mean that unit.
2. Otherwise the unit that comes nearest to an adult of 1.7 m, or to a baby of 0.65 m where the body has a
   baby's proportions: its legs are shorter than its trunk, neck and head together. 64 units may thus be a
   baby in centimetres or an adult in inches, 25 a baby in inches or an adult in CMU units.
3. On equal terms the more usual unit, which stands earlier in ``UNITS``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks, trunk
from understudy.capture.placing.stature import crown_length, leg_length, stature

SHORTEST_PERSON = 0.45
TALLEST_PERSON = 2.2
ADULT = 1.7
BABY = 0.65
"""Statures [m]."""

BABY_LEG_PER_CROWN = 0.92
"""Leg over crown-to-hip length: 0.82 at four months (Fiala 2023, Table 3.3), 1.04 in adults (Winter)."""

BABY_LEG_PER_TRUNK = 1.35
"""Leg over hip-to-shoulder length, where there is no crown: 1.0 at four months, 1.7 in adults."""


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
    expected = BABY if _has_baby_proportions(pose) else ADULT
    return min(possible, key=lambda unit: abs(height * unit.metres - expected))


def _has_baby_proportions(pose: Landmarks) -> bool:
    crown = crown_length(pose)
    if crown is None:
        return leg_length(pose) < BABY_LEG_PER_TRUNK * float(np.linalg.norm(trunk(pose)))
    return leg_length(pose) < BABY_LEG_PER_CROWN * crown
