"""The unit of length that makes a skeleton a person."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.length_units import (
    CENTIMETRE,
    CMU_UNIT,
    INCH,
    METRE,
    MILLIMETRE,
    UNITS,
    LengthUnit,
    infer_unit,
)
from understudy.capture.placing.point_body import BodySize, body_size

PoseMaker = Callable[..., dict[str, np.ndarray]]
SizeMaker = Callable[..., BodySize]

BABY_SIZE = 0.48
BABY_LEGS = 0.81
"""Turn the made-up adult into the infant of Fiala 2023, Table 3.3: legs 0.32 m, hips to crown 0.39 m."""


@pytest.fixture
def sized(t_pose: PoseMaker) -> SizeMaker:
    """Return a function from size and relative leg length to the size of the made-up person."""

    def make(scale: float = 1.0, leg_scale: float = 1.0) -> BodySize:
        size = body_size(t_pose(scale, leg_scale))
        assert size is not None
        return size

    return make


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_adult_in_every_unit(sized: SizeMaker, unit: LengthUnit) -> None:
    assert infer_unit(sized(1.0 / unit.metres)) is unit


@pytest.mark.parametrize("unit", [CENTIMETRE, METRE, MILLIMETRE], ids=lambda unit: unit.name)
def test_baby_in_metric_units(sized: SizeMaker, unit: LengthUnit) -> None:
    baby = sized(BABY_SIZE / unit.metres, BABY_LEGS)
    assert baby.leg * unit.metres == pytest.approx(0.323, abs=0.005)
    assert baby.crown * unit.metres == pytest.approx(0.394, abs=0.005)
    assert infer_unit(baby) is unit


def test_adult_in_inches_is_no_baby_in_centimetres(sized: SizeMaker) -> None:
    adult = sized(1.0 / INCH.metres)
    assert 45.0 < adult.stature < 87.0
    assert infer_unit(adult) is INCH


def test_names_decide_for_the_cmu_unit(sized: SizeMaker) -> None:
    """A skeleton of 20 units may be a child of 1.13 m in CMU units or a baby of 0.51 m in inches."""
    small = sized(20.0 / sized().stature)
    assert infer_unit(small, CMU_UNIT) is CMU_UNIT


def test_names_do_not_force_the_cmu_unit(sized: SizeMaker) -> None:
    assert infer_unit(sized(100.0), CMU_UNIT) is CENTIMETRE


@pytest.mark.parametrize("height", [0.0, 0.3, 4.0, 300.0, 5000.0])
def test_no_unit_makes_it_a_person(sized: SizeMaker, height: float) -> None:
    assert infer_unit(sized(height / sized().stature)) is None
