"""What a cost may speak of: points, directions, frames and capsules fixed to the bodies of a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class BodyPoint:
    """A point fixed to a body [m in the body's frame], in the floor's case with a radius [m]."""

    body: int
    local: np.ndarray
    radius: float = 0.0


@dataclass(frozen=True)
class BodyDirection:
    """The direction from one point to another, on the same body or on two."""

    start: BodyPoint
    end: BodyPoint


@dataclass(frozen=True)
class BodyFrame:
    """A frame fixed to a body: world orientation = body orientation · ``offset`` (3, 3)."""

    body: int
    offset: np.ndarray


@dataclass(frozen=True)
class BodyCapsule:
    """All points within ``radius`` [m] of a line between two ends [m in the body's frame], or of one end."""

    body: int
    start: np.ndarray
    end: np.ndarray
    radius: float


def index_array(values: Sequence[object]) -> np.ndarray:
    """Return integers as the kernels take them."""
    return np.array(values, dtype=np.int64)


def number_array(values: Sequence[object], shape: tuple[int, ...]) -> np.ndarray:
    """Return numbers (N, *shape) as the kernels take them, also when there are none."""
    return np.array(values, dtype=np.float64).reshape(len(values), *shape)
