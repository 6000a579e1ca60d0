"""Body heights by shape parameters."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.smpl.stature import SHORTEST, TALLEST, stature_of_shape


def virtual_caliper(gender: str, height: float, volume_root: float) -> np.ndarray:
    """Return the first two shape parameters as Pujades et al. regress them from height and volume."""
    slopes, biases = {
        "female": ([[12.5456, 5.0553], [10.1758, -37.1027]], [-22.7295, -1.5645]),
        "male": ([[-11.5401, -6.0211], [11.4195, -45.3828]], [23.2009, -0.5770]),
    }[gender]
    return np.array(slopes) @ [height, volume_root] + biases


@pytest.mark.parametrize("gender", ["female", "male"])
@pytest.mark.parametrize("height", [1.5, 1.7, 1.9])
@pytest.mark.parametrize("volume_root", [0.38, 0.42])
def test_the_regression_is_undone(gender: str, height: float, volume_root: float) -> None:
    betas = virtual_caliper(gender, height, volume_root)
    assert stature_of_shape(gender, betas) == pytest.approx(height, abs=2e-3)


def test_a_shape_of_nothing_is_the_mean() -> None:
    assert stature_of_shape("neutral", np.zeros(0)) == pytest.approx(1.66)
    assert stature_of_shape("neutral", np.array([1.0])) == pytest.approx(1.76)


@pytest.mark.parametrize("value", [-50.0, 50.0])
def test_heights_stay_believable(value: float) -> None:
    assert SHORTEST <= stature_of_shape("male", np.array([value, 0.0])) <= TALLEST
