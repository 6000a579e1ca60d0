"""Axes that a file states."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.placing.stated_axes import stated_axes
from understudy.capture.placing.world_axes import AXES

PAIRS = [(up, forward) for up in AXES for forward in AXES if up[-1] != forward[-1]]


@pytest.mark.parametrize(("up", "forward"), PAIRS)
def test_up_is_z_and_forward_is_x(up: str, forward: str) -> None:
    axes = stated_axes(up, forward)
    np.testing.assert_array_equal(axes.turn_points(AXES[up]), [0, 0, 1])
    np.testing.assert_array_equal(axes.turn_points(AXES[forward]), [1, 0, 0])
    left = np.cross(AXES[up], AXES[forward])
    np.testing.assert_array_equal(axes.turn_points(left), [0, 1, 0])
