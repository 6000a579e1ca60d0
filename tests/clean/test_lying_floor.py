"""The floor under bodies that lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.clean.lying_floor import FLESH, floor_under_lying_body
from understudy.motion import Recording
from understudy.motion.landmarks import LANDMARKS


def test_thickness_is_stated_for_landmarks() -> None:
    assert all(part in LANDMARKS or f"{part}_l" in LANDMARKS for part in FLESH)


def test_kicks_and_one_bad_frame_do_not_matter(lying: Callable[..., Recording]) -> None:
    body = lying()
    points = np.array(body.points)
    points[40, :, 2] -= 0.5
    height = floor_under_lying_body(replace(body, points=points))
    assert height == pytest.approx(0.0, abs=0.005)


def test_body_without_legs_has_no_known_size(lying: Callable[..., Recording]) -> None:
    body = lying()
    landmarks = {name: points for name, points in body.landmark_points.items() if "knee" not in name}
    assert floor_under_lying_body(replace(body, landmark_points=landmarks)) is None
