"""Directions of an upright body over time, and frames made from directions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from understudy.capture.placing.posture import AXES, MAX_TRUNK_LEAN, Landmarks, lines_across, trunk
from understudy.capture.placing.world_axes import USUAL_FORWARD
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

MOST_FRAMES = 200
"""So many upright frames, spread over the clip, are enough for averages."""

SQUARE_TURNS = np.array(
    [
        matrix
        for order in permutations(range(3))
        for signs in product((1.0, -1.0), repeat=3)
        if np.linalg.det(matrix := np.eye(3)[list(order)] * np.array(signs)) > 0.0
    ]
)
"""(24, 3, 3) all turns that carry axes to axes."""


@dataclass(frozen=True, eq=False)
class Directions:
    """Where a body's directions point.

    Attributes:
        frames: (N,) upright frames.
        forward: (N, 3) level unit vectors that the body faces there.
        left: (N, 3) level unit vectors to its left.
        reference_up: (3,) the file's axis that is up.
        reference_forward: (3,) the file's axis that a standing body is made to face.
    """

    frames: np.ndarray
    forward: np.ndarray
    left: np.ndarray
    reference_up: np.ndarray
    reference_forward: np.ndarray

    @property
    def reference_left(self) -> np.ndarray:
        """(3,) left of the standing body."""
        return cross(self.reference_up, self.reference_forward)


def body_directions(landmarks: Landmarks, up: str) -> Directions | None:
    """Return the directions of landmarks (T, 3) in frames with an upright trunk, None without any."""
    axis = AXES[up]
    forward = cross(sum(lines_across(landmarks), np.zeros(3)), axis)
    size = np.linalg.norm(trunk(landmarks), axis=1)
    is_upright = rot.angle_between(trunk(landmarks), axis) <= MAX_TRUNK_LEAN
    frames = np.flatnonzero(is_upright & (np.linalg.norm(forward, axis=1) > 1e-3 * size))
    if len(frames) == 0:
        return None
    frames = frames[np.unique(np.linspace(0, len(frames) - 1, min(len(frames), MOST_FRAMES)).astype(int))]
    facing = rot.normalise(forward[frames])
    return Directions(frames, facing, cross(axis, facing), axis, AXES[USUAL_FORWARD[up[-1]]])


def frame_of(first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Return the turn (4,) that carries one vector to its target, and another one as near as it can.

    Args:
        first: Vector and target (3,), which are met.
        second: Vector and target, not along the first ones.
    """
    own, wanted = (rot.from_axes(x, y, None) for x, y in zip(first, second, strict=True))
    return rot.multiply(wanted, rot.conjugate(own))


def nearest_square_turn(turn: np.ndarray, limit: float) -> np.ndarray:
    """Return the turn (4,) that carries axes to axes within ``limit`` [rad], else the turn itself."""
    matrix = rot.as_matrix(turn)
    nearest = SQUARE_TURNS[int(np.argmax(np.einsum("nij,ij->n", SQUARE_TURNS, matrix)))]
    angle = float(np.linalg.norm(rot.as_rotation_vector(rot.from_matrix(nearest.T @ matrix))))
    return rot.from_matrix(nearest) if angle <= limit else turn


def nearest_axis(vector: np.ndarray, limit: float) -> np.ndarray:
    """Return the axis (3,) nearest to a vector if it is within ``limit`` [rad], else the vector itself."""
    place = int(np.argmax(np.abs(vector)))
    axis = np.sign(vector[place]) * np.eye(3)[place]
    return axis if float(rot.angle_between(vector, axis)) <= limit else vector


def mean_rotation(turns: np.ndarray) -> np.ndarray:
    """Return the mean ``(..., 4)`` of turns ``(N, ..., 4)`` that are near to each other."""
    is_opposite = np.sum(turns * turns[0], axis=-1, keepdims=True) < 0.0
    return rot.normalise(np.where(is_opposite, -turns, turns).mean(axis=0))
