"""Rotations as unit quaternions ``wxyz`` and matrices, vectorised over leading axes.

Written by hand because scipy's ``Rotation`` takes a tenth of a second to import and orders
quaternions ``xyzw``; every function is checked against it in the tests.
"""

from __future__ import annotations

import numpy as np

from understudy.spatial.compiled import COMPILED_WIDTHS, of_pairs, of_rows
from understudy.spatial.vectors import cross, lengths

IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])


def normalise(vectors: np.ndarray) -> np.ndarray:
    """Return ``(..., n)`` vectors or quaternions scaled to unit length; zero stays zero."""
    width = vectors.shape[-1]
    if width in COMPILED_WIDTHS and vectors.strides[-1] == vectors.itemsize:
        found = of_rows("normalise", vectors, (width,), (width,))
        if found is not None:
            return found
    length = lengths(vectors)[..., None]
    return vectors / np.where(length > 0.0, length, 1.0)


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the Hamilton product a ⊗ b of ``(..., 4)`` quaternions: first b, then a."""
    found = of_pairs("multiply", a, b, (4, 4), 4)
    if found is not None:
        return found
    aw, ax, ay, az = _parts(a)
    bw, bx, by, bz = _parts(b)
    w = aw * bw - ax * bx - ay * by - az * bz
    product = np.empty((*np.shape(w), 4))
    product[..., 0] = w
    product[..., 1] = aw * bx + ax * bw + ay * bz - az * by
    product[..., 2] = aw * by - ax * bz + ay * bw + az * bx
    product[..., 3] = aw * bz + ax * by - ay * bx + az * bw
    return product


def _parts(q: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return w, x, y and z of quaternions (..., 4), several times as fast as by moving their axes."""
    return q[..., 0], q[..., 1], q[..., 2], q[..., 3]


