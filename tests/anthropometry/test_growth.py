"""Statures and legs' shares are the published ones, and grow."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.growth import GROWN_UP, age_for_stature, leg_share_at, mass_at, stature_at
from understudy.errors import InvalidMotionError

WHO_MEDIANS = [  # [years], sex, [m]
    (0.0, "male", 0.499),
    (0.0, "female", 0.491),
    (1.0, "male", 0.757),
    (5.0, "female", 1.094),
    (10.0, "male", 1.378),
    (10.0, "female", 1.386),
    (19.0, "male", 1.765),
    (40.0, "female", 1.632),
]
WHO_MASSES = [  # [years], sex, [kg]: medians of weight for age, an independent table of the same study
    (0.0, "male", 3.3),
    (0.0, "female", 3.2),
    (4 / 12, "male", 7.0),
    (1.0, "female", 8.9),
    (2.0, "male", 12.2),
    (5.0, "female", 18.2),
    (10.0, "male", 31.2),
]
SEGMENT_RATIOS = [(0.0, 1.7), (3.0, 1.3), (7.0, 1.0)]
HIP_ABOVE_PUBIS = 0.530 - 1.0 / 1.92


@pytest.mark.parametrize(("age", "sex", "stature"), WHO_MEDIANS)
def test_statures_are_the_medians_of_the_who(age: float, sex: str, stature: float) -> None:
    assert stature_at(age, sex) == pytest.approx(stature)


def test_without_a_sex_the_mean_of_both_counts() -> None:
    assert stature_at(5.0) == pytest.approx(0.5 * (stature_at(5.0, "male") + stature_at(5.0, "female")))


@pytest.mark.parametrize("sex", ["", "female", "male"])
def test_people_grow_until_they_are_grown_up(sex: str) -> None:
    statures = [stature_at(age, sex) for age in np.arange(0.0, GROWN_UP + 0.1, 0.1)]
    assert (np.diff(statures) > 0.0).all()
    assert stature_at(80.0, sex) == stature_at(GROWN_UP, sex)


@pytest.mark.parametrize(("age", "sex", "mass"), WHO_MASSES)
def test_masses_are_near_the_medians_of_the_who(age: float, sex: str, mass: float) -> None:
    assert mass_at(age, stature_at(age, sex), sex) == pytest.approx(mass, rel=0.025)


def test_mass_grows_without_jumps() -> None:
    ages = np.arange(0.0, GROWN_UP + 1.0, 0.02)
    masses = np.array([mass_at(age, stature_at(age)) for age in ages])
    assert (np.diff(masses) > -1e-9).all()
    assert np.diff(masses).max() < 0.3


@pytest.mark.parametrize(("age", "ratio"), SEGMENT_RATIOS)
def test_legs_take_the_share_that_textbooks_give_them(age: float, ratio: float) -> None:
    assert leg_share_at(age) - HIP_ABOVE_PUBIS == pytest.approx(1.0 / (1.0 + ratio))


def test_adults_hips_are_where_winter_has_them() -> None:
    assert leg_share_at(30.0) == pytest.approx(0.530, abs=1e-12)


@pytest.mark.parametrize("age", [0.5, 2.0, 9.0, 15.0])
def test_a_stature_tells_the_age_of_a_child(age: float) -> None:
    assert age_for_stature(stature_at(age)) == pytest.approx(age, abs=0.01)
    assert age_for_stature(2.0) == GROWN_UP


@pytest.mark.parametrize("age", [-1.0, 500.0, float("nan")])
def test_ages_that_nobody_has_are_refused(age: float) -> None:
    with pytest.raises(InvalidMotionError, match="expected 0 to 120 years"):
        stature_at(age)


def test_a_sex_without_figures_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="sex is 'unknown', expected female or male"):
        stature_at(3.0, "unknown")
