"""Courses of footholds: as far as the worst frames ask for, slowly, and toes last."""

from __future__ import annotations

import numpy as np

from understudy.retarget.foothold_courses import MOST, VISIBLE, stance_course, stance_ways

FPS = 100.0
FRAMES = 200
FAST = 0.1
"""Speed [m/s] from which on a standing foot counts as sliding."""


def test_a_stance_gives_way_for_its_worst_frames_and_slowly() -> None:
    away = np.zeros((FRAMES, 3))
    away[:, 0] = 0.03
    errors, least = np.full(FRAMES, 0.3 * MOST), np.full(FRAMES, 0.1 * MOST)
    errors[90:110] = 1.6 * MOST
    course = stance_course(away, errors, least, FPS)
    assert 0.005 < course[100, 0] <= 0.03
    assert course[0, 0] < 0.5 * course[100, 0]
    assert course[-1, 0] < 0.5 * course[100, 0]
    assert np.abs(np.diff(course, axis=0)).max() * FPS < FAST
    np.testing.assert_allclose(course[:, 1:], 0.0, atol=1e-12)


def test_toes_stay_where_they_point_as_long_as_the_leg_is_not_visibly_off() -> None:
    away = np.zeros((FRAMES, 3))
    away[:, 2] = np.radians(10.0)
    errors = np.linspace(0.5, 0.999, FRAMES) * VISIBLE
    assert errors.max() > MOST
    np.testing.assert_array_equal(stance_course(away, errors, 0.4 * errors, FPS), 0.0)


def test_toes_turn_until_the_leg_is_no_longer_visibly_off_and_no_farther() -> None:
    turn, worst, least = np.radians(10.0), 1.2 * VISIBLE, 0.5 * VISIBLE
    away, errors = np.zeros((FRAMES, 3)), np.full(FRAMES, 0.6 * VISIBLE)
    away[:, 2], errors[:80] = turn, worst
    course = stance_course(away, errors, np.full(FRAMES, least), FPS)[:, 2]
    left = least + (worst - least) * (1.0 - course[:60] / turn)
    np.testing.assert_allclose(left, VISIBLE, rtol=0.01)
    assert np.all(np.diff(course[80:]) < 0.0), "and come back where nothing asks for it"
    assert course[-1] < 0.2 * course[40]


def test_a_foothold_moves_before_its_toes_turn() -> None:
    away = np.tile([0.05, 0.0, np.radians(2.0)], (FRAMES, 1))
    errors, least = np.full(FRAMES, 1.4 * VISIBLE), np.full(FRAMES, 0.2 * VISIBLE)
    course = stance_course(away, errors, least, FPS)
    assert np.all(course[:, 0] > 0.01)
    np.testing.assert_array_equal(course[:, 2], 0.0)


def test_frames_that_ask_for_opposite_ways_share_the_loss() -> None:
    away = np.zeros((20, 3))
    away[:10, 1], away[10:, 1] = 0.03, -0.03
    course = stance_course(away, np.full(20, 1.5 * MOST), np.full(20, 0.5 * MOST), FPS)
    np.testing.assert_allclose(course[:, 1], -course[::-1, 1], atol=1e-9)
    assert np.abs(course[:, 1]).max() < 0.03


def test_a_stance_of_a_single_frame_and_one_that_nothing_helps() -> None:
    error = np.array([1.5 * MOST])
    assert stance_course(np.array([[0.02, 0.0, 0.0]]), error, 0.5 * error, FPS)[0, 0] > 0.0
    np.testing.assert_array_equal(stance_course(np.full((1, 3), 0.02), error, error, FPS), 0.0)


def test_stances_that_are_worked_out_together_do_not_know_of_each_other() -> None:
    away, lengths = np.zeros((30, 3)), (10, 1, 19)
    away[:10], away[11:] = [0.03, 0.01, 0.1], [-0.02, 0.0, 0.05]
    errors, least = np.linspace(0.8, 2.0, 30) * MOST, np.full(30, 0.4 * MOST)
    stops = np.cumsum(lengths)
    together = stance_course(away, errors, least, FPS, np.isin(np.arange(30), stops - 1))
    for stop, length in zip(stops, lengths, strict=True):
        own = slice(stop - length, stop)
        np.testing.assert_allclose(
            together[own], stance_course(away[own], errors[own], least[own], FPS), atol=1e-12
        )


def test_ways_alone_are_those_of_the_whole_course_and_turn_no_toes() -> None:
    away = np.tile([0.03, -0.02, np.radians(8.0)], (FRAMES, 1))
    errors, least = np.linspace(0.5, 2.5, FRAMES) * MOST, np.full(FRAMES, 0.4 * MOST)
    ways, course = (own(away, errors, least, FPS) for own in (stance_ways, stance_course))
    np.testing.assert_array_equal(ways[:, :2], course[:, :2])
    np.testing.assert_array_equal(ways[:, 2], 0.0)
    assert np.abs(course[-1, 2]) > np.radians(1.0)
