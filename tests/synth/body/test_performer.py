"""Performers of any age, height and sex have the proportions that people of theirs have."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.growth import leg_share_at, stature_at
from understudy.errors import InvalidMotionError
from understudy.synth.body.performer import performer_body

AGES = [0.0, 1 / 12, 4 / 12, 1.0, 1.5, 3.0, 6.0, 10.0, 15.0, 30.0]


@pytest.mark.parametrize("age", AGES)
def test_age_gives_the_median_stature_and_the_share_of_legs(age: float) -> None:
    body = performer_body(age=age)
    assert body.sizes.stature == pytest.approx(stature_at(age))
    assert body.sizes.leg_share == pytest.approx(leg_share_at(age), abs=1e-3)
    assert body.subject.age == pytest.approx(age, abs=1e-6)
    assert body.subject.height == pytest.approx(body.sizes.stature, abs=1e-6)


def test_the_head_shrinks_and_the_arms_grow_relative_to_the_body() -> None:
    bodies = [performer_body(age=age).sizes for age in AGES]
    heads = [(sizes.head + sizes.neck) / sizes.stature for sizes in bodies]
    arms = [(sizes.upper_arm + sizes.forearm) / sizes.stature for sizes in bodies]
    assert (np.diff(heads) < 0.0).all()
    assert (np.diff(arms) > -1e-9).all()
    assert 0.22 < heads[0] < 0.27
    assert heads[-1] == pytest.approx(0.16, abs=0.005)


def test_height_is_what_is_asked_for_at_any_age() -> None:
    for age in (0.0, 4.0, None):
        assert performer_body(age=age, height=1.0).sizes.stature == pytest.approx(1.0)


def test_a_small_person_without_an_age_is_a_child_and_a_larger_one_an_adult() -> None:
    child, adult = performer_body(height=1.10).subject, performer_body(height=1.50).subject
    assert child.age == pytest.approx(5.0, abs=0.1)
    assert adult.age is not None
    assert adult.age >= 18.0


def test_the_sexes_differ_in_breadths_once_they_are_grown_up() -> None:
    woman, man = (performer_body(height=1.70, sex=sex).sizes for sex in ("female", "male"))
    assert man.shoulder_width > 1.04 * woman.shoulder_width
    assert man.hip_width < 0.96 * woman.hip_width
    girl, boy = (performer_body(age=6.0, height=1.15, sex=sex).sizes for sex in ("female", "male"))
    assert girl == boy


@pytest.mark.parametrize("height", [0.0, -1.0, 5.0, float("nan")])
def test_heights_that_nobody_has_are_refused(height: float) -> None:
    with pytest.raises(InvalidMotionError, match=r"expected 0\.3 to 2\.5 m"):
        performer_body(height=height)
