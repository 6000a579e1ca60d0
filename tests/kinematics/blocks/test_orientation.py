"""The logarithm of rotations, on which orientations rest, against SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.kernels.compilation import kernel
from understudy.kinematics.blocks import orientation

AGREEMENT = 1e-8


@kernel
def _logarithm(matrix, out):
    return orientation.rotation_logarithm(matrix, out)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-4, 1.0, 3.0, math.pi - 1e-6])
def test_logarithm_equals_scipys_also_near_a_half_turn(angle: float):
    generator, out = np.random.default_rng(2), np.zeros(3)
    for _ in range(20):
        axis = generator.normal(size=3)
        vector = angle * axis / np.linalg.norm(axis)
        length = _logarithm(Rotation.from_rotvec(vector).as_matrix(), out)
        assert np.abs(out - vector).max() < AGREEMENT
        assert length == pytest.approx(angle, abs=AGREEMENT)


@pytest.mark.parametrize("axis", range(3))
def test_a_half_turn_about_an_axis_has_that_axis(axis: int):
    out, unit = np.zeros(3), np.eye(3)[axis]
    length = _logarithm(np.ascontiguousarray(2.0 * np.outer(unit, unit) - np.eye(3)), out)
    assert length == pytest.approx(math.pi)
    assert np.abs(out) == pytest.approx(math.pi * unit, abs=AGREEMENT)
