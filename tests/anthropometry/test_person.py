"""What is not stated about a person follows from what is."""

from __future__ import annotations

import pytest

from understudy.anthropometry.growth import GROWN_UP
from understudy.anthropometry.person import resolve_person
from understudy.errors import InvalidMotionError

WHO_BIRTH_LENGTH, WHO_BIRTH_MASS = 0.495, 3.27


def test_a_newborn_is_the_median_one() -> None:
    newborn = resolve_person(age=0.0)
    assert newborn.height == pytest.approx(WHO_BIRTH_LENGTH)
    assert newborn.mass == pytest.approx(WHO_BIRTH_MASS, rel=0.01)


def test_what_is_stated_stays() -> None:
    person = resolve_person(height=1.75, mass=70.0, sex="male")
    assert (person.height, person.mass, person.sex, person.age) == (1.75, 70.0, "male", GROWN_UP)


@pytest.mark.parametrize("mass", [0.0, -3.0, 1000.0, float("nan")])
def test_masses_that_nobody_has_are_refused(mass: float) -> None:
    with pytest.raises(InvalidMotionError, match=r"mass is .*, expected 0\.3 to 400\.0 kg"):
        resolve_person(mass=mass)
