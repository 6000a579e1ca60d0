"""Vectors over time with the coordinate first, (3, T): long rows are what makes NumPy fast here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

LEAST_SINE = np.sin(np.radians(1.0))
"""Two directions within a degree of each other span no plane in which an angle could be read."""

TINY = 1e-12
"""Lengths [m] up to this are none."""


class Axes(NamedTuple):
    """Perpendicular unit axes of a body part, each (3, T), and where (T,) they are known."""

    forward: np.ndarray
    left: np.ndarray
    up: np.ndarray
    known: np.ndarray


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a · b, (T,)."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a × b, (3, T)."""
    result = np.empty(np.broadcast_shapes(a.shape, b.shape))
    result[0] = a[1] * b[2] - a[2] * b[1]
    result[1] = a[2] * b[0] - a[0] * b[2]
    result[2] = a[0] * b[1] - a[1] * b[0]
    return result


def length(a: np.ndarray) -> np.ndarray:
    """Return |a|, (T,)."""
    return np.sqrt(dot(a, a))


def length_in_plane(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return √(x² + y²); body sizes are far from where ``np.hypot`` would be needed, which is slow."""
    return np.sqrt(x * x + y * y)


def unit(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a / |a| and |a|; what has no length stays zero."""
    size = length(a)
    return a / np.maximum(size, TINY), size


def axes_from(exact: np.ndarray, other: np.ndarray, *, exact_is_left: bool) -> Axes:
    """Return axes from two vectors (3, T): one is kept as it is, the other made square to it.

    Args:
        exact: Left, or up where ``exact_is_left`` is False.
        other: Up, or left.
        exact_is_left: Which of the two is kept. Fiala measures a shoulder's pitch in the plane across the
            shoulder line, its horizontal angle in the plane across the spine.
    """
    first, first_size = unit(exact)
    along = dot(first, other)
    square = other - along * first
    second, second_size = unit(square)
    known = (first_size > TINY) & (second_size > LEAST_SINE * np.sqrt(along * along + second_size**2) + TINY)
    left, up = (first, second) if exact_is_left else (second, first)
    return Axes(cross(left, up), left, up, known)


def in_axes(axes: Axes, vector: np.ndarray) -> np.ndarray:
    """Return a vector's forward, left and up components, (3, T)."""
    result = np.empty_like(vector)
    result[0], result[1], result[2] = (
        dot(axes.forward, vector),
        dot(axes.left, vector),
        dot(axes.up, vector),
    )
    return result


def turned_axes(axes: Axes, turn: np.ndarray) -> Axes:
    """Return axes in which a vector's components are ``turn`` (T, 3, 3) times those in ``axes``."""
    old = (axes.forward, axes.left, axes.up)
    forward, left, up = (sum(turn[:, row, k] * old[k] for k in range(3)) for row in range(3))
    return Axes(np.asarray(forward), np.asarray(left), np.asarray(up), axes.known)
