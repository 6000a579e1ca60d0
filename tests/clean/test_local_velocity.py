"""Local velocities are medians of the steps around a frame."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.local_velocity import HALF_WINDOW, local_velocities

STEP = 0.02


def plain_velocities(row: np.ndarray, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the same of one point, frame by frame."""
    order = np.flatnonzero(kept)
    velocity, deviation = np.zeros(row.shape), np.zeros(len(row))
    steps = np.diff(row[order], axis=0) / (STEP * np.diff(order))[:, None]
    for frame in range(len(row)):
        if len(steps):
            middle = min(int(np.sum(order < frame)), len(steps))
            window = steps[max(middle - HALF_WINDOW, 0) : middle + HALF_WINDOW]
            velocity[frame] = np.median(window, axis=0)
            squares = np.sort(np.sum((window - velocity[frame]) ** 2, axis=1))
            deviation[frame] = np.sqrt(squares[(len(squares) - 1) // 2])
    return velocity, deviation


@pytest.mark.parametrize("frames", [2, 5, 13, 40])
def test_they_are_those_of_every_point_alone(frames: int) -> None:
    generator = np.random.default_rng(frames)
    rows = generator.normal(size=(5, frames, 3))
    kept = generator.random((5, frames)) < np.array([[1.0], [0.8], [0.4], [0.1], [0.0]])
    velocity, deviation = local_velocities(rows, kept, STEP)
    for k in range(len(rows)):
        expected = plain_velocities(rows[k], kept[k])
        np.testing.assert_allclose(velocity[k], expected[0], rtol=1e-12)
        np.testing.assert_allclose(deviation[k], expected[1], rtol=1e-12)


def test_even_motion_has_no_deviation() -> None:
    row = np.arange(30.0)[:, None] * np.array([0.1, -0.2, 0.0])
    velocity, deviation = local_velocities(row[None], np.ones((1, 30), dtype=bool), STEP)
    np.testing.assert_allclose(velocity[0], np.tile(np.array([0.1, -0.2, 0.0]) / STEP, (30, 1)), rtol=1e-9)
    np.testing.assert_allclose(deviation, 0.0, atol=1e-9)
