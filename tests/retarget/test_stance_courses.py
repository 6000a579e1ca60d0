"""Stances by their kernel, held to the same in NumPy, written apart from it."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kernels.compilation import kernel
from understudy.retarget import stance_courses
from understudy.retarget.lazy_path import follow_with_play, slow_mean
from understudy.retarget.stance_courses import stance_buffers, write_corners, write_stances, write_way

FRAMES = 60
TIME = np.arange(FRAMES) / 30.0
WINDOWS = np.array([3, 7, 20, 5])
TURN_PLAY, CREEP_PLAY = 0.05, 0.01
NEVER, ALWAYS = np.zeros(FRAMES, dtype=bool), np.ones(FRAMES, dtype=bool)
HIDDEN = (np.arange(FRAMES) < 22) | (np.arange(FRAMES) > 50)
EDGES = np.array([[-0.05, 0.0], [0.12, 0.01]])


@kernel
def _mean_course(path, holds, window, total, out):
    stance_courses.mean_course(path, holds, window, total, out)


@kernel
def _write_even(path, holds, out):
    stance_courses.write_even(path, holds, out)


@pytest.mark.parametrize("window", [1, 4, 100])
@pytest.mark.parametrize("holds", [ALWAYS, ~HIDDEN, HIDDEN, np.arange(FRAMES) == 17])
def test_a_mean_course_is_that_of_the_frames_that_count(holds: np.ndarray, window: int) -> None:
    path, out = np.sin(7.0 * TIME) + TIME, np.empty(FRAMES)
    _mean_course(path, holds, window, np.empty(FRAMES + 1), out)
    np.testing.assert_allclose(out, slow_mean(path[:, None], holds, window)[:, 0], atol=1e-12)


def test_a_path_is_even_between_the_frames_that_count() -> None:
    path, out = np.sin(7.0 * TIME), np.empty(FRAMES)
    _write_even(path, HIDDEN, out)
    known = np.flatnonzero(HIDDEN)
    np.testing.assert_allclose(out, np.interp(np.arange(FRAMES), known, path[known]), atol=1e-12)


def _stances(
    heel: np.ndarray, toe: np.ndarray, seen: np.ndarray, turn: np.ndarray, crept: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return headings (T,), places (T, 2) and whether it stands (T,) of one stance over all frames."""
    known = np.stack([heel, toe, seen, ALWAYS, NEVER])
    angles = np.stack([turn, 0.0 * turn, np.full(FRAMES, -np.pi), np.full(FRAMES, np.pi)])
    natural = np.stack([0.1 * TIME, 0.2 - 0.1 * TIME], axis=1)
    headings, places, stands = np.zeros(FRAMES), np.zeros((FRAMES, 2)), np.zeros(FRAMES, dtype=bool)
    write_stances(
        np.array([[0, FRAMES]]), known, angles, natural, crept, EDGES, WINDOWS, TURN_PLAY, CREEP_PLAY,
        *stance_buffers(FRAMES), headings, places, stands,
    )  # fmt: skip
    return headings, places, stands


def test_a_flat_foot_stands_where_its_leg_reaches_on_the_average_and_creeps_along_with_play() -> None:
    crept = np.stack([0.02 * np.sin(TIME), 0.05 * TIME], axis=1)
    headings, places, stands = _stances(ALWAYS, ALWAYS, ~HIDDEN, 0.0 * TIME, crept)
    natural = np.stack([0.1 * TIME, 0.2 - 0.1 * TIME], axis=1)[~HIDDEN].mean(axis=0)
    way = slow_mean(crept, ALWAYS, WINDOWS[3])
    expected = natural + follow_with_play(way - way[~HIDDEN].mean(axis=0), CREEP_PLAY)
    np.testing.assert_allclose(places, expected, atol=1e-12)
    assert stands.all()
    assert not headings.any()


@pytest.mark.parametrize(("heel", "toe", "edge"), [(ALWAYS, NEVER, EDGES[0]), (NEVER, ALWAYS, EDGES[1])])
def test_a_foot_on_its_heel_or_toe_alone_turns_about_that(
    heel: np.ndarray, toe: np.ndarray, edge: np.ndarray
) -> None:
    turn = 0.8 * TIME
    seen = np.arange(FRAMES) < 10
    headings, places, _ = _stances(heel, toe, seen, turn, np.zeros((FRAMES, 2)))
    cos, sin = np.cos(headings), np.sin(headings)
    stood = places + np.stack([cos * edge[0] - sin * edge[1], sin * edge[0] + cos * edge[1]], axis=1)
    assert np.ptp(headings) > 0.1
    np.testing.assert_allclose(stood[10:], np.broadcast_to(stood[9], stood[10:].shape), atol=1e-12)


def test_a_foot_that_is_never_seen_does_not_stand() -> None:
    _, places, stands = _stances(ALWAYS, ALWAYS, NEVER, TIME, np.zeros((FRAMES, 2)))
    assert not stands.any()
    assert not places.any()


def test_the_way_of_a_foot_is_that_of_what_stands_of_it_while_it_is_seen() -> None:
    paths = np.stack([TIME[:, None] * speed * np.ones(2) for speed in (1.0, 2.0, 4.0)])
    heel, toe = TIME < 1.0, (TIME >= 0.5) & (TIME < 1.5)
    seen = np.arange(FRAMES) != 5
    way = np.empty((FRAMES, 2))
    write_way(paths, seen, ALWAYS, heel, toe, way)
    speed = np.where(heel & ~toe, 2.0, np.where(toe & ~heel, 4.0, 1.0)) / 30.0
    speed[[0, 5, 6]] = 0.0
    np.testing.assert_allclose(way, np.cumsum(speed)[:, None] * np.ones(2), atol=1e-12)


def test_corners_are_turned_about_the_ankle() -> None:
    sole = np.array([[-0.05, 0.03], [-0.05, -0.03], [0.15, 0.04], [0.15, -0.04]])
    headings, ankles = 0.3 + 0.2 * TIME, 1.0 + np.stack([TIME, -TIME], axis=1)
    corners = np.empty((FRAMES, 4, 3))
    write_corners(sole, headings, ankles, corners)
    for frame in (0, 10, 29, 30, 59):
        cos, sin = np.cos(headings[frame]), np.sin(headings[frame])
        expected = ankles[frame] + sole @ np.array([[cos, sin], [-sin, cos]])
        np.testing.assert_allclose(corners[frame, :, :2], expected, atol=1e-12)
    assert not corners[..., 2].any()
