"""Bodies have the proportions of the tables they were taken from."""

from __future__ import annotations

import pytest

from understudy.anthropometry.growth import stature_at
from understudy.anthropometry.sizes import adult_sizes, infant_sizes, newborn_sizes, toddler_sizes


@pytest.mark.parametrize("stature", [1.5, 1.75, 2.0])
def test_adult_has_the_stature_asked_for(stature: float) -> None:
    assert adult_sizes(stature).stature == pytest.approx(stature, abs=1e-9)


def test_adult_foot_stands_as_high_as_people_s_do() -> None:
    sizes = adult_sizes(1.75)
    assert sizes.ankle_height == pytest.approx(0.039 * 1.75)
    assert 0.015 <= sizes.ball_height <= 0.020
    assert sizes.heel_back + sizes.ball_forward + sizes.toes == pytest.approx(0.152 * 1.75)


def test_infant_is_as_long_as_at_four_months_with_short_legs() -> None:
    sizes = infant_sizes()
    crown_to_hip = sizes.hip_drop + sizes.lumbar + sizes.thorax + sizes.neck + sizes.head
    assert crown_to_hip == pytest.approx(0.394)  # Fiala (2023), Table 3.3
    assert 0.60 <= sizes.stature <= 0.66
    assert sizes.thigh + sizes.shin < 0.65 * crown_to_hip


def test_toddler_is_as_tall_as_at_eighteen_months() -> None:
    assert toddler_sizes().stature == pytest.approx(stature_at(1.5), rel=0.02)
    assert infant_sizes().leg_share < toddler_sizes().leg_share < adult_sizes(1.75).leg_share


def test_newborn_has_the_stature_and_the_legs_asked_for_and_a_larger_head() -> None:
    newborn, infant = newborn_sizes(0.5, 0.38), infant_sizes()
    assert newborn.stature == pytest.approx(0.5)
    assert newborn.leg_share == pytest.approx(0.38)
    assert newborn.head / newborn.stature > infant.head / infant.stature


def test_scaling_keeps_the_shape() -> None:
    sizes = toddler_sizes()
    twice = sizes.scaled(2.0)
    assert twice.stature == pytest.approx(2.0 * sizes.stature)
    assert twice.leg_share == pytest.approx(sizes.leg_share)
