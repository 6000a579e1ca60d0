"""The foot rolls over its footprint: never under the floor, without a jump between pivots."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.synth.motions.foot_roll import TOE_BREAK, ankle_over_footprint, toe_pitch

SIZES = adult_sizes(1.75)


def ankle(degrees: float) -> np.ndarray:
    return ankle_over_footprint(SIZES, np.radians([degrees]))[0]


def test_flat_foot_has_its_ankle_over_the_origin() -> None:
    # The soft break of the toes bends a flat foot by less than a hundredth of a millimetre.
    np.testing.assert_allclose(ankle(0.0), [0.0, 0.0, SIZES.ankle_height], atol=1e-5)


@pytest.mark.parametrize("degrees", [5.0, 25.0])
def test_raised_toes_pivot_on_the_heel(degrees: float) -> None:
    heel = np.array([-SIZES.heel_back, 0.0, 0.0])
    arm = np.hypot(SIZES.heel_back, SIZES.ankle_height)
    assert np.linalg.norm(ankle(degrees) - heel) == pytest.approx(arm)
    assert ankle(degrees)[0] < ankle(0.0)[0]


def test_raised_heel_pivots_on_the_toe_joint_while_toes_are_flat() -> None:
    ball = np.array([SIZES.ball_forward, 0.0, SIZES.ball_height])
    arm = np.hypot(SIZES.ball_forward, SIZES.ankle_height - SIZES.ball_height)
    assert np.linalg.norm(ankle(-15.0) - ball) == pytest.approx(arm, abs=1e-4)
    assert ankle(-15.0)[2] > ankle(0.0)[2]


def test_ankle_path_has_no_jump() -> None:
    pitch = np.radians(np.linspace(-75.0, 30.0, 2101))
    steps = np.linalg.norm(np.diff(ankle_over_footprint(SIZES, pitch), axis=0), axis=1)
    assert steps.max() < 3e-4


def test_toes_follow_a_raised_foot_lie_flat_and_roll_over_their_tips() -> None:
    pitch = np.array([0.2, -0.2, -2.0 * TOE_BREAK])
    np.testing.assert_allclose(toe_pitch(pitch), [0.2, 0.0, -TOE_BREAK], atol=2e-3)
