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
from understudy.capture.placing.stature import crown_length, leg_length, stature

PoseMaker = Callable[..., dict[str, np.ndarray]]

BABY_SIZE = 0.48
BABY_LEGS = 0.81
"""Turn the made-up adult into the infant of Fiala 2023, Table 3.3: legs 0.32 m, hips to crown 0.39 m."""


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_adult_in_every_unit(t_pose: PoseMaker, unit: LengthUnit) -> None:
    assert infer_unit(t_pose(1.0 / unit.metres)) is unit


@pytest.mark.parametrize("unit", [CENTIMETRE, METRE, MILLIMETRE], ids=lambda unit: unit.name)
def test_baby_in_metric_units(t_pose: PoseMaker, unit: LengthUnit) -> None:
    baby = t_pose(BABY_SIZE / unit.metres, BABY_LEGS)
    assert leg_length(baby) * unit.metres == pytest.approx(0.323, abs=0.005)
    assert (crown_length(baby) or 0.0) * unit.metres == pytest.approx(0.394, abs=0.005)
    assert infer_unit(baby) is unit


def test_adult_in_inches_is_no_baby_in_centimetres(t_pose: PoseMaker) -> None:
    adult = t_pose(1.0 / INCH.metres)
    assert 45.0 < stature(adult) < 87.0
    assert infer_unit(adult) is INCH


def test_names_decide_for_the_cmu_unit(t_pose: PoseMaker) -> None:
    """A skeleton of 20 units may be a child of 1.13 m in CMU units or a baby of 0.51 m in inches."""
    small = t_pose(20.0 / stature(t_pose()))
    assert infer_unit(small, CMU_UNIT) is CMU_UNIT


def test_names_do_not_force_the_cmu_unit(t_pose: PoseMaker) -> None:
    assert infer_unit(t_pose(100.0), CMU_UNIT) is CENTIMETRE


@pytest.mark.parametrize("height", [0.0, 0.3, 4.0, 300.0, 5000.0])
def test_no_unit_makes_it_a_person(t_pose: PoseMaker, height: float) -> None:
    assert infer_unit(t_pose(height / stature(t_pose()))) is None
