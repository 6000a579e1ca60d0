"""Who helps whom."""

from __future__ import annotations

import numpy as np

from understudy.clean.agility import measure_agility
from understudy.clean.gap_surroundings import find_neighbours, lasting_spread, place_gaps
from understudy.clean.rigidity import measure_rigidity
from understudy.motion import Recording


def test_knee_is_held_by_hip_and_ankle(walk: Recording) -> None:
    noise = np.zeros(len(walk.names))
    agility = measure_agility(walk.points, walk.valid_mask, walk.fps, noise)
    rigidity = measure_rigidity(walk.points, walk.valid_mask, noise)
    neighbours = find_neighbours(noise, agility, rigidity, walk.fps)
    knee = walk.names.index("knee_l")
    mates = {walk.names[k] for k in neighbours.mates[knee] if k >= 0}
    assert {"hip_l", "ankle_l"} <= mates
    assert knee not in neighbours.carriers[knee]


def test_lonely_point_has_nobody() -> None:
    points = np.random.default_rng(0).normal(size=(100, 1, 3))
    valid = np.ones((100, 1), dtype=bool)
    rigidity = measure_rigidity(points, valid, np.zeros(1))
    agility = measure_agility(points, valid, 60.0, np.zeros(1))
    neighbours = find_neighbours(np.zeros(1), agility, rigidity, 60.0)
    assert (neighbours.carriers == -1).all()
    assert (neighbours.mates == -1).all()
    gaps = place_gaps(np.array([[0, 10, 14]]), points, valid, rigidity, np.zeros(1), 60.0)
    assert gaps.placed.shape == (4, 3)
    assert np.isnan(gaps.placed).all()
    assert np.isinf(gaps.spread).all()


def test_what_lasts_counts_less_than_noise() -> None:
    pure_noise, bent = lasting_spread(np.array([0.007, 0.010]), np.array([0.007, 0.006]), 60.0)
    assert pure_noise == 0.007
    assert bent == np.sqrt(0.006**2 + 6.0 * 0.008**2)
