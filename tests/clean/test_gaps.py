"""Gaps are closed as well as the rest of the body allows, and left open where nothing tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import fill_gaps
from understudy.motion import Recording
from understudy.spatial import rotations as rot

SHORT, LONG = slice(100, 104), slice(100, 118)


def without(recording: Recording, name: str, frames: slice) -> Recording:
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[frames, recording.names.index(name)] = np.nan
    valid[frames, recording.names.index(name)] = False
    return replace(recording, points=points, valid=valid)


def largest_error(filled: Recording, truth: Recording) -> float:
    return float(np.linalg.norm(filled.points - truth.points, axis=-1).max())


def test_nothing_to_close(walk: Recording) -> None:
    filled = fill_gaps(walk)
    np.testing.assert_array_equal(filled.points, walk.points)
    assert filled.notes[-1] == "There are no gaps."


@pytest.mark.parametrize("name", ["wrist_l", "knee_r", "head"])
def test_short_gap_is_closed_by_a_spline(walk: Recording, name: str) -> None:
    filled = fill_gaps(without(walk, name, SHORT))
    assert filled.valid_mask.all()
    assert largest_error(filled, walk) < 0.003
    assert filled.notes[-1].startswith("Closed 1 gap (0.06 % of all positions, up to 0.07 s): 1 by splines.")


def test_long_gaps_are_closed_better_by_the_body_than_by_splines(walk: Recording) -> None:
    squares = np.zeros(2)
    for name in ("wrist_l", "elbow_r", "knee_r", "ankle_l", "toe_l", "head"):
        for start in (40, 80, 120, 160):
            gap = without(walk, name, slice(start, start + 18))
            ways = fill_gaps(gap), fill_gaps(gap, spline_seconds=0.5)
            assert all(way.valid_mask.all() for way in ways)
            squares += [np.sum((way.points - walk.points) ** 2) for way in ways]
    assert squares[0] < 0.15 * squares[1]


def test_what_was_seen_stays(walk: Recording) -> None:
    spoiled = without(without(walk, "wrist_l", LONG), "knee_r", SHORT)
    filled = fill_gaps(spoiled)
    seen = spoiled.valid_mask
    np.testing.assert_array_equal(filled.points[seen], walk.points[seen])


def test_marker_of_a_rigid_segment_is_closed_even_at_the_ends() -> None:
    time = np.linspace(0.0, 4.0, 240)
    turns = rot.from_rotation_vector(np.stack([np.sin(time), time, np.cos(3.0 * time)], axis=1))
    plate = np.array([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.1, 0.1, 0.0], [0.0, 0.1, 0.02]])
    points = rot.rotate(turns[:, None], plate) + np.stack([time, np.sin(time), 0 * time], axis=1)[:, None]
    truth = Recording(("a", "b", "c", "d"), points, 60.0)
    for frames in (slice(0, 50), slice(100, 180), slice(200, 240)):
        filled = fill_gaps(without(truth, "d", frames))
        assert filled.valid_mask.all()
        assert largest_error(filled, truth) < 1e-4
        assert "1 by rigid segments" in filled.notes[-1]


def test_ends_and_lonely_points_stay_open(walk: Recording) -> None:
    at_start = fill_gaps(without(walk, "ankle_l", slice(0, 5)))
    assert (~at_start.valid_mask).sum() == 5
    assert at_start.notes[-1].startswith("Left 1 gap open (0.07 % of all positions, up to 0.08 s)")
    assert at_start.notes[-1].endswith("where points were: ankle_l.")
    alone = Recording(("wand",), walk.points[:, [0]], walk.fps)
    assert (~fill_gaps(without(alone, "wand", LONG)).valid_mask).sum() == 18
    assert fill_gaps(without(alone, "wand", SHORT)).valid_mask.all()


def test_gap_with_too_large_an_error_stays_open(walk: Recording) -> None:
    lost = without(walk, "fingertip_l", slice(50, 170))
    assert fill_gaps(lost, max_error=1e-4).valid_mask.sum() == lost.valid_mask.sum()


def test_point_never_seen_stays_so(walk: Recording) -> None:
    filled = fill_gaps(without(walk, "wrist_l", slice(None)))
    assert not filled.valid_mask[:, walk.names.index("wrist_l")].any()
    assert "Left 1 gap open" in filled.notes[-1]


def test_limit_of_splines_is_an_option(walk: Recording) -> None:
    filled = fill_gaps(without(walk, "wrist_l", LONG), spline_seconds=0.5)
    assert "1 by splines" in filled.notes[-1]
    assert filled.provenance.steps[-1][1]["spline_seconds"] == 0.5


@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_bursts_all_over_the_body(walk: Recording, kicking: Recording, noise: float) -> None:
    """Half of all points are missing at the same time."""
    for truth, limit in ((walk, 0.017), (kicking, 0.004)):
        generator = np.random.default_rng(3)
        valid = np.ones(truth.points.shape[:2], dtype=bool)
        for k in range(len(truth.names)):
            for start in generator.choice(truth.frame_count // 40 - 1, 4, replace=False):
                valid[40 * start + 20 : 40 * start + 38, k] = False
        points = truth.points + generator.normal(scale=noise, size=truth.points.shape)
        filled = fill_gaps(replace(truth, points=np.where(valid[..., None], points, np.nan), valid=valid))
        errors = np.linalg.norm(filled.points - truth.points, axis=-1)[~valid & filled.valid_mask]
        assert np.sqrt(np.mean(errors**2)) < limit + noise
        assert filled.valid_mask.mean() > 0.995


def test_rotations_turn_evenly(walk: Recording) -> None:
    angles = np.linspace(0.0, 2.0, walk.frame_count)
    turns = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), angles)[:, None]
    rotations = np.broadcast_to(turns, (*walk.points.shape[:2], 4)).copy()
    truth = replace(walk, rotations=rotations)
    rotations[LONG, walk.names.index("wrist_l")] = rot.IDENTITY
    filled = fill_gaps(without(replace(walk, rotations=rotations), "wrist_l", LONG))
    assert filled.rotations is not None and truth.rotations is not None
    np.testing.assert_allclose(np.abs(np.sum(filled.rotations * truth.rotations, axis=-1)), 1.0, atol=1e-12)


def test_coinciding_points_are_no_trouble(walk: Recording) -> None:
    """Skeletons have joints in the same place; nothing moves between them."""
    points = np.concatenate([walk.points, walk.points[:, :1]], axis=1)
    twins = replace(walk, names=(*walk.names, "twin"), points=points, valid=None)
    filled = fill_gaps(without(twins, "twin", LONG))
    assert filled.valid_mask.all()
    assert largest_error(filled, twins) < 0.002
