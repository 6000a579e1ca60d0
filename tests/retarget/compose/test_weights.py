"""Optimal weights: Table 2 of the thesis by our code and by plain sums, conditioning, and conditions."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion.primitives import Primitives, cosines, sinusoids
from understudy.retarget.compose.weights import MOST_CONDITION, Ties, gram, optimal_weights, tied_weights

TABLE_2 = {
    1.5: (0.2982, -0.0933, 0.7617, -0.5310, -0.0314),
    0.667: (0.4741, 0.4486, -0.6242, -0.1266, -0.0084),
}
"""Bartholomew, Table 2: frequency [rad/s] of the sine that is mimicked → weights of the five cosines."""

STEPS, SECONDS = 100, 5.0
"""The table is that of sums over steps of 0.05 s from 0 to 5 s, both ends included."""

EXACT = {
    1.5: (0.3009, -0.0914, 0.7662, -0.5252, -0.0274),
    0.667: (0.4742, 0.4510, -0.6233, -0.1242, -0.0067),
}
"""What the integrals of Eqs. 6 and 7 give instead: off by up to 0.006, as sums count the last frame whole."""

TIMES = np.arange(STEPS + 1) * SECONDS / STEPS


@pytest.mark.parametrize("frequency", TABLE_2)
def test_table_two_to_its_four_digits(frequency: float) -> None:
    found = optimal_weights(cosines().values(TIMES), np.sin(frequency * TIMES)[:, None])
    assert tuple(found[:, 0].round(4)) == TABLE_2[frequency]


@pytest.mark.parametrize("frequency", TABLE_2)
def test_table_two_by_plain_sums(frequency: float) -> None:
    """Eqs. 6, 7 and 13 as the thesis's program adds them up, without anything of ours."""
    psi, phi = np.zeros((5, 5)), np.zeros(5)
    for step in range(STEPS + 1):
        time = 0.05 * step
        row = np.array([np.cos(rate * time) for rate in (0.25, 0.5, 1.0, 2.0, 4.0)])
        psi += np.outer(row, row)
        phi += row * np.sin(frequency * time)
    assert tuple((np.linalg.inv(psi) @ phi).round(4)) == TABLE_2[frequency]


@pytest.mark.parametrize("frequency", TABLE_2)
def test_fine_steps_come_to_the_integrals(frequency: float) -> None:
    times = (np.arange(200_000) + 0.5) * SECONDS / 200_000
    found = optimal_weights(cosines().values(times), np.sin(frequency * times)[:, None])
    assert tuple(found[:, 0].round(4)) == EXACT[frequency]


def test_weights_are_the_least_squares_solution() -> None:
    generator = np.random.default_rng(0)
    values, motion = sinusoids().values(TIMES), generator.normal(size=(len(TIMES), 3))
    expected = np.linalg.lstsq(values.T, motion, rcond=None)[0]
    np.testing.assert_allclose(optimal_weights(values, motion), expected, atol=1e-9)


def test_an_ill_conditioned_library_is_named_and_its_weights_stay_small() -> None:
    """In one second the slow cosines are all alike, so plain weights cancel each other by the thousands."""
    times = np.arange(30) / 30.0
    library = cosines()
    window = gram(library.values(times))
    assert window.condition > MOST_CONDITION
    assert {library.names[index] for index in window.alike} >= {"cos(0.25t)", "cos(0.5t)"}
    wish = np.sin(7.0 * times)[:, None]
    plain = np.linalg.lstsq(library.values(times).T, wish, rcond=None)[0]
    kept = optimal_weights(library.values(times), wish)
    assert np.abs(kept).max() < 0.1 * np.abs(plain).max()
    error = np.abs(library.values(times).T @ kept - wish).max()
    assert error < 2.0 * np.abs(library.values(times).T @ plain - wish).max()


def test_a_library_with_a_primitive_twice_is_solved_all_the_same() -> None:
    twice = Primitives("twice", np.array([1.0, 1.0]), np.zeros(2), np.zeros((0, 0)))
    window = gram(twice.values(TIMES))
    assert window.alike == (0, 1)
    found = optimal_weights(twice.values(TIMES), np.cos(TIMES)[:, None])
    np.testing.assert_allclose(found[:, 0], [0.5, 0.5], atol=1e-6)


def test_conditions_are_met_and_nothing_else_is_better() -> None:
    """The weights meet value and slope exactly; any other that do so cost more."""
    generator = np.random.default_rng(1)
    library = sinusoids()
    values, motion = library.values(TIMES), generator.normal(size=(len(TIMES), 1))
    at = np.array([0.0])
    ties = np.stack([library.values(at)[:, 0], library.slopes(at)[:, 0]])
    wanted = np.array([[0.3], [-1.0]])
    found = tied_weights(values @ motion, Ties(ties, wanted), gram(values))
    np.testing.assert_allclose(ties @ found, wanted, atol=1e-9)
    cost = np.sum((motion - values.T @ found) ** 2)
    _, _, rest = np.linalg.svd(ties)
    for direction in rest[2:]:
        for way in (-1e-3, 1e-3):
            other = found[:, 0] + way * direction
            assert np.sum((motion[:, 0] - values.T @ other) ** 2) > cost


def test_a_slope_that_no_primitive_has_is_left_and_the_value_met() -> None:
    """All cosines are level at 0."""
    library = cosines()
    at = np.array([0.0])
    ties = np.stack([library.values(at)[:, 0], library.slopes(at)[:, 0]])
    values = library.values(TIMES)
    wanted = Ties(ties, np.array([[0.4], [2.0]]))
    found = tied_weights(values @ np.sin(TIMES)[:, None], wanted, gram(values))
    assert (ties[0] @ found)[0] == pytest.approx(0.4, abs=1e-9)
    assert np.isfinite(found).all()
