"""The search over a whole clip: steps that promise too little are not looked at."""

from __future__ import annotations

from collections.abc import Callable

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


class Circle:
    """½ w² (|x| − 1)² + ½ (x₀ − 1)² of a point of the plane: a stiff circle on which a target is."""

    STIFF = 1e4

    def __init__(self, is_bent: bool) -> None:
        """Note whether ways may be bent; none was yet."""
        self.is_bent, self.bends = is_bent, 0

    def cost(self, state: np.ndarray) -> float:
        return 0.5 * self.STIFF * (np.linalg.norm(state) - 1.0) ** 2 + 0.5 * float((state[0] - 1.0) ** 2)

    def model(self, state: np.ndarray) -> np.ndarray:
        return state / np.linalg.norm(state)

    def propose(self, state: np.ndarray, model: np.ndarray, damping: float) -> Proposal[np.ndarray]:
        rows = np.stack([self.STIFF**0.5 * model, [1.0, 0.0]])
        errors = np.array([self.STIFF**0.5 * (np.linalg.norm(state) - 1.0), state[0] - 1.0])
        matrix = rows.T @ rows + damping * np.eye(2)
        step = -np.linalg.solve(matrix, rows.T @ errors)
        promise = 0.5 * float(errors @ errors - ((errors + rows @ step) ** 2).sum())

        def bent() -> Callable[[float], np.ndarray]:
            self.bends += 1
            beyond = np.linalg.norm(state + step) - np.linalg.norm(state) - model @ step
            aside = -np.linalg.solve(matrix, rows.T @ np.array([self.STIFF**0.5 * beyond, 0.0]))
            return lambda share: state + share * step + share**2 * aside

        largest = float(np.abs(step).max())
        return Proposal(lambda share: state + share * step, promise, largest, bent if self.is_bent else None)


@pytest.mark.parametrize(("is_bent", "least", "most"), [(True, 0.3, 1.0), (False, 0.0, 0.15)])
def test_a_way_that_leaves_the_model_is_bent(is_bent: bool, least: float, most: float) -> None:
    """Straight on, a step along the circle leaves it by more than it gains, and a short one gains little."""
    problem, start = Circle(is_bent), np.array([np.cos(0.5), np.sin(0.5)])
    search = ClipSearch(problem, start, FIRST_DAMPING, LEAST_DAMPING)
    assert problem.cost(problem.propose(start, problem.model(start), FIRST_DAMPING).along(1.0)) > search.cost
    assert least < search.advance() < most
    assert (search.iterations, problem.bends) == (1, int(is_bent))
