"""The centre of mass is where bodies have theirs."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.mass import centre_of_mass
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import build_body

BODY = build_body(adult_sizes(1.0))
HEIGHT_SHARE = 0.56  # of stature in adults


def standing(root: np.ndarray) -> np.ndarray:
    hanging = local_rotations(BODY.skeleton, {"pelvis_tilt": np.zeros(1)})
    return forward_kinematics(BODY.skeleton, root[None], hanging)[0]


def test_a_standing_adult_s_is_in_the_pelvis() -> None:
    hips = BODY.sizes.leg + BODY.sizes.ankle_height + BODY.sizes.hip_drop
    centre = centre_of_mass(BODY, standing(np.array([0.0, 0.0, hips])))[0]
    assert centre[2] == pytest.approx(HEIGHT_SHARE, abs=0.02)
    np.testing.assert_allclose(centre[1], 0.0, atol=1e-12)


def test_it_moves_with_the_body() -> None:
    here, there = np.array([0.0, 0.0, 1.0]), np.array([1.0, -2.0, 3.0])
    moved = centre_of_mass(BODY, standing(there)) - centre_of_mass(BODY, standing(here))
    np.testing.assert_allclose(moved[0], there - here, atol=1e-12)
