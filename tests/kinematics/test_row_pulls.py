"""Pulls and slacks in kernels, against the same in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.row_pulls import (
    INWARDS,
    RowPulls,
    correct_pulls,
    go_along,
    look_along,
    predict_pulls,
    product_along,
    row_pulls,
)

WEIGHT, PRODUCT, AIM = 3.0, 0.1, 0.02
ROWS = np.array([[-2.0, -0.5, 0.0], [0.3, 1.5, -0.01]])
REACHED = np.array([-1.5, -0.6, -0.2, 0.1, 0.4, -0.3])


def _prepared() -> RowPulls:
    rows = row_pulls(ROWS, WEIGHT, PRODUCT)
    predict_pulls(rows, WEIGHT**2)
    return rows


def test_rows_begin_with_the_product_that_was_asked_for() -> None:
    """And with λ = w² (r + s)."""
    rows = row_pulls(ROWS, WEIGHT, PRODUCT)
    assert np.allclose(rows.pull * rows.slack, PRODUCT)
    assert np.allclose(rows.pull, WEIGHT**2 * (ROWS.ravel() + rows.slack))
    assert (rows.pull > 0.0).all() and (rows.slack > 0.0).all()


def test_a_step_solves_the_linear_equations_of_both() -> None:
    """Of the first, which aims at products of 0, and of the second, which knows how they bend."""
    rows = _prepared()
    look_along(rows, REACHED, WEIGHT**2)
    for _ in range(2):
        off = rows.off.copy()
        assert np.allclose(rows.by_pull, WEIGHT**2 * (rows.by_value + rows.by_slack))
        assert np.allclose(rows.pull * rows.by_slack + rows.slack * rows.by_pull, -off)
        # What is aimed at, as seen from no change, is the pull that the step leads to.
        aimed = rows.aim + rows.stiffness * (REACHED - rows.first)
        assert np.allclose(aimed, rows.pull + rows.by_pull)
        bend = rows.by_pull * rows.by_slack
        correct_pulls(rows, AIM)
        assert np.allclose(rows.off, rows.pull * rows.slack + bend - AIM)
        look_along(rows, REACHED, WEIGHT**2)


def test_so_much_of_a_step_is_taken_that_all_stays_positive() -> None:
    """Some row is as near to 0 then as it may come."""
    rows = _prepared()
    share = look_along(rows, REACHED, WEIGHT**2)
    assert 0.0 < share < 1.0
    before = np.r_[rows.pull, rows.slack]
    expected = float(((rows.pull + share * rows.by_pull) * (rows.slack + share * rows.by_slack)).sum())
    assert product_along(rows, share) == pytest.approx(expected)
    go_along(rows, share)
    left = np.r_[rows.pull, rows.slack] / before
    assert left.min() == pytest.approx(1.0 - INWARDS)
    assert np.allclose(rows.value, ROWS.ravel() + share * (REACHED - ROWS.ravel()))
    assert product_along(rows, 0.0) == pytest.approx(expected)
