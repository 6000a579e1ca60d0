"""The live filter calms what rests, follows what moves, and never looks ahead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import OneEuroFilter, OneEuroOptions, filter_causally
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

FPS = 60.0
NOISE = 0.005


def recording_of(points: np.ndarray) -> Recording:
    return Recording(("a",), points[:, None], FPS)


def test_rest_is_calmed() -> None:
    noise = np.random.default_rng(0).normal(scale=NOISE, size=(600, 3))
    filtered = filter_causally(recording_of(noise)).points[120:, 0]
    assert filtered.std() < 0.45 * NOISE


def test_steady_motion_lags_no_more_than_stated() -> None:
    options = OneEuroOptions()
    for speed in (0.5, 2.0, 8.0):
        way = np.arange(600)[:, None] / FPS * np.array([speed, 0.0, 0.0])
        lag = (way - filter_causally(recording_of(way), options).points[:, 0])[-1, 0]
        assert 0.0 < lag < 1.0 / (2.0 * np.pi * options.gain)


def test_first_order_filter_without_gain() -> None:
    """At rest it is the plain filter x ← x + (y - x) · 2π f dt / (2π f dt + 1)."""
    step = np.ones((100, 3))
    step[0] = 0.0
    options = OneEuroOptions(slowest=2.0, gain=0.0)
    filtered = filter_causally(recording_of(step), options).points[:, 0, 0]
    weight = 2.0 * np.pi * 2.0 / FPS
    expected = 1.0 - (1.0 / (1.0 + weight)) ** np.arange(100)
    np.testing.assert_allclose(filtered, expected, atol=1e-12)


def test_future_does_not_count(walk: Recording) -> None:
    whole = filter_causally(walk).points
    part = filter_causally(replace(walk, points=walk.points[:100], valid=None)).points
    np.testing.assert_array_equal(whole[:100], part)


def test_class_and_function_agree(walk: Recording) -> None:
    one_euro = OneEuroFilter()
    live = [one_euro.step(t / walk.fps, walk.points[t])[0] for t in range(50)]
    np.testing.assert_array_equal(filter_causally(walk).points[:50], live)


def test_turned_axes_turn_the_result(walk: Recording) -> None:
    turn = rot.from_rotation_vector(np.array([0.3, -0.5, 0.9]))
    turned = filter_causally(replace(walk, points=rot.rotate(turn, walk.points)))
    np.testing.assert_allclose(turned.points, rot.rotate(turn, filter_causally(walk).points), atol=1e-12)


def test_lost_points_start_anew_after_long_gaps_only() -> None:
    points = np.zeros((120, 3))
    points[60:] = 1.0
    valid = np.ones((120, 1), dtype=bool)
    for lost, jumps in ((5, False), (30, True)):
        valid[:] = True
        valid[60 - lost : 60] = False
        filtered = filter_causally(replace(recording_of(points), valid=valid))
        assert (filtered.points[60, 0, 0] == 1.0) == jumps
        assert np.isnan(filtered.points[59, 0]).all()


def test_rotations_are_filtered_as_strongly_as_their_points() -> None:
    points = np.zeros((60, 3))
    angles = np.where(np.arange(60) < 10, 0.0, 1.0)
    rotations = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), angles)[:, None]
    options = OneEuroOptions(slowest=2.0)
    filtered = filter_causally(replace(recording_of(points), rotations=rotations), options)
    assert filtered.rotations is not None
    turned = rot.as_rotation_vector(filtered.rotations[:, 0])[:, 2]
    weight = 2.0 * np.pi * 2.0 / FPS
    assert turned[10] == pytest.approx(weight / (1.0 + weight))
    assert (np.diff(turned[9:]) > 0.0).all()


def test_time_must_advance() -> None:
    one_euro = OneEuroFilter()
    one_euro.step(1.0, np.zeros((1, 3)))
    with pytest.raises(InvalidMotionError, match=r"time is 1.0 s, expected more"):
        one_euro.step(1.0, np.zeros((1, 3)))


@pytest.mark.parametrize(
    "options", [{"slowest": 0.0}, {"speed_cutoff": -1.0}, {"gain": -1.0}, {"forget": float("nan")}]
)
def test_bad_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(InvalidMotionError, match=f"{next(iter(options))}.*expected"):
        OneEuroOptions(**options)
