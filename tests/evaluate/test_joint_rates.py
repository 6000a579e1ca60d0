"""Rates of joints by a kernel are NumPy's differences to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.evaluate.joint_rates import ACCELERATION, JERK, STEP, VELOCITY, joint_rates
from understudy.evaluate.joints import rate
from understudy.evaluate.statistics import root_mean_square

FPS = 59.94
ROWS = {STEP: (1, 1.0), VELOCITY: (1, FPS), ACCELERATION: (2, FPS), JERK: (3, FPS)}


def positions(frames: int, joints: int) -> np.ndarray:
    at = np.arange(frames)[:, None] + 0.3 * np.arange(joints)
    return np.sin(0.7 * at) + 0.01 * np.sin(12.9898 * at)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 60, 500])
@pytest.mark.parametrize("joints", [1, 7, 29])
def test_rates_are_those_of_numpy(frames: int, joints: int) -> None:
    q = positions(frames, joints)
    found = joint_rates(q, FPS)
    for row, (order, fps) in ROWS.items():
        expected = rate(q, fps, order)
        sizes = np.abs(expected)
        np.testing.assert_array_equal(found.rms[row], np.sqrt(np.mean(expected**2, axis=1)))
        np.testing.assert_array_equal(found.whole[row], root_mean_square(expected))
        np.testing.assert_array_equal(found.largest[row], sizes.max(axis=1))
        np.testing.assert_array_equal(found.joint[row, order:], sizes[order:].argmax(axis=1))
