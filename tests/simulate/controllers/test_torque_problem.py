"""The quadratic programme: a body on the floor whose forces are known, limits that hold, and cones."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.ground_forces import cone_edges
from understudy.simulate.controllers.torque_problem import Motors, Tasks, solve

MASS, GRAVITY, FRICTION, LIMIT = 3.0, 9.81, 0.5, 2.0
WEIGHT = MASS * GRAVITY
INERTIA = 0.2


def motors(limit: float = LIMIT, pull: float = 0.0) -> Motors:
    """Return a block on a floor that it pushes at its middle, with one motor that turns a wheel on it."""
    inertia = np.diag([MASS, MASS, MASS, 1.0, 1.0, 1.0, INERTIA])
    bias = np.array([0.0, 0.0, WEIGHT, 0.0, 0.0, 0.0, pull])
    effects = np.zeros((4, 7))
    effects[:, :3] = WEIGHT * cone_edges(FRICTION)
    return Motors(inertia, bias, effects, np.full(1, -limit), np.full(1, limit), WEIGHT)


def tasks(forward: float, faster: float = 0.0) -> Tasks:
    wanted = Tasks(7, 4)
    wanted.rates(np.eye(7)[:3], np.array([forward, 0.0, 0.0]), 1.0)
    wanted.rates(np.eye(7)[3:], np.array([0.0, 0.0, 0.0, faster]), 1.0)
    return wanted


@pytest.mark.parametrize("forward", [0.0, 1.5])
def test_what_is_possible_is_done(forward: float) -> None:
    found = solve(tasks(forward, faster=5.0), motors(pull=0.5))
    assert found is not None
    rates, torques = found
    np.testing.assert_allclose(rates, [forward, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0], atol=5e-3)
    np.testing.assert_allclose(torques, 0.5 + 5.0 * INERTIA, atol=2e-3)


def test_friction_and_motors_give_no_more_than_they_have() -> None:
    found = solve(tasks(100.0, faster=1000.0), motors())
    assert found is not None
    rates, torques = found
    # Standing up faster presses harder, so that the ratio of both forces is what friction bounds.
    assert rates[0] == pytest.approx(FRICTION * (GRAVITY + rates[2]), rel=1e-6)
    assert torques[0] == pytest.approx(LIMIT)
    assert rates[6] == pytest.approx(LIMIT / INERTIA, rel=1e-3)
