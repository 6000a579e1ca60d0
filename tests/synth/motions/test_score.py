"""Scores are played as they are written: poses met at rest, cycles repeated and varied, shares untouched."""

from __future__ import annotations

import random

import numpy as np
import pytest

from understudy.synth.motions.score import Move, both, enlivened, left, play, repeated, right

SCORE: list[Move] = [
    (0.0, {"elbow_flexion_l": 10.0}),
    (1.0, {"elbow_flexion_l": 90.0, "share_grip": 1.0}),
    (0.5, {}),
    (1.0, {"elbow_flexion_l": 20.0}),
]


def test_sides_are_named() -> None:
    assert both(elbow_flexion=3.0) == left(elbow_flexion=3.0) | right(elbow_flexion=3.0)
    assert left(elbow_flexion=3.0) == {"elbow_flexion_l": 3.0}


def test_poses_are_met_and_kept_until_the_next_names_them() -> None:
    played = play(SCORE, np.array([0.0, 1.0, 1.3, 2.5, 9.0]))
    np.testing.assert_allclose(np.degrees(played["elbow_flexion_l"]), [10.0, 90.0, 90.0, 20.0, 20.0])
    np.testing.assert_allclose(played["share_grip"], [0.0, 1.0, 1.0, 1.0, 1.0])


def test_a_lag_delays_an_angle_of_either_side() -> None:
    times = np.linspace(0.0, 3.0, 50)
    late = play(SCORE, times, {"elbow_flexion": 0.1})["elbow_flexion_l"]
    np.testing.assert_allclose(late, play(SCORE, times - 0.1)["elbow_flexion_l"])


def test_cycles_fill_the_time_and_differ_a_little() -> None:
    cycle: list[Move] = [
        (0.5, {"elbow_flexion_l": 100.0, "share_grip": 1.0}),
        (0.5, {"elbow_flexion_l": 0.0}),
    ]
    moves = repeated(lambda _: cycle, 10.0, random.Random(0))
    assert sum(duration for duration, _ in moves) >= 10.0
    extents = [pose["elbow_flexion_l"] for _, pose in moves[::2]]
    assert max(extents) <= 104.0
    assert min(extents) >= 96.0
    assert len(set(extents)) == len(extents)
    assert {pose["share_grip"] for _, pose in moves[::2]} == {1.0}


def test_life_is_small_and_leaves_shares_alone() -> None:
    times = np.linspace(0.0, 20.0, 400)
    still = {"elbow_flexion_l": np.full(400, 0.5), "share_grip": np.full(400, 1.0)}
    alive = enlivened(still, times, random.Random(1))
    stray = np.degrees(np.abs(alive["elbow_flexion_l"] - 0.5))
    assert 0.2 < stray.max() <= 1.0
    np.testing.assert_array_equal(alive["share_grip"], still["share_grip"])
    assert alive["elbow_flexion_l"][0] == pytest.approx(0.5, abs=0.02)
