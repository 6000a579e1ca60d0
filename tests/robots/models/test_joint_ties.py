"""Joints that follow each other in chains, rings and twos."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import polynomial as poly

from understudy.robots.models.joint_ties import Tie, resolve_ties

REACH = (-1.0, 1.0)
WAYS = np.linspace(*REACH, 21)


def tie(follower: str, driver: str, *coefficients: float) -> Tie:
    return Tie(follower, driver, np.array(coefficients))


def resolved(*ties: Tie):
    return resolve_ties(ties, lambda name: REACH)


def ways(result, name: str, x: np.ndarray) -> np.ndarray:
    """Return the ways of a joint where the one that leads it, or it itself, has these ways."""
    own = result.ties.get(name)
    return x if own is None else poly.polyval(x, own.coefficients)


@pytest.mark.parametrize(
    "ties",
    [
        [tie("b", "a", 0.1, 0.5), tie("c", "b", 0.2, -2.0)],  # a chain, driver first
        [tie("c", "b", 0.2, -2.0), tie("b", "a", 0.1, 0.5)],  # and last
        [tie("b", "a", 0.0, 0.5, 0.3), tie("c", "b", 0.1, 2.0)],  # one curve in it
        [tie("c", "b", 0.0, 1.0, 0.0, 0.2), tie("b", "a", 0.0, 0.5), tie("d", "c", 0.1, -1.0)],
        [tie("b", "a", 0.1, 2.0), tie("b", "c", 0.3, -0.5)],  # one joint tied to two
        [tie("b", "a", 0.0, 0.4, 0.2), tie("b", "c", 0.3, -0.5)],
        [tie("b", "a", 0.0, 2.0), tie("c", "b", 0.0, 0.5), tie("a", "c", 0.0, 1.0)],  # a ring that agrees
        [tie("b", "", 0.3), tie("b", "c", 0.1, 2.0)],  # held, and so is what drives it
        [tie("b", "c", 0.1, 2.0), tie("c", "", 0.3)],
    ],
)
def test_every_tie_still_holds_and_nobody_follows_a_follower(ties: list[Tie]) -> None:
    result = resolved(*ties)
    assert not result.notes
    assert all(each.driver not in result.ties for each in result.ties.values())
    for each in ties:
        follower = ways(result, each.follower, WAYS)
        driver = ways(result, each.driver, WAYS) if each.driver else WAYS
        np.testing.assert_allclose(
            np.broadcast_to(follower, WAYS.shape), poly.polyval(driver, each.coefficients), atol=1e-9
        )


def test_a_curve_of_a_curve_is_fitted_where_that_is_near_enough() -> None:
    first, second = tie("b", "a", 0.0, 0.5, 0.0, 0.01), tie("c", "b", 0.0, 1.0, 0.0, 0.02)
    result = resolved(first, second)
    wanted = poly.polyval(poly.polyval(WAYS, first.coefficients), second.coefficients)
    assert len(result.ties["c"].coefficients) == 5
    np.testing.assert_allclose(ways(result, "c", WAYS), wanted, atol=2e-3)


@pytest.mark.parametrize(
    ("ties", "sentence"),
    [
        (
            [tie("b", "a", 0.0, 1.0, 0.0, 2.0), tie("c", "b", 0.0, 1.0, 0.0, 3.0)],
            "joint 'c' follows 'a' along a curve of degree 9, over the 4 that can be kept; "
            "'c' is held where the model has it",
        ),
        (
            [tie("b", "a", 0.0, 2.0), tie("a", "b", 0.0, 2.0)],
            "joint 'a' is tied to itself by others in a ring; 'a' is held where the model has it",
        ),
        (
            [tie("b", "a", 0.0, 0.0, 1.0), tie("b", "c", 0.0, 0.0, 1.0)],
            "joint 'b' follows two joints along curves; 'a' is held where the model has it",
        ),
    ],
)
def test_what_cannot_be_kept_is_held_and_said(ties: list[Tie], sentence: str) -> None:
    assert resolved(*ties).notes == [sentence]
