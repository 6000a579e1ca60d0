"""Velocities that integrate back to what they are of."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.export.rates import angular_velocities, velocities
from understudy.spatial import rotations as rot

FPS = 50.0
TIME = np.arange(101) / FPS
WITHIN = 1e-3


def test_velocities_integrate_back() -> None:
    path = np.stack([np.sin(3.0 * TIME), TIME**2, np.exp(-TIME)], axis=1)
    found = velocities(path, FPS)
    steps = 0.5 * (found[1:] + found[:-1]) / FPS
    np.testing.assert_allclose(path[0] + np.cumsum(steps, axis=0), path[1:], atol=WITHIN)


def test_angular_velocities_integrate_back() -> None:
    vectors = np.stack([np.sin(2.0 * TIME), 0.5 * TIME, np.cos(TIME)], axis=1)
    turns = rot.from_rotation_vector(vectors)
    found = angular_velocities(turns, FPS)
    reached = turns[0]
    for before, after, true in zip(found[:-1], found[1:], turns[1:], strict=True):
        reached = rot.multiply(rot.from_rotation_vector(0.5 * (before + after) / FPS), reached)
        assert rot.as_rotation_vector(rot.multiply(true, rot.conjugate(reached))) == pytest.approx(
            np.zeros(3), abs=WITHIN
        )


def test_a_steady_turn_has_its_velocity_in_the_world_in_every_frame() -> None:
    omega = np.array([0.3, -0.2, 1.1])
    start = rot.from_rotation_vector(np.array([0.4, 0.5, -0.6]))
    turns = rot.multiply(rot.from_rotation_vector(omega * TIME[:, None]), start)
    signs = np.where(np.arange(len(TIME)) % 3 == 0, -1.0, 1.0)[:, None]
    np.testing.assert_allclose(angular_velocities(signs * turns, FPS), np.tile(omega, (101, 1)), atol=1e-9)


@pytest.mark.parametrize(("count", "expected"), [(1, 0.0), (2, 2.0)])
def test_few_frames(count: int, expected: float) -> None:
    values = 2.0 * TIME[:count, None]
    np.testing.assert_allclose(velocities(values, FPS), np.full((count, 1), expected))
    turns = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), values[:, 0])
    np.testing.assert_allclose(angular_velocities(turns, FPS)[:, 2], np.full(count, expected), atol=1e-12)
