"""The smoothest course."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean import spline
from understudy.clean.spline import smooth_course


@pytest.fixture(autouse=True, params=["short", "long"])
def length(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let takes count as short ones, and as long ones, for which there is a kernel."""
    monkeypatch.setattr(spline, "_LONG", 1_000_000 if request.param == "short" else 0)
    return request.param


def dense_solution(points: np.ndarray, known: np.ndarray, penalty: float) -> np.ndarray:
    """Return the same from its normal equations written out."""
    bends = np.diff(np.eye(len(points)), 2, axis=0)
    weights = np.diag(known.astype(np.float64))
    return np.linalg.solve(weights + penalty * bends.T @ bends, weights @ np.nan_to_num(points))


@pytest.mark.parametrize("frames", [2, 3, 4, 5, 60])
@pytest.mark.parametrize("penalty", [1e-3, 1.0, 1e4])
def test_normal_equations_are_solved(frames: int, penalty: float) -> None:
    generator = np.random.default_rng(0)
    points = generator.normal(size=(frames, 1, 3))
    known = generator.random((frames, 1)) < 0.7
    known[[0, -1]] = True
    points[~known] = np.nan
    course = smooth_course(points, known, np.array([penalty]))
    np.testing.assert_allclose(course[:, 0], dense_solution(points[:, 0], known[:, 0], penalty), atol=1e-9)


def test_without_penalty_known_points_stay() -> None:
    points = np.cumsum(np.random.default_rng(1).normal(size=(200, 2, 3)), axis=0)
    known = np.random.default_rng(2).random((200, 2)) < 0.7
    course = smooth_course(points, known, np.zeros(2))
    np.testing.assert_allclose(course[known], points[known], atol=1e-4)


def test_straight_lines_are_continued_through_gaps() -> None:
    line = np.arange(50.0)[:, None, None] * np.array([1.0, -2.0, 0.5])
    known = np.ones((50, 1), dtype=bool)
    known[20:35] = known[45:] = False
    course = smooth_course(np.where(known[..., None], line, np.nan), known, np.array([10.0]))
    np.testing.assert_allclose(course, line, atol=1e-7)


def test_parabola_is_met_in_a_gap() -> None:
    time = np.linspace(-1.0, 1.0, 101)
    parabola = (time**2)[:, None, None] * np.ones(3)
    known = np.ones((101, 1), dtype=bool)
    known[45:56] = False
    course = smooth_course(parabola, known, np.zeros(1))
    np.testing.assert_allclose(course, parabola, atol=1e-3)


def test_point_seen_once_comes_back_as_it_was() -> None:
    points = np.full((10, 1, 3), np.nan)
    points[4] = 1.0
    known = np.zeros((10, 1), dtype=bool)
    known[4] = True
    np.testing.assert_array_equal(smooth_course(points, known, np.ones(1)), points)
