"""Readings of which only what is not nothing is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import SparseReadings

FIELDS: dict[str, Any] = {
    "time": np.array([0.0, 0.1, 0.2]),
    "count": np.array([2, 0, 1]),
    "index": np.array([1, 3, 0]),
    "values": np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
    "size": 4,
    "unit": "N",
}


def test_a_reading_comes_back_with_its_own_entries() -> None:
    readings = SparseReadings(**FIELDS)
    index, values = readings.entries(0)
    np.testing.assert_array_equal(index, [1, 3])
    np.testing.assert_array_equal(values, [[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(readings.whole(0), [[0, 0], [1, 2], [0, 0], [3, 4]])
    assert not readings.whole(1).any()
    np.testing.assert_array_equal(readings.whole(2)[0], [5.0, 6.0])


@pytest.mark.parametrize(("time", "reading"), [(-0.01, None), (0.0, 0), (0.099, 0), (0.1, 1), (9.0, 2)])
def test_the_last_reading_that_is_there_counts(time: float, reading: int | None) -> None:
    assert SparseReadings(**FIELDS).reading_at(time) == reading


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"time": np.zeros(3)}, "time does not increase"),
        ({"count": np.array([1, 1])}, "count has shape"),
        ({"count": np.array([3, 1, -1])}, "count does not add up"),
        ({"count": np.array([1, 1, 2])}, "count does not add up to the 3 entries"),
        ({"index": np.array([1, 4, 0])}, "a column that is not there, expected 0 to 3"),
        ({"index": np.array([1, -1, 0])}, "a column that is not there"),
        ({"values": np.zeros((2, 2))}, "values has shape"),
        ({"values": [{}, {}, {}]}, "hold Python objects"),
    ],
)
def test_bad_readings_are_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidMotionError, match=words):
        SparseReadings(**FIELDS | changes)
