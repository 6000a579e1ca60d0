"""The ZMP of known wrenches."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.wrench import Wrench
from understudy.dynamics.zmp import LEAST_PULL, zero_moment_point

WEIGHT = 300.0
AT = np.array([[0.3, -0.2, 0.9]])


def wrench(force: list[float], through: list[float]) -> Wrench:
    """Return a force (3,) [N] that acts at a place (3,) [m], as a wrench about ``AT``."""
    force_w = np.array([force])
    return Wrench(force_w, np.cross(np.array([through]) - AT, force_w), AT)


@pytest.mark.parametrize("force", [[0.0, 0.0, WEIGHT], [50.0, -80.0, 1.2 * WEIGHT]])
@pytest.mark.parametrize("floor", [0.0, 0.35])
def test_a_force_through_a_point_of_the_floor_has_its_zmp_there(force: list[float], floor: float) -> None:
    found = zero_moment_point(wrench(force, [0.07, 0.11, floor]), WEIGHT, floor)
    np.testing.assert_allclose(found, [[0.07, 0.11]], atol=1e-12)


def test_a_body_that_falls_counts_as_one_that_hardly_does() -> None:
    almost = zero_moment_point(wrench([0.0, 0.0, LEAST_PULL * WEIGHT], [0.2, 0.0, 0.0]), WEIGHT)
    falls = zero_moment_point(wrench([0.0, 0.0, 1.0], [0.2, 0.0, 0.0]), WEIGHT)
    assert almost[0, 0] == pytest.approx(0.2)
    assert np.isfinite(falls).all()
    x = AT[0, 0]
    assert falls[0, 0] == pytest.approx(x + (0.2 - x) / (LEAST_PULL * WEIGHT))
