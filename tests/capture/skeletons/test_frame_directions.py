"""Frames from directions, and square ones near them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.skeletons.frame_directions import (
    MOST_FRAMES,
    SQUARE_TURNS,
    body_directions,
    frame_of,
    mean_rotation,
    nearest_axis,
    nearest_square_turn,
)
from understudy.spatial import rotations as rot

X, Y, Z = np.eye(3)
LIMIT = np.deg2rad(20.0)


def repeated(pose: dict[str, np.ndarray], turns: np.ndarray) -> dict[str, np.ndarray]:
    """Return landmarks (T, 3) of a pose in several turns (T, 4)."""
    return {name: rot.rotate(turns, point[None]) for name, point in pose.items()}


def test_directions_follow_the_body(t_pose: Callable[..., dict[str, np.ndarray]]) -> None:
    angles = np.linspace(0.0, 2.0, 7)
    directions = body_directions(repeated(t_pose(), rot.from_axis_angle(Z, angles)), "z")
    assert directions is not None
    np.testing.assert_array_equal(directions.frames, np.arange(7))
    expected = np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)
    np.testing.assert_allclose(directions.forward, expected, atol=1e-12)
    np.testing.assert_allclose(directions.left, np.cross(Z, expected), atol=1e-12)
    np.testing.assert_array_equal(directions.reference_left, Y)


def test_only_upright_frames_count(t_pose: Callable[..., dict[str, np.ndarray]]) -> None:
    leans = np.deg2rad([0.0, 80.0, 20.0, 100.0])
    directions = body_directions(repeated(t_pose(), rot.from_axis_angle(Y, leans)), "z")
    assert directions is not None
    np.testing.assert_array_equal(directions.frames, [0, 2])
    assert body_directions(repeated(t_pose(), rot.from_axis_angle(Y, leans[1::2])), "z") is None


def test_long_clips_are_thinned_out(t_pose: Callable[..., dict[str, np.ndarray]]) -> None:
    directions = body_directions(repeated(t_pose(), np.tile(rot.IDENTITY, (5000, 1))), "z")
    assert directions is not None
    assert len(directions.frames) == MOST_FRAMES


def test_a_frame_meets_the_first_direction_and_nears_the_second() -> None:
    turn = frame_of((2.0 * X, Z), (Y + 0.5 * X, X))
    np.testing.assert_allclose(rot.rotate(turn, X), Z, atol=1e-12)
    np.testing.assert_allclose(rot.rotate(turn, Y), X, atol=1e-12)


def test_square_turns_are_all_and_different() -> None:
    assert SQUARE_TURNS.shape == (24, 3, 3)
    assert len({matrix.tobytes() for matrix in SQUARE_TURNS + 0.0}) == 24
    np.testing.assert_allclose(np.linalg.det(SQUARE_TURNS), 1.0)


@pytest.mark.parametrize(("degrees", "is_met"), [(0.0, True), (19.0, True), (21.0, False)])
def test_near_turns_become_square(degrees: float, is_met: bool) -> None:
    square = rot.from_matrix(SQUARE_TURNS[5])
    off = rot.multiply(square, rot.from_axis_angle(rot.normalise(X + Z), np.deg2rad(degrees)))
    found = nearest_square_turn(off, LIMIT)
    assert np.allclose(rot.as_matrix(found), SQUARE_TURNS[5], atol=1e-12) is is_met


@pytest.mark.parametrize(
    ("vector", "expected"),
    [([0.1, -3.0, 0.2], [0.0, -1.0, 0.0]), ([1.0, 1.0, 0.0], [1.0, 1.0, 0.0])],
)
def test_near_vectors_become_axes(vector: list[float], expected: list[float]) -> None:
    np.testing.assert_array_equal(nearest_axis(np.array(vector), LIMIT), expected)


def test_the_mean_rotation_does_not_mind_signs() -> None:
    turns = rot.from_axis_angle(X, np.array([-0.2, 0.1, 0.4]))
    turns[1] *= -1.0
    np.testing.assert_allclose(mean_rotation(turns), rot.from_axis_angle(X, 0.1), atol=1e-12)
