"""What a slow hinge misses at least: the best of all courses, none better, and no motion is below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from understudy.robots import load_robot

FRAMES, PLACES = 5, 5
PATTERNS = 12
"""Clips of so many frames and places that are over the bar here and there."""


def _best_of_all(over: np.ndarray, most: int, change: int) -> int:
    """Return in how few frames any course is over, looked at one by one."""
    frames, places = over.shape
    counts = []
    for course in product(range(places), repeat=frames):
        steps = np.diff(course)
        if np.abs(steps).max() <= most and np.abs(np.diff(steps)).max() <= change:
            counts.append(int(over[np.arange(frames), course].sum()))
    return min(counts)


def _patterns() -> Iterator[np.ndarray]:
    """Yield where frames (T, P) are over the bar, of which some are at most places."""
    every = np.arange(FRAMES * PLACES).reshape(FRAMES, PLACES)
    for pattern in range(1, PATTERNS + 1):
        yield np.sin(1.7 * pattern * every**2) > -0.5


@pytest.mark.parametrize(("most", "change"), [(1, 1), (2, 1), (3, 1), (4, 2), (4, 8)])
def test_no_course_is_over_less_often_and_one_is_as_seldom(bound: ModuleType, most: int, change: int) -> None:
    found = [bound.fewest_braking(over, most, change) for over in _patterns()]
    assert found == [_best_of_all(over, most, change) for over in _patterns()]
    assert len(set(found)) > 1


def test_steps_that_may_change_at_will_are_a_matter_of_speed_alone(bound: ModuleType) -> None:
    for over in _patterns():
        assert bound.fewest_braking(over, 2, 4) == bound.fewest(over, 2)


def test_a_hinge_that_has_to_speed_up_and_brake_is_over_for_longer(bound: ModuleType) -> None:
    places, goal = np.arange(61), 60
    over = np.stack([places != 0] * 10 + [np.ones(61, dtype=bool)] * 6 + [places != goal] * 10)
    by_speed, braking = bound.fewest(over, 10), bound.fewest_braking(over, 10, 2)
    # Ten places a frame for six frames; from rest to rest by steps of 2, 4, 6, 8, 10, 10, 8, 6, 4 and 2.
    assert by_speed == 6
    assert braking == 9


def test_places_are_as_fine_as_a_change_of_step_asks_and_real_steps_are_granted(bound: ModuleType) -> None:
    robot = load_robot("hrp4")
    slow, fast = (bound.find_bend(robot, "leg_l", fps) for fps in (30.0, 120.0))
    assert slow.joint == fast.joint == "L_KNEE_P"
    assert fast.gap < slow.gap <= np.radians(bound.STEP)
    for bend, fps in ((slow, 30.0), (fast, 120.0)):
        most, change = bend.steps(fps)
        assert most * bend.gap > bend.speed / fps
        assert change * bend.gap > bend.acceleration / fps**2
        assert change >= bound.FINE
