"""A take of several movements is cut where the person rests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import RestOptions, find_movements, split_movements, trim_rests
from understudy.motion import Recording

FPS = 30.0
MOVES = [(1.0, 2.4), (3.2, 4.4), (5.4, 7.4)]
"""Start and end [s] of each movement."""

TAKE = 9.0
TOLERANCE = 0.2
"""How well beginnings and ends are met [s]."""


@pytest.fixture
def take(walk: Recording) -> Recording:
    """Return a person who stands and now and then raises an arm and lowers it, smoothly."""
    time = np.arange(round(TAKE * FPS)) / FPS
    points = np.repeat(walk.points[:1], len(time), axis=0)
    arm = [walk.names.index(f"{part}_r") for part in ("elbow", "wrist", "knuckle", "fingertip")]
    for start, stop in MOVES:
        share = np.clip((time - start) / (stop - start), 0.0, 1.0)
        lift = np.sin(np.pi * share) ** 2
        points[:, arm, 2] += lift[:, None] * np.array([0.25, 0.5, 0.55, 0.6])
    return replace(walk, points=points, valid=None, fps=FPS)


@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_movements_are_found(take: Recording, noise: float) -> None:
    jitter = np.random.default_rng(0).normal(scale=noise, size=take.points.shape)
    found = find_movements(replace(take, points=take.points + jitter))
    spans = [(movement.start / FPS, (movement.stop - 1) / FPS) for movement in found]
    np.testing.assert_allclose(spans, MOVES, atol=TOLERANCE)


def test_each_becomes_a_recording(take: Recording) -> None:
    parts = split_movements(take)
    assert len(parts) == len(MOVES)
    assert parts[1].notes[-1].startswith("Movement 2 of 3 of the take, from 3.")
    assert parts[1].provenance.steps[-1][1]["number"] == 2
    first = find_movements(take)[0]
    np.testing.assert_array_equal(parts[0].points, take.points[first.start : first.stop])


def test_rests_at_both_ends_are_cut(take: Recording) -> None:
    trimmed = trim_rests(take, margin=0.2)
    assert trimmed.duration == pytest.approx(MOVES[-1][1] - MOVES[0][0] + 0.4, abs=2.0 * TOLERANCE)
    assert "of rest before and after the motion" in trimmed.notes[-1]


def test_short_pauses_belong_to_a_movement(take: Recording) -> None:
    assert len(find_movements(take, RestOptions(shortest_rest=0.9))) == 2
    assert len(find_movements(take, RestOptions(shortest_rest=5.0))) == 1


def test_standing_still_is_no_movement(take: Recording) -> None:
    still = replace(take, points=np.repeat(take.points[:1], 100, axis=0), valid=None)
    sway = 0.005 * np.sin(np.arange(100) / FPS)[:, None, None]
    swaying = replace(still, points=still.points + sway)
    assert find_movements(swaying) == []
    assert split_movements(swaying) == []
    assert trim_rests(swaying).frame_count == 100


def test_walk_is_one_movement(walk: Recording) -> None:
    (movement,) = find_movements(walk)
    assert (movement.start, movement.stop) == (0, walk.frame_count)


def test_one_badly_seen_point_is_no_movement(take: Recording) -> None:
    points = np.repeat(take.points[:1], 200, axis=0)
    points[:, 0] += np.cumsum(np.random.default_rng(0).normal(scale=0.05, size=(200, 3)), axis=0)
    assert find_movements(replace(take, points=points, valid=None)) == []


def test_gaps_are_bridged(take: Recording) -> None:
    valid = np.ones(take.points.shape[:2], dtype=bool)
    valid[45:60] = False
    points = np.where(valid[..., None], take.points, np.nan)
    assert len(find_movements(replace(take, points=points, valid=valid))) == len(MOVES)


def test_single_frame(take: Recording) -> None:
    assert find_movements(replace(take, points=take.points[:1], valid=None)) == []
