"""A trunk that legs can follow: calm ones stay bit by bit, trembling ones come within limits."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.goals import Goals
from understudy.retarget.steady_trunk import SHARE, slowest_leg_joint, steady_trunk
from understudy.robots import load_robot

FRAMES, FPS = 200, 120.0
SEGMENTS = ("trunk", "hip_line", "thigh_l")


def looks(tremble: float) -> Goals:
    """Return three segments of which all tremble in a stretch, by so much."""
    noise = np.zeros((FRAMES, 3, 3))
    noise[80:120] = tremble * np.random.default_rng(5).normal(size=(40, 3, 3))
    slow = 0.2 * np.sin(2.0 * np.arange(FRAMES) / FPS)[:, None, None]
    directions = np.eye(3) + slow * np.roll(np.eye(3), 1, axis=1) + noise
    directions /= np.linalg.norm(directions, axis=2, keepdims=True)
    nothing = np.zeros((FRAMES, 0, 3, 3)), np.zeros((FRAMES, 0))
    return Goals(SEGMENTS, directions, np.ones((FRAMES, 3)), (), *nothing)


@pytest.mark.parametrize("name", ["g1", "nao"])
def test_a_trunk_that_trembles_turns_no_faster_than_legs_follow(name: str) -> None:
    robot, wild = load_robot(name), looks(0.02)
    found = steady_trunk(wild, robot, FPS)
    largest = SHARE * slowest_leg_joint(robot)
    fast = [np.abs(np.diff(each.directions[:, :2], n=2, axis=0)).max() * FPS**2 for each in (wild, found)]
    # Directions are brought to length one afterwards, which changes little.
    assert fast[0] > 2.0 * largest and fast[1] < 1.2 * largest
    np.testing.assert_array_equal(found.directions[:, 2], wild.directions[:, 2])
    np.testing.assert_array_equal(found.directions[:40], wild.directions[:40])
    assert np.abs(found.directions - wild.directions).max() < 0.08


def test_a_calm_trunk_stays_as_it_is() -> None:
    calm = looks(0.0)
    assert steady_trunk(calm, load_robot("g1"), FPS) is calm


def test_what_was_not_seen_draws_nothing_aside() -> None:
    calm, robot = looks(0.0), load_robot("g1")
    calm.directions[90:100], calm.direction_weights[90:100] = 0.0, 0.0
    found = steady_trunk(calm, robot, FPS)
    np.testing.assert_allclose(found.directions[:90], calm.directions[:90], atol=1e-3)
    np.testing.assert_allclose(found.directions[100:], calm.directions[100:], atol=1e-3)
