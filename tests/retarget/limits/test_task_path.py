"""The way of a part to its places: there in time, without a jerk, and back."""

from __future__ import annotations

import numpy as np

from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.limits.task_points import task_path

FPS = 100.0
FRAMES = 600
TIMES = np.arange(FRAMES) / FPS
OWN_WAY = np.stack([np.sin(TIMES), np.cos(TIMES), 0.2 * TIMES], axis=1)
FIRST = TaskPoint("hand_l", 2.0, 3.0, (0.5, 0.5, 0.5), ease=0.5)
SOON = TaskPoint("hand_l", 3.4, 4.0, (0.2, 0.5, 0.8), ease=0.5)
LATER = TaskPoint("hand_l", 4.5, 5.0, (0.2, 0.5, 0.8), ease=0.5)
LARGEST_STEP = 0.07
"""[m] within a hundredth of a second; the places are a metre from its own way at most."""


def span(task: TaskPoint) -> tuple[int, int]:
    return round(task.start * FPS), round(task.end * FPS)


def path_of(*tasks: TaskPoint):
    return task_path(tasks, [span(task) for task in tasks], OWN_WAY, FPS)


def test_it_leaves_its_own_way_is_there_in_time_and_comes_back() -> None:
    path = path_of(FIRST)
    np.testing.assert_array_equal(path.places[:151], OWN_WAY[:151])
    np.testing.assert_allclose(path.places[200:301], np.tile(FIRST.place, (101, 1)))
    np.testing.assert_array_equal(path.places[350:], OWN_WAY[350:])
    assert np.linalg.norm(np.diff(path.places, axis=0), axis=1).max() < LARGEST_STEP


def test_it_is_held_all_the_way_and_let_go_gently() -> None:
    weights = path_of(FIRST).weights
    assert (weights[:150] == 0.0).all()
    assert (weights[151:351] == FIRST.weight).all()
    assert (np.diff(weights[350:401]) <= 0.0).all()
    assert (weights[400:] == 0.0).all()


def test_two_tasks_with_time_between_them_are_two_ways() -> None:
    path, first = path_of(FIRST, LATER), path_of(FIRST)
    np.testing.assert_array_equal(path.places[:380], first.places[:380])
    np.testing.assert_allclose(path.places[450:501], np.tile(LATER.place, (51, 1)))


def test_two_tasks_close_to_each_other_are_joined_straight() -> None:
    path = path_of(FIRST, SOON)
    between = path.places[300:341]
    np.testing.assert_allclose(between[[0, -1]], [FIRST.place, SOON.place])
    # A place has y = 0.5 at both ends, and so has all of the way.
    np.testing.assert_allclose(between[:, 1], 0.5)
    assert (path.weights[200:401] == FIRST.weight).all()
    assert np.linalg.norm(np.diff(path.places, axis=0), axis=1).max() < LARGEST_STEP


def test_a_task_from_the_first_to_the_last_frame_holds_in_all_of_them() -> None:
    whole = TaskPoint("hand_l", 0.0, 5.99, (0.1, 0.2, 0.3), ease=0.0)
    path = path_of(whole)
    np.testing.assert_allclose(path.places, np.tile(whole.place, (FRAMES, 1)))
    assert (path.weights == whole.weight).all()
