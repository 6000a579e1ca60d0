"""Figures by age: those of the papers at their ages, and vision that never gets worse."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import pytest

from understudy.simulate.senses.infant_vision.figures import ACUITY, LAST_AGE, vision_at

GETS_LARGER = np.array([True, True, False, False, False])
"""Acuity and sensitivity grow; least purities and least light shrink."""


def test_papers_are_met_at_their_ages() -> None:
    for age, acuity in ACUITY.items():
        assert vision_at(age).acuity == pytest.approx(acuity)
    assert vision_at(0.0).blue_yellow == pytest.approx(1.0)
    assert vision_at(1.0).darkness == pytest.approx(10.0**1.7, rel=0.01)


def test_vision_only_gets_better() -> None:
    ages = np.linspace(0.0, LAST_AGE, 49)
    figures = np.array([astuple(vision_at(age)) for age in ages])
    better = np.where(GETS_LARGER, 1.0, -1.0) * np.diff(figures, axis=0)
    assert (better >= -1e-12).all()


def test_purities_halve_with_each_doubling_of_age() -> None:
    early, late = vision_at(4.0), vision_at(8.0)
    assert late.red_green == pytest.approx(0.5 * early.red_green)
    assert late.blue_yellow == pytest.approx(late.red_green)
