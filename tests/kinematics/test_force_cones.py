"""What pushes and motors give at best, against a general solver."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from understudy.kinematics.force_cones import PRICE, ROOT, Needs, left_over

FRAMES, PUSHES, MOTORS, LIMIT = 40, 12, 5, 0.9


@pytest.fixture(scope="module")
def needs() -> Needs:
    random = np.random.default_rng(4)
    count = ROOT + MOTORS
    pushes = random.integers(0, PUSHES + 1, FRAMES)
    most = random.uniform(0.0, 1.0, (FRAMES, PUSHES))
    most[::3] = np.inf
    return Needs(
        random.normal(size=(FRAMES, count)), random.normal(size=(FRAMES, PUSHES, count)), most, pushes
    )


def test_they_are_the_least_squares(needs: Needs) -> None:
    """All equations at once, with a motor for each joint."""
    left, amounts = left_over(needs, LIMIT)
    for t in range(FRAMES):
        own, joints = needs.pushes[t], np.zeros((ROOT + MOTORS, MOTORS))
        joints[ROOT:] = np.eye(MOTORS)
        prices = np.zeros((own, own + MOTORS))
        prices[:, :own] = PRICE**0.5 * np.eye(own)
        matrix = np.vstack([np.hstack([needs.effect[t, :own].T, joints]), prices])
        target = np.r_[needs.need[t], np.zeros(own)]
        bounds = (
            np.r_[np.zeros(own), np.full(MOTORS, -LIMIT)],
            np.r_[needs.most[t, :own], np.full(MOTORS, LIMIT)],
        )
        found = lsq_linear(matrix, target, bounds, tol=1e-14, max_iter=500)
        given = needs.effect[t, :own].T @ amounts[t, :own]
        free = needs.need[t] - given
        residual = np.r_[free[:ROOT], np.sign(free[ROOT:]) * np.maximum(np.abs(free[ROOT:]) - LIMIT, 0.0)]
        cost = 0.5 * (residual**2).sum() + 0.5 * PRICE * (amounts[t, :own] ** 2).sum()
        assert cost == pytest.approx(found.cost, rel=1e-5, abs=1e-7)
        assert left[t] == pytest.approx(residual, abs=1e-4)
        assert (amounts[t, own:] == 0.0).all()


def test_nothing_pushes_more_than_it_can_or_pulls(needs: Needs) -> None:
    amounts = left_over(needs, LIMIT)[1]
    assert (amounts >= 0.0).all()
    assert (amounts <= needs.most).all()


def test_without_pushes_all_of_the_root_is_left() -> None:
    need = np.arange(1.0, 9.0)[None]
    left, _ = left_over(Needs(need, np.zeros((1, 4, 8)), np.ones((1, 4)), np.zeros(1, int)), 7.5)
    assert left[0] == pytest.approx([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.5], abs=1e-5)
