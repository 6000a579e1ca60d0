"""The search over a whole clip: steps that promise too little are not looked at."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.clip_search import ClipSearch, Proposal

FIRST_DAMPING, LEAST_DAMPING = 1e-3, 1e-6

START, GAIN = 3.0, 4.5
"""Where a parabola's search begins, and what it costs there."""


class Parabola:
    """½x², whose proposals promise a share of what they gain."""

    def __init__(self, honesty: float) -> None:
        """Begin with nothing looked at."""
        self.honesty, self.looked = honesty, 0

    def cost(self, state: float) -> float:
        self.looked += 1
        return 0.5 * state**2

    def model(self, state: float) -> float:
        return state

    def propose(self, state: float, model: float, damping: float) -> Proposal[float]:
        step = -model / (1.0 + damping)
        promise = self.honesty * 0.5 * model**2
        return Proposal(lambda share: state + share * step, promise, abs(step))


def test_a_step_is_taken_that_promises_enough() -> None:
    search = ClipSearch(Parabola(honesty=1.0), START, FIRST_DAMPING, LEAST_DAMPING)
    assert search.advance(worth=0.9 * GAIN) == pytest.approx(1.0, abs=1e-5)
    assert abs(search.state) < 0.01


def test_one_that_promises_less_is_neither_looked_at_nor_tried_with_more_damping() -> None:
    problem = Parabola(honesty=0.1)
    search = ClipSearch(problem, START, FIRST_DAMPING, LEAST_DAMPING)
    assert search.cost == GAIN
    assert search.advance(worth=0.9 * GAIN) == 0.0
    assert (search.state, search.iterations, problem.looked) == (START, 1, 1)


def test_without_a_worth_every_step_is_looked_at() -> None:
    search = ClipSearch(Parabola(honesty=-1.0), START, FIRST_DAMPING, LEAST_DAMPING)
    assert search.advance() > 0.9


def test_what_a_step_missed_is_expected_of_the_next_one() -> None:
    """As long as the problem stays the same."""
    search = ClipSearch(Parabola(honesty=1.5), START, FIRST_DAMPING, LEAST_DAMPING)
    search.advance()
    assert search.left == pytest.approx(0.5 * GAIN, abs=1e-5)
    search.again()
    assert search.left == np.inf


class KnownCost(float):
    """A model, its slope, that knows what the state costs."""

    @property
    def cost(self) -> float:
        """½x²."""
        return 0.5 * float(self) ** 2


class Knowing(Parabola):
    """The same parabola, whose models know."""

    def model(self, state: float) -> float:
        return KnownCost(state)


def test_a_model_that_knows_the_cost_is_asked_instead() -> None:
    """Of the state itself; only where the step leads is looked at."""
    problem = Knowing(honesty=1.0)
    search = ClipSearch(problem, START, FIRST_DAMPING, LEAST_DAMPING)
    assert search.advance() == pytest.approx(1.0, abs=1e-5)
    assert problem.looked == 1
