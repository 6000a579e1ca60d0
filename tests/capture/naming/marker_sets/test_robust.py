"""Medians over what was seen."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.marker_sets.robust import median_length, median_vector, square_to

GAP = np.full(3, np.nan)


def test_median_length() -> None:
    assert median_length(np.array([[3.0, 4.0, 0.0], GAP, [0.0, 0.0, 5.0], [100.0, 0.0, 0.0]])) == 5.0
    assert median_length(np.array([GAP])) is None
    assert median_length(np.zeros((2, 3))) is None


def test_median_vector() -> None:
    vector = median_vector(np.array([[1.0, 2.0, 3.0], GAP]))
    assert vector is not None
    assert vector.tolist() == [1.0, 2.0, 3.0]
    assert median_vector(np.array([GAP])) is None


def test_square_to() -> None:
    assert square_to(np.array([[1.0, 2.0, 3.0]]), np.array([[0.0, 0.0, 1.0]])).tolist() == [[1.0, 2.0, 0.0]]
