"""A person's particulars: what is not stated follows from what is."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.anthropometry.growth import (
    GROWN_UP,
    age_for_stature,
    mass_at,
    require_age,
    require_sex,
    stature_at,
)
from understudy.errors import InvalidMotionError

SMALLEST, TALLEST = 0.3, 2.5
"""Statures [m] that are taken for a person's."""

LIGHTEST, HEAVIEST = 0.3, 400.0
"""Masses [kg] that are taken for a person's."""

SHORTEST_ADULT = 1.42
"""Who is taller than this [m] and states no age is taken for grown up (three deviations below the WHO's
median woman); who is shorter, for a child of that stature."""


@dataclass(frozen=True)
class Person:
    """Who somebody is.

    Attributes:
        age: [years], 0 for a newborn.
        height: Stature [m]; of infants, the length lying down.
        mass: [kg].
        sex: ``"female"``, ``"male"`` or empty for the mean of both.
    """

    age: float
    height: float
    mass: float
    sex: str


def resolve_person(
    age: float | None = None, height: float | None = None, mass: float | None = None, sex: str = ""
) -> Person:
    """Return a person, the median one as far as nothing is stated.

    Args:
        age: [years]; without it, that of an adult, or of a child of the given height.
        height: Stature [m]; without it, the median at this age.
        mass: [kg]; without it, by the median body mass index at this age.
        sex: ``"female"``, ``"male"`` or empty for the mean of both.

    Raises:
        InvalidMotionError: For an age, height, mass or sex that nobody has.
    """
    require_sex(sex)
    if height is not None and not SMALLEST <= height <= TALLEST:
        raise InvalidMotionError(f"height is {height}, expected {SMALLEST} to {TALLEST} m")
    if mass is not None and not LIGHTEST <= mass <= HEAVIEST:
        raise InvalidMotionError(f"mass is {mass}, expected {LIGHTEST} to {HEAVIEST} kg")
    if age is None:
        is_child = height is not None and height < SHORTEST_ADULT
        age = age_for_stature(height, sex) if is_child and height is not None else GROWN_UP
    require_age(age)
    stature = stature_at(age, sex) if height is None else height
    return Person(
        float(age), float(stature), mass_at(age, stature, sex) if mass is None else float(mass), sex
    )
