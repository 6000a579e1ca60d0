"""People of any age have sizes between the published bodies."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from understudy.anthropometry.proportions import published_sizes, sizes_at
from understudy.anthropometry.sizes import Sizes, adult_sizes, infant_sizes, toddler_sizes


def test_an_adult_has_the_proportions_of_the_reference_model() -> None:
    ours, model = sizes_at(30.0, 1.80), adult_sizes(1.80)
    for field in fields(Sizes):
        assert getattr(ours, field.name) == pytest.approx(getattr(model, field.name), rel=1e-12), field.name


@pytest.mark.parametrize(("age", "published"), [(4 / 12, infant_sizes()), (1.5, toddler_sizes())])
def test_a_child_resembles_the_published_one_of_its_age(age: float, published: Sizes) -> None:
    ours = sizes_at(age, published.stature)
    for name in ("thigh", "shin", "thorax", "upper_arm", "head", "shoulder_width", "hip_width"):
        assert getattr(ours, name) == pytest.approx(getattr(published, name), rel=0.07), name


def test_published_bodies_stand_in_the_order_of_their_legs() -> None:
    assert (np.diff([sizes.leg_share for sizes in published_sizes()]) > 0.0).all()


def test_every_size_is_continuous_in_age() -> None:
    ages = np.arange(0.0, 19.0, 0.05)
    shapes = [sizes_at(age, 1.0) for age in ages]
    for field in fields(Sizes):
        values = np.array([getattr(shape, field.name) for shape in shapes])
        assert np.abs(np.diff(values)).max() < 0.01, field.name