def conjugate(q: np.ndarray) -> np.ndarray:
    """Return the inverse of unit quaternions ``(..., 4)``."""
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(q: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Rotate ``(..., 3)`` vectors by ``(..., 4)`` unit quaternions."""
    found = of_pairs("rotate", q, vectors, (4, 3), 3)
    if found is not None:
        return found
    # Written out, since np.cross takes several times as long as the arithmetic of a clip.
    w, x, y, z = _parts(q)
    a, b, c = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    p, r, s = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    first = a + w * p + y * s - z * r
    turned = np.empty((*np.shape(first), 3))
    turned[..., 0] = first
    turned[..., 1] = b + w * r + z * p - x * s
    turned[..., 2] = c + w * s + x * r - y * p
    return turned


def as_matrix(q: np.ndarray) -> np.ndarray:
    """Return ``(..., 3, 3)`` matrices of ``(..., 4)`` unit quaternions."""
    found = of_rows("as_matrix", q, (4,), (3, 3))
    if found is not None:
        return found
    w, x, y, z = _parts(q)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    matrix = np.empty((*q.shape[:-1], 3, 3))
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            matrix[..., i, j] = entry
    return matrix


def from_matrix(matrix: np.ndarray) -> np.ndarray:
    """Return ``(..., 4)`` unit quaternions with w ≥ 0 of rotation matrices ``(..., 3, 3)``.

    Uses the largest of the four squared components (Shepperd), so that no half-turn loses digits.
    """
    m = np.asarray(matrix, dtype=np.float64)
    found = of_rows("from_matrix", m, (3, 3), (4,))
    if found is not None:
        return found
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    yz, zx, xy = (
        m[..., 2, 1] - m[..., 1, 2],
        m[..., 0, 2] - m[..., 2, 0],
        m[..., 1, 0] - m[..., 0, 1],
    )
    syz, szx, sxy = (
        m[..., 2, 1] + m[..., 1, 2],
        m[..., 0, 2] + m[..., 2, 0],
        m[..., 1, 0] + m[..., 0, 1],
    )
    # Row i is the quaternion times four times its component i, so that the rows make a symmetric table.
    table = (
        (1 + xx + yy + zz, yz, zx, xy),
        (yz, 1 + xx - yy - zz, sxy, szx),
        (zx, sxy, 1 - xx + yy - zz, syz),
        (xy, szx, syz, 1 - xx - yy + zz),
    )
    best = np.argmax(np.stack([table[i][i] for i in range(4)]), axis=0)
    q = np.stack([np.choose(best, row) for row in table], axis=-1)
    return with_positive_w(normalise(q))


def with_positive_w(q: np.ndarray) -> np.ndarray:
    """Return the same rotations with w ≥ 0."""
    return np.where(q[..., :1] < 0.0, -q, q)


def from_axis_angle(axis: np.ndarray, angle: np.ndarray | float) -> np.ndarray:
    """Return quaternions that turn by ``angle`` [rad] about unit ``axis`` ``(..., 3)``."""
    half = 0.5 * np.asarray(angle, dtype=np.float64)[..., None]
    axis = np.asarray(axis, dtype=np.float64)
    return _join(np.cos(half), np.sin(half) * axis)


def _join(w: np.ndarray, xyz: np.ndarray) -> np.ndarray:
    shape, other = w.shape[:-1], xyz.shape[:-1]
    joined = np.empty((*(shape if shape == other else np.broadcast_shapes(shape, other)), 4))
    joined[..., :1] = w
    joined[..., 1:] = xyz
    return joined


def as_rotation_vector(q: np.ndarray) -> np.ndarray:
    """Return rotation vectors ``(..., 3)`` [rad] of length at most π."""
    q = with_positive_w(q)
    sine = lengths(q[..., 1:])[..., None]
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    return np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0) * q[..., 1:]


def from_rotation_vector(vectors: np.ndarray) -> np.ndarray:
    """Return quaternions of rotation vectors ``(..., 3)`` [rad]."""
    angle = lengths(vectors)[..., None]
    half_sinc = 0.5 * np.sinc(angle / (2.0 * np.pi))
    return _join(np.cos(0.5 * angle), half_sinc * vectors)


def angle_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the angle [rad] between ``(..., 3)`` vectors, exact near 0 and π."""
    is_usual = a.strides[-1] == a.itemsize and b.strides[-1] == b.itemsize
    apart = of_pairs("apart", a, b, (3, 3), 2) if is_usual else None
    if apart is not None:
        return 2.0 * np.arctan2(apart[..., 0], apart[..., 1])
    a, b = normalise(a), normalise(b)
    return 2.0 * np.arctan2(lengths(a - b), lengths(a + b))


def shortest_arc(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return the smallest rotation that carries unit vectors ``start`` to ``end``, ``(..., 4)``.

    For opposite vectors the axis is any perpendicular one.
    """
    start, end = np.broadcast_arrays(normalise(start), normalise(end))
    # Half the squared length of the sum is 1 + cos without the cancellation near half a turn.
    w = 0.5 * np.sum((start + end) ** 2, axis=-1, keepdims=True)
    axis = cross(start, end)
    smallest = np.argmin(np.abs(start), axis=-1)
    perpendicular = cross(start, np.eye(3)[smallest])
    opposite = w < 1e-15
    return normalise(
        np.concatenate([np.where(opposite, 0.0, w), np.where(opposite, perpendicular, axis)], -1)
    )


def slerp(a: np.ndarray, b: np.ndarray, fraction: np.ndarray) -> np.ndarray:
    """Interpolate from ``a`` to ``b`` ``(..., 4)`` along the shorter way; ``fraction`` is ``(...)``."""
    step = as_rotation_vector(multiply(conjugate(a), b))
    return multiply(a, from_rotation_vector(step * np.asarray(fraction)[..., None]))


def continuous(q: np.ndarray) -> np.ndarray:
    """Return ``(T, 4)`` quaternions with signs chosen so that neighbours never jump."""
    dots = np.sum(q[1:] * q[:-1], axis=-1)
    signs = np.concatenate([[1.0], np.cumprod(np.where(dots < 0.0, -1.0, 1.0))])
    return q * signs[:, None]


def from_axes(x: np.ndarray | None, y: np.ndarray | None, z: np.ndarray | None) -> np.ndarray:
    """Return the rotation whose columns are built from two of three axes ``(..., 3)``.

    The given axis that comes first in z, x, y keeps its direction; the other is made perpendicular.
    """
    if z is not None and y is not None:
        z = normalise(z)
        x = normalise(cross(y, z))
        y = cross(z, x)
    elif z is not None and x is not None:
        z = normalise(z)
        y = normalise(cross(z, x))
        x = cross(y, z)
    elif x is not None and y is not None:
        x = normalise(x)
        z = normalise(cross(x, y))
        y = cross(z, x)
    else:
        raise ValueError("from_axes needs two axes")
    return from_matrix(np.stack([x, y, z], axis=-1))
