"""Entries of joints in JSON, whatever they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from understudy.capture.kinect.joints import KINECT_V2
from understudy.capture.kinect.json_joints import JointReader

X, Y, Z, STATE = 0, 1, 2, 7


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ([1, 2, 3], {X: 1.0, Y: 2.0, Z: 3.0}),
        ([1, 2, 3, 0.5], {X: 1.0, STATE: 0.5}),
        ([1, 2, 3, 4, 5, 6, 7], {X: 1.0, 3: 4.0, 6: 7.0}),
        ([1, 2, 3, 4, 5, 6, 7, 2], {6: 7.0, STATE: 2.0}),
        ({"x": 1, "y": 2, "z": 3}, {X: 1.0, Z: 3.0}),
        ({"Position": {"X": "1.5", "Y": None, "Z": True}}, {X: 1.5, Y: np.nan, Z: 1.0}),
        ({"real": [1, 2, 3], "confidence": 0.75}, {Y: 2.0, STATE: 0.75}),
        ({"position": [1, 2, 3], "rotation": [9, 8, 7, 6]}, {3: 9.0, 6: 6.0}),
        ({"position": [1, 2, 3], "orientation": [0] * 9}, {3: np.nan}),
        ([1, 2], {X: np.nan}),
        ("word", {X: np.nan}),
        (None, {X: np.nan}),
        ({"x": [1], "y": {}, "z": 10**400}, {X: np.nan, Y: np.nan, Z: np.nan}),
    ],
)
def test_entries(entry: Any, expected: dict[int, float]) -> None:
    row = JointReader(KINECT_V2).numbers({"SpineBase": entry})[0]
    np.testing.assert_array_equal(row[list(expected)], list(expected.values()))


def test_unknown_joints_are_passed_over() -> None:
    assert np.isnan(JointReader(KINECT_V2).numbers({"tail": [1, 2, 3], "99": [1, 2, 3]})).all()


def test_list_without_names_stands_in_order() -> None:
    numbers = JointReader(KINECT_V2).numbers([[float(k), 0.0, 0.0] for k in range(25)])
    np.testing.assert_array_equal(numbers[:, X], np.arange(25.0))


@pytest.mark.parametrize("joints", [None, 3, "word", []])
def test_nothing_is_nothing(joints: object) -> None:
    assert np.isnan(JointReader(KINECT_V2).numbers(joints)).all()
