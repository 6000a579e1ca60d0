"""Coordinates beyond all persons are refused."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.capture.placing.limits import FARTHEST, require_near, require_seen
from understudy.errors import CaptureError


@pytest.mark.parametrize("value", [2.0 * FARTHEST, -2.0 * FARTHEST, 1e300, np.inf, -np.inf])
def test_far_coordinates_are_refused_with_their_frame(value: float) -> None:
    points = np.zeros((4, 2, 3))
    points[0] = np.nan
    points[2, 1, 0] = value
    with pytest.raises(CaptureError, match=r"holds a coordinate beyond 1e\+09 in frame 2"):
        require_near(Path("a"), points)


@pytest.mark.parametrize("points", [np.full((2, 2, 3), np.nan), np.zeros((0, 2, 3)), np.array([[FARTHEST]])])
def test_near_and_unseen_points_pass(points: np.ndarray) -> None:
    require_near(Path("a"), points)


def judged(points: np.ndarray) -> str:
    try:
        require_seen(Path("a"), points)
    except CaptureError as error:
        return str(error)
    return ""


FLAT = np.array([[[1.0, 2.0, 0.0], [3.0, 0.0, 0.0]]])
GAP = np.array([[[np.nan, np.nan, 5.0], [np.inf, 1.0, 1.0]]])


@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (np.full((2, 2, 3), np.nan), "shows no point"),
        (GAP, "shows no point"),
        (np.concatenate([FLAT, GAP[:, ::-1]])[:, :, [0, 1, 2]], "two dimensions|beyond"),
        (FLAT, "two dimensions"),
        (np.concatenate([FLAT, np.full((1, 2, 3), 0.5)]), ""),
        (np.zeros((3, 2, 3)), ""),
        (np.full((2, 2, 3), 2.0 * FARTHEST), "beyond"),
    ],
)
def test_kernel_and_numpy_judge_alike(
    points: np.ndarray, sentence: str, side_by_side: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = np.ascontiguousarray(points.transpose(1, 0, 2)).transpose(1, 0, 2) if side_by_side else points
    found = require_same(judged, given, monkeypatch)
    assert re.search(sentence, found) if sentence else not found
