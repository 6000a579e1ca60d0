"""Joint centres come back from how two segments turn against each other, as far as they do."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.keraal.centres import Segment, joint_centre
from understudy.spatial import rotations as rot

FPS = 60.0
FRAMES = 240
UPPER, LOWER = np.array([0.05, 0.02, -0.15]), np.array([0.03, -0.04, 0.12])
"""Where the joint is in both segments [m]."""

GUESS_OFF = np.array([0.04, -0.05, 0.03])


def segments(axis_count: int) -> tuple[Segment, Segment, np.ndarray]:
    """Return two segments that turn about so many axes of their joint, and where that is."""
    time = np.linspace(0.0, 4.0, FRAMES)
    first = rot.from_rotation_vector(np.stack([0.5 * np.sin(time), 0.3 * np.cos(time), 0.2 * time], axis=1))
    amplitudes = np.array([1.2, 0.8, 0.9]) * (np.arange(3) < axis_count)
    bend = amplitudes * np.sin(np.outer(time, [1.5, 2.1, 2.8]))
    second = rot.multiply(first, rot.from_rotation_vector(bend))
    centre = np.stack([time, np.sin(time), 1.0 + 0.1 * time], axis=1)
    upper, lower = (
        Segment(centre - rot.rotate(turn, offset), rot.as_matrix(turn))
        for turn, offset in ((first, UPPER), (second, LOWER))
    )
    return upper, lower, centre


def error(axis_count: int) -> float:
    upper, lower, centre = segments(axis_count)
    guess = centre + np.einsum("tij,j->ti", upper.matrices, GUESS_OFF)
    return float(np.linalg.norm(joint_centre(upper, lower, guess, FPS) - centre, axis=1).mean())


def test_ball_joint_that_moves_is_found() -> None:
    assert error(3) < 0.002


def test_hinge_leaves_the_way_along_its_axis_to_the_guess() -> None:
    along_axis = abs(GUESS_OFF[0])
    assert error(1) == pytest.approx(along_axis, rel=0.1)


def test_stiff_joint_is_where_it_was_guessed() -> None:
    assert error(0) == pytest.approx(float(np.linalg.norm(GUESS_OFF)), rel=1e-6)


def test_frames_that_do_not_show_a_segment_have_no_centre() -> None:
    upper, lower, centre = segments(3)
    points = upper.points.copy()
    points[30:60] = np.nan
    found = joint_centre(Segment(points, upper.matrices), lower, centre, FPS)
    assert np.isnan(found[30:60]).all()
    np.testing.assert_allclose(
        np.delete(found, np.s_[30:60], axis=0), np.delete(centre, np.s_[30:60], axis=0), atol=1e-9
    )


def test_segment_that_is_never_seen_has_no_joint() -> None:
    upper, lower, centre = segments(3)
    unseen = Segment(np.full_like(upper.points, np.nan), upper.matrices)
    assert np.isnan(joint_centre(unseen, lower, centre, FPS)).all()
