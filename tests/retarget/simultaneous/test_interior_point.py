"""The least of a quadratic model under limits, against a search that knows nothing of them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.kinematics.test_clip_system import as_matrix, made_system
from understudy.kinematics.clip_system import ClipSystem
from understudy.retarget.simultaneous.clip import limit_cost
from understudy.retarget.simultaneous.figures import Figures
from understudy.retarget.simultaneous.interior_point import Model, least_within_limits
from understudy.retarget.simultaneous.joint_terms import ACCELERATION, POSITION, VELOCITY, JointLimit
from understudy.retarget.simultaneous.sums import Sums

FRAMES, SIZE = 7, 3


def _as_model(system: ClipSystem) -> Model:
    """Return equations as sums of a robot's motion."""
    frames, size = system.gradient.shape
    sums = Sums(frames, size, system.own)
    sums.gradient[:], sums.diagonals[:] = system.gradient, system.diagonals
    for squares in system.squares:
        figures = Figures(np.zeros(squares.stiffness.shape[:2]), squares.by)
        sums.of(figures).stiffness[:] = squares.stiffness
    return Model(sums, system.border, system.shared_gradient, system.shared)


@pytest.mark.parametrize("weight", [1.0, 30.0])
@pytest.mark.parametrize("stencil", [POSITION, VELOCITY, ACCELERATION])
def test_the_least_is_found(stencil: tuple[float, ...], weight: float) -> None:
    """Limits so narrow that many are exceeded, soft and stiff."""
    system = made_system(FRAMES, SIZE, 2)._replace(rows=())
    narrow = np.full(SIZE, 0.02)
    every = np.arange(SIZE)
    limit = JointLimit(every, every, (-narrow, narrow), stencil, 2.0, FRAMES, weight)
    near = limit.at(np.zeros((FRAMES, SIZE)))
    matrix = as_matrix(system)
    slope = np.r_[system.gradient.ravel(), system.shared_gradient]

    def value(x: np.ndarray) -> float:
        cost = limit_cost(near, x[: FRAMES * SIZE].reshape(FRAMES, SIZE))
        return float(0.5 * x @ matrix @ x + slope @ x) + cost

    change, shared = least_within_limits(_as_model(system), [near])
    found = np.r_[change.ravel(), shared]
    free = -np.linalg.solve(matrix, slope)
    assert limit_cost(near, free[: FRAMES * SIZE].reshape(FRAMES, SIZE)) > 0.0
    expected = minimize(value, found, method="BFGS", options={"gtol": 1e-9, "maxiter": 5000})
    assert value(found) <= expected.fun + 1e-3 * abs(expected.fun)
    assert value(found) < value(free)


def test_limits_that_are_not_reached_change_nothing() -> None:
    """But for the last trace of their multipliers."""
    system = made_system(FRAMES, SIZE, 0)
    wide, every = np.full(SIZE, 1e3), np.arange(SIZE)
    limit = JointLimit(every, every, (-wide, wide), POSITION, 1.0, FRAMES, 1.0)
    change, _ = least_within_limits(_as_model(system), [limit.at(np.zeros((FRAMES, SIZE)))])
    free, _ = least_within_limits(_as_model(system), [])
    assert np.allclose(change, free, atol=1e-4)
