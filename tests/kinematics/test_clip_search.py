"""The search over a whole clip: steps that promise too little are not looked at."""

from __future__ import annotations

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
