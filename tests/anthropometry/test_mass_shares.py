"""Mass moves from the head to the legs as people grow."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.mass_shares import mass_shares
from understudy.anthropometry.segment_figures import DE_LEVA, PAIRED_SEGMENTS

AGES = np.array([0.0, 0.3, 1.0, 1.5, 3.0, 6.0, 10.0, 14.0, 30.0])
MIMO_HEAD, MIMO_THIGH = 0.1639, 0.0733  # of 10.9 kg at 18 months


@pytest.mark.parametrize("age", AGES)
def test_shares_make_up_the_whole_body(age: float) -> None:
    shares = mass_shares(age, "female")
    assert sum(
        share * (2 if name in PAIRED_SEGMENTS else 1) for name, share in shares.items()
    ) == pytest.approx(1.0)


def test_heads_get_lighter_and_thighs_heavier() -> None:
    heads, thighs = ([mass_shares(age)[name] for age in AGES] for name in ("head", "thigh"))
    assert (np.diff(heads) < 0.0).all()
    assert (np.diff(thighs) > 0.0).all()


def test_a_toddler_weighs_as_mimo_does() -> None:
    shares = mass_shares(1.5)
    assert shares["head"] == pytest.approx(MIMO_HEAD, rel=0.05)
    assert shares["thigh"] == pytest.approx(MIMO_THIGH, rel=0.07)


@pytest.mark.parametrize("sex", ["male", "female"])
def test_adults_have_the_published_shares(sex: str) -> None:
    for name, share in mass_shares(40.0, sex).items():
        assert share == pytest.approx(DE_LEVA[sex][name].mass, rel=2e-3), name


def test_shares_change_without_jumps() -> None:
    heads = [mass_shares(age)["head"] for age in np.arange(0.0, 20.0, 0.1)]
    assert np.abs(np.diff(heads)).max() < 0.015
