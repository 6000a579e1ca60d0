"""Convex hulls of a few points."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.convex_hulls import convex_hulls


def test_a_hull_runs_counter_clockwise_and_leaves_out_what_is_inside_or_double() -> None:
    square = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.5, 0.0], [1.0, 1.0]])
    hull = convex_hulls(square[None], np.ones((1, len(square)), dtype=bool))[0]
    np.testing.assert_array_equal(hull[:4], [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    np.testing.assert_array_equal(hull[4:], np.tile(hull[3], (4, 1)))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_hull_of_fewer_than_three_points_is_these(count: int) -> None:
    points = np.array([[[0.3, 0.1], [0.1, 0.2], [0.3, 0.1], [0.1, 0.2]]])
    hull = convex_hulls(points, np.arange(4)[None] < count)[0]
    expected = sorted(points[0, :count].tolist()) or [[0.0, 0.0]]
    np.testing.assert_array_equal(hull[:count].tolist(), expected[:count])
    np.testing.assert_array_equal(hull[count:], np.tile(expected[-1], (8 - count, 1)))


def test_no_point_is_outside_of_its_hull_and_every_corner_is_a_point() -> None:
    generator = np.random.default_rng(2)
    points, used = generator.normal(size=(200, 8, 2)), generator.random((200, 8)) < 0.7
    hulls = convex_hulls(points, used)
    edges = np.roll(hulls, -1, axis=1) - hulls
    ways = points[:, :, None] - hulls[:, None]
    turns = edges[:, None, :, 0] * ways[..., 1] - edges[:, None, :, 1] * ways[..., 0]
    assert (turns[used] >= -1e-12).all()
    are_points = (hulls[:, :, None] == points[:, None]).all(axis=3) & used[:, None]
    assert are_points.any(axis=2)[used.any(axis=1)].all()
