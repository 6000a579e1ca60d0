"""Coordinates beyond all persons are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.placing.limits import FARTHEST, require_near
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
