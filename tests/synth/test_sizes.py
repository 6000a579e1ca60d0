"""Bodies have the proportions of the tables they were taken from."""

from __future__ import annotations

import pytest

from understudy.synth.sizes import adult_sizes, infant_sizes


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
