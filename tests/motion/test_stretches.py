"""Runs of True."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion.stretches import common_stretches, stretches, stretches_around


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", []), ("0000", []), ("1111", [(0, 4)]), ("1001", [(0, 1), (3, 4)]), ("0110", [(1, 3)])],
)
def test_runs(text: str, expected: list[tuple[int, int]]) -> None:
    assert stretches(np.array([letter == "1" for letter in text], dtype=bool)) == expected


def test_columns_with_the_same_run_are_together() -> None:
    holds = np.array([[True, True, False], [True, True, True], [False, False, True]])
    assert common_stretches(holds) == {(0, 2): [0, 1], (1, 3): [2]}


def test_stretches_with_a_margin_are_joined_and_end_with_the_clip():
    holds = np.zeros(20, dtype=bool)
    holds[[0, 7, 10, 19]] = True
    assert stretches_around(holds, 0) == stretches(holds)
    assert stretches_around(holds, 2) == [(0, 3), (5, 13), (17, 20)]
    assert stretches_around(holds, 50) == [(0, 20)]
    assert stretches_around(np.zeros(3, dtype=bool), 50) == []
