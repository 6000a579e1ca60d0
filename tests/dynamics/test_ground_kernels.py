"""Kernels of the floor's forces against the same in NumPy, written out."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.ground_kernels import (
    write_floor_torques,
    write_forces,
    write_pushes,
    write_sole_points,
)
from understudy.spatial import rotations as rot

FRAMES, POINTS, JOINTS, LENGTH, RIDGE = 12, 5, 4, 0.8, 1e-6
CLOSE = 1e-13
"""Of rounding alone."""


def wave(*shape: int, phase: float = 0.0) -> np.ndarray:
    """Return numbers without a pattern, the same each time."""
    return np.sin(12.9898 * np.arange(np.prod(shape)) + phase).reshape(shape)


def test_points_go_with_their_bodies() -> None:
    positions, body_of, places = wave(FRAMES, 2, 3), np.array([0, 1, 1, 0, 1]), wave(POINTS, 3, phase=1.0)
    turns = rot.as_matrix(rot.from_rotation_vector(wave(FRAMES, 2, 3, phase=2.0)))
    found = np.empty((FRAMES, POINTS, 3))
    write_sole_points(positions, turns, body_of, places, found)
    expected = positions[:, body_of] + (turns[:, body_of] @ places[..., None])[..., 0]
    np.testing.assert_allclose(found, expected, atol=CLOSE)


def test_pushes_turn_about_the_middle_of_what_carries() -> None:
    points, root = wave(FRAMES, POINTS, 3), wave(FRAMES, 3, phase=1.0)
    ready = np.maximum(wave(FRAMES, POINTS, phase=2.0), 0.0)
    ready[3] = 0.0
    cones = wave(FRAMES, POINTS, 4, 3, phase=3.0)
    shapes = ((3,), (4 * POINTS, 6), (6, 4 * POINTS), (4 * POINTS,), (4 * POINTS,))
    middle, wrenches, matrix, price, upper = found = [np.empty((FRAMES, *shape)) for shape in shapes]
    write_pushes(points, ready, root, cones, LENGTH, RIDGE, *found)
    carry = ready > 0.0
    for frame in range(FRAMES):
        own = points[frame, carry[frame]]
        expected = own.mean(axis=0) if len(own) else root[frame] * np.array([1.0, 1.0, 0.0])
        np.testing.assert_allclose(middle[frame], expected, atol=CLOSE)
    moments = np.cross((points - middle[:, None])[:, :, None], cones) / LENGTH
    expected = np.concatenate([cones, moments], axis=3).reshape(FRAMES, -1, 6)
    np.testing.assert_allclose(wrenches, expected, atol=CLOSE)
    np.testing.assert_array_equal(matrix, wrenches.swapaxes(1, 2))
    np.testing.assert_allclose(price, np.repeat(RIDGE / np.maximum(ready, 1e-3) ** 2, 4, axis=1))
    np.testing.assert_array_equal(upper, np.repeat(np.where(carry, np.inf, 0.0), 4, axis=1))


def test_one_cone_for_all_is_as_many_equal_ones() -> None:
    points, root, ready = wave(FRAMES, POINTS, 3), wave(FRAMES, 3), np.ones((FRAMES, POINTS))
    cone, found = wave(1, 1, 4, 3), []
    shapes = ((3,), (4 * POINTS, 6), (6, 4 * POINTS), (4 * POINTS,), (4 * POINTS,))
    for cones in (cone, np.tile(cone, (FRAMES, POINTS, 1, 1))):
        room = [np.empty((FRAMES, *shape)) for shape in shapes]
        write_pushes(points, ready, root, cones, LENGTH, RIDGE, *room)
        left, forces = np.empty((FRAMES, 6)), np.empty((FRAMES, POINTS, 3))
        write_forces(wave(FRAMES, 6), wave(FRAMES, 4 * POINTS), room[1], cones, left, forces)
        found.append([*room, left, forces])
    for one, many in zip(*found, strict=True):
        np.testing.assert_array_equal(one, many)


def test_what_is_left_is_the_target_less_all_pushes() -> None:
    target, amounts = wave(FRAMES, 6), np.abs(wave(FRAMES, 4 * POINTS, phase=1.0))
    wrenches, cones = wave(FRAMES, 4 * POINTS, 6, phase=2.0), wave(FRAMES, POINTS, 4, 3, phase=3.0)
    left, forces = np.empty((FRAMES, 6)), np.empty((FRAMES, POINTS, 3))
    write_forces(target, amounts, wrenches, cones, left, forces)
    np.testing.assert_allclose(left, target - (amounts[:, None] @ wrenches)[:, 0], atol=CLOSE)
    by_point = amounts.reshape(FRAMES, POINTS, 4)
    np.testing.assert_allclose(forces, (by_point[:, :, None] @ cones)[:, :, 0], atol=CLOSE)


def test_forces_turn_the_joints_that_carry_their_points() -> None:
    carried = wave(POINTS, JOINTS) > 0.0
    slides = np.array([False, True, False, False])
    axes, anchors = wave(FRAMES, 1 + JOINTS, 3, phase=1.0), wave(FRAMES, 1 + JOINTS, 3, phase=2.0)
    points, forces = wave(FRAMES, POINTS, 3, phase=3.0), wave(FRAMES, POINTS, 3, phase=4.0)
    found = np.empty((FRAMES, JOINTS))
    write_floor_torques(carried, slides, axes, anchors, points, forces, found)
    for joint in range(JOINTS):
        arms = points[:, carried[:, joint]] - anchors[:, joint + 1, None]
        own = forces[:, carried[:, joint]]
        acting = own if slides[joint] else np.cross(arms, own)
        expected = (axes[:, joint + 1] * acting.sum(axis=1)).sum(axis=1)
        np.testing.assert_allclose(found[:, joint], expected, atol=CLOSE)
