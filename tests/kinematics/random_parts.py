"""What random samples of costs are made of: bodies, pairs of them, weights, and points near the floor."""

from __future__ import annotations

import numpy as np

from tests.kinematics.block_kit import FRAME, Place
from understudy.kinematics.forward import Pose

COUNT = 8
HEIGHTS = np.array([-20.0, -3.0, -1.0, -0.2, 0.0, 0.7, 8.0, 3.0])
"""Above the bend of a one-sided cost, in multiples of its softness; one of them is not felt any more."""


def in_row(values: np.ndarray) -> np.ndarray:
    """Return targets of several frames, of which only ``FRAME`` has any."""
    rows = np.full((FRAME + 1, *values.shape), np.nan)
    rows[FRAME] = values
    return rows


def bodies_of(place: Place, generator: np.random.Generator) -> np.ndarray:
    """Return (8,) different bodies, some twice where there are fewer."""
    return np.resize(generator.permutation(np.arange(1, place.model.nbody)), COUNT)


def pairs_of(place: Place, generator: np.random.Generator) -> list[tuple[int, int]]:
    """Return pairs of bodies, among them one of a body with itself and one with the world."""
    first, second = bodies_of(place, generator), bodies_of(place, generator)
    pairs = list(zip(first.tolist(), second.tolist(), strict=True))
    return [*pairs[:-2], (pairs[-2][0], pairs[-2][0]), (0, pairs[-1][1])]


def weights(generator: np.random.Generator, *shape: int) -> np.ndarray:
    """Return weights of which none is like another."""
    return generator.uniform(0.5, 2.0, shape)


def world(pose: Pose, body: np.ndarray, local: np.ndarray) -> np.ndarray:
    """Return (N, 3) [m] points fixed to bodies (N,) in the world."""
    return pose.body_pos[body] + np.einsum("nij,nj->ni", pose.body_mat[body], local)


def one_sided_share(residual: np.ndarray, weight: np.ndarray, softness: float) -> np.ndarray:
    """Return how many times the square of its Jacobian the second derivative of a soft wall's cost is.

    With c = ½r² it is 2 c c″ / c′². That is 4/3 where c = s³ / 12δ, which is up to r = w δ √(4/3); beyond,
    c = ½d² + δ²/6 at a weight of 1, and it is (d² + δ²/3) / d².
    """
    square = (residual / weight) ** 2
    deep = square / np.maximum(square - softness**2 / 3.0, 1e-300)
    return np.where(square < (1.0 - 1e-9) * 4.0 / 3.0 * softness**2, 4.0 / 3.0, deep)
