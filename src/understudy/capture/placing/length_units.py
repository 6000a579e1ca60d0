"""Which unit of length a capture uses, where its format leaves that open.

The skeleton's stature decides: a unit is possible where it makes the person 0.45 m (a newborn) to
2.2 m tall. Numbers between two such ranges leave two units open, which is settled in this order:

1. Names that usually come with a unit mean that unit, as those of the CMU conversions do.
2. Otherwise the unit that comes nearest to an adult of 1.7 m, or to a baby of 0.65 m where the body has a
   baby's proportions. 64 units may thus be a baby in centimetres or an adult in inches, 25 a baby in inches
   or an adult in CMU units.
3. On equal terms the more usual unit, which stands earlier in ``UNITS``.
"""

from __future__ import annotations

from dataclasses import dataclass

from understudy.capture.placing.point_body import BodySize

SHORTEST_PERSON = 0.45
SHORTEST_INFANT = 0.40
TALLEST_PERSON = 2.2
ADULT = 1.7
BABY = 0.65
"""Statures [m]."""

_SAME = 1e-3
"""Units that differ by less than this share are one."""


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


def known_unit(metres: float) -> LengthUnit | None:
    """Return the unit of so many metres, None where it is none of ``UNITS``."""
    return next((unit for unit in UNITS if abs(unit.metres - metres) < _SAME * metres), None)


def infer_unit(body: BodySize, usual: LengthUnit | None = None) -> LengthUnit | None:
    """Return the unit in which a body is a person's, or None where no unit makes it one.

    Args:
        body: Its size in the unknown unit.
        usual: The unit that counts wherever it is possible.
    """
    shortest, expected = (SHORTEST_INFANT, BABY) if body.is_infant else (SHORTEST_PERSON, ADULT)
    possible = [unit for unit in UNITS if shortest <= body.stature * unit.metres <= TALLEST_PERSON]
    if usual in possible:
        return usual
    return min(possible, key=lambda unit: abs(body.stature * unit.metres - expected), default=None)
