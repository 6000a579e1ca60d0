"""Footholds that lie on each other give way, by half each, and are left alone where they do not."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.footholds_apart import GAP, PACE, footholds_apart, shadows_overlap
from understudy.spatial import rotations as rot

FRAMES, FPS = 300, 100.0
LENGTH, WIDTH = 0.2, 0.1
UP = np.array([0.0, 0.0, 1.0])
SOLE = np.array([[0.0, 0.5, 0.0], [0.0, -0.5, 0.0], [1.0, 0.5, 0.0], [1.0, -0.5, 0.0]]) * [LENGTH, WIDTH, 0.0]
ALWAYS = np.ones(FRAMES, dtype=bool)
MILLIMETRE = 0.001


def soles(across: float | np.ndarray, turned: float = 0.0) -> np.ndarray:
    """Return soles (T, 4, 3) that stand so far [m] to the left, turned about their heel [rad]."""
    corners = np.tile(rot.rotate(rot.from_axis_angle(UP, np.array(turned)), SOLE), (FRAMES, 1, 1))
    corners[..., 1] += np.broadcast_to(across, FRAMES)[:, None]
    return corners


def apart(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return how far (T,) [m] soles are apart, negative where they overlap."""
    return GAP - shadows_overlap(left[..., :2], right[..., :2])[0].min(axis=1)


def test_footholds_that_are_apart_stay_where_they_are() -> None:
    left, right = soles(WIDTH + GAP + MILLIMETRE), soles(0.0)
    for moved, own in zip(footholds_apart(left, right, ALWAYS, FPS), (left, right), strict=True):
        np.testing.assert_array_equal(moved, own)


def test_feet_that_do_not_stand_at_once_stay_where_they_are() -> None:
    left, right = soles(0.0), soles(0.0)
    for moved in footholds_apart(left, right, ~ALWAYS, FPS):
        np.testing.assert_array_equal(moved, left)


@pytest.mark.parametrize("turned", [0.0, 0.4, -0.7])
def test_footholds_on_each_other_give_way_by_half_each(turned: float) -> None:
    left, right = soles(0.7 * WIDTH, turned), soles(0.0)
    assert apart(left, right).max() < 0.0
    new_left, new_right = footholds_apart(left, right, ALWAYS, FPS)
    assert apart(new_left, new_right).min() >= GAP - MILLIMETRE
    np.testing.assert_allclose(new_left - left, right - new_right, atol=1e-12)
    assert np.abs(new_left[..., 2]).max() == 0.0


def test_they_give_way_slowly_and_only_around_where_they_meet() -> None:
    meets = np.arange(FRAMES) > FRAMES - 20
    left, right = soles(np.where(meets, WIDTH - 0.01, 2.0 * WIDTH)), soles(0.0)
    moved = footholds_apart(left, right, ALWAYS, FPS)[1]
    way = np.linalg.norm(moved[:, 0] - right[:, 0], axis=1)
    assert np.abs(np.diff(way)).max() * FPS <= 0.5 * PACE + 1e-9
    assert way[-1] == pytest.approx(0.5 * (0.01 + GAP), abs=MILLIMETRE)
    assert way[0] == 0.0


def test_soles_are_apart_by_the_least_of_all_ways_out() -> None:
    left, right = soles(0.08), soles(0.0)
    assert apart(left, right)[0] == pytest.approx(0.08 - WIDTH, abs=1e-12)
    left[..., 0] += LENGTH - 0.01
    assert apart(left, right)[0] == pytest.approx(-0.01, abs=1e-12), "heel behind toes is nearer"
