"""Kernels for what is done to many vectors and turns, with the very numbers of ``spatial``'s NumPy.

Sums are added up in the order in which ``spatial`` does it, so that the last bit is the same.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import count_worked_on, exact_inner_kernel, exact_kernel
from understudy.kernels.ranking import median_of
from understudy.spatial.compiled import VectorFunctions, compiled_functions, put_in


def use_vector_kernels(frames: int) -> None:
    """Let ``spatial`` use kernels in a process that works on many frames, of which these are some more."""
    count_worked_on(frames)
    if compiled_functions() is None and _lengths.is_worth_it(frames):
        put_in(VECTOR_KERNELS)


@exact_kernel
def _lengths(vectors: np.ndarray, out: np.ndarray) -> None:
    for row in range(vectors.shape[0]):
        out[row] = _length(vectors[row])


@exact_inner_kernel
def _length(vector: np.ndarray) -> float:
    x, y, z = vector[0], vector[1], vector[2]
    if vector.shape[0] == 3:
        return math.sqrt((x * x + z * z) + y * y)
    return math.sqrt((x * x + z * z) + (y * y + vector[3] * vector[3]))


@exact_kernel
def _norms(vectors: np.ndarray, out: np.ndarray) -> None:
    for row in range(vectors.shape[0]):
        x, y, z = vectors[row, 0], vectors[row, 1], vectors[row, 2]
        out[row] = math.sqrt((x * x + y * y) + z * z)


@exact_kernel
def _normalise(vectors: np.ndarray, out: np.ndarray) -> None:
    for row in range(vectors.shape[0]):
        _scale_to_unit(vectors[row], out[row])


@exact_inner_kernel
def _scale_to_unit(vector: np.ndarray, out: np.ndarray) -> None:
    length = _length(vector)
    divisor = length if length > 0.0 else 1.0
    for index in range(vector.shape[0]):
        out[index] = vector[index] / divisor


@exact_kernel
def _apart(first: np.ndarray, second: np.ndarray, out: np.ndarray) -> None:
    for row in range(out.shape[0]):
        a = first[row if first.shape[0] > 1 else 0]
        b = second[row if second.shape[0] > 1 else 0]
        first_length, second_length = _length(a), _length(b)
        first_divisor = first_length if first_length > 0.0 else 1.0
        second_divisor = second_length if second_length > 0.0 else 1.0
        ax, ay, az = a[0] / first_divisor, a[1] / first_divisor, a[2] / first_divisor
        bx, by, bz = b[0] / second_divisor, b[1] / second_divisor, b[2] / second_divisor
        x, y, z = ax - bx, ay - by, az - bz
        out[row, 0] = math.sqrt((x * x + z * z) + y * y)
        x, y, z = ax + bx, ay + by, az + bz
        out[row, 1] = math.sqrt((x * x + z * z) + y * y)


@exact_kernel
def _cross(first: np.ndarray, second: np.ndarray, out: np.ndarray) -> None:
    for row in range(out.shape[0]):
        a = first[row if first.shape[0] > 1 else 0]
        b = second[row if second.shape[0] > 1 else 0]
        out[row, 0] = a[1] * b[2] - a[2] * b[1]
        out[row, 1] = a[2] * b[0] - a[0] * b[2]
        out[row, 2] = a[0] * b[1] - a[1] * b[0]


@exact_kernel
def _multiply(first: np.ndarray, second: np.ndarray, out: np.ndarray) -> None:
    for row in range(out.shape[0]):
        a = first[row if first.shape[0] > 1 else 0]
        b = second[row if second.shape[0] > 1 else 0]
        out[row, 0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]
        out[row, 1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2]
        out[row, 2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1]
        out[row, 3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]


@exact_kernel
def _rotate(turns: np.ndarray, vectors: np.ndarray, out: np.ndarray) -> None:
    for row in range(out.shape[0]):
        q = turns[row if turns.shape[0] > 1 else 0]
        v = vectors[row if vectors.shape[0] > 1 else 0]
        w, x, y, z = q[0], q[1], q[2], q[3]
        a, b, c = v[0], v[1], v[2]
        p, r, s = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
        out[row, 0] = a + w * p + y * s - z * r
        out[row, 1] = b + w * r + z * p - x * s
        out[row, 2] = c + w * s + x * r - y * p


@exact_kernel
def _as_matrix(turns: np.ndarray, out: np.ndarray) -> None:
    for row in range(turns.shape[0]):
        w, x, y, z = turns[row, 0], turns[row, 1], turns[row, 2], turns[row, 3]
        out[row, 0, 0] = 1.0 - 2.0 * (y * y + z * z)
        out[row, 0, 1] = 2.0 * (x * y - w * z)
        out[row, 0, 2] = 2.0 * (x * z + w * y)
        out[row, 1, 0] = 2.0 * (x * y + w * z)
        out[row, 1, 1] = 1.0 - 2.0 * (x * x + z * z)
        out[row, 1, 2] = 2.0 * (y * z - w * x)
        out[row, 2, 0] = 2.0 * (x * z - w * y)
        out[row, 2, 1] = 2.0 * (y * z + w * x)
        out[row, 2, 2] = 1.0 - 2.0 * (x * x + y * y)


@exact_kernel
def _from_matrix(matrices: np.ndarray, out: np.ndarray) -> None:
    for row in range(matrices.shape[0]):
        m, q = matrices[row], out[row]
        xx, yy, zz = m[0, 0], m[1, 1], m[2, 2]
        yz, zx, xy = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
        syz, szx, sxy = m[2, 1] + m[1, 2], m[0, 2] + m[2, 0], m[1, 0] + m[0, 1]
        dw, dx, dy, dz = 1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz
        best = _first_largest(dw, dx, dy, dz)
        if best == 0:
            q[0], q[1], q[2], q[3] = dw, yz, zx, xy
        elif best == 1:
            q[0], q[1], q[2], q[3] = yz, dx, sxy, szx
        elif best == 2:
            q[0], q[1], q[2], q[3] = zx, sxy, dy, syz
        else:
            q[0], q[1], q[2], q[3] = xy, szx, syz, dz
        _scale_to_unit(q, q)
        if q[0] < 0.0:
            for index in range(4):
                q[index] = -q[index]


@exact_inner_kernel
def _first_largest(a: float, b: float, c: float, d: float) -> int:
    """Return which of four numbers NumPy takes for the largest: what is not a number counts as such."""
    best, largest = 0, a
    for index, value in ((1, b), (2, c), (3, d)):
        if not math.isnan(largest) and (value > largest or math.isnan(value)):
            best, largest = index, value
    return best


@exact_kernel
def _median_norm(vectors: np.ndarray, room: np.ndarray) -> float:
    count = 0
    for row in range(vectors.shape[0]):
        x, y, z = vectors[row, 0], vectors[row, 1], vectors[row, 2]
        length = math.sqrt((x * x + y * y) + z * z)
        if math.isfinite(length):
            room[count] = length
            count += 1
    if count == 0:
        return math.nan
    return median_of(room, count)


VECTOR_KERNELS = VectorFunctions(
    _lengths, _norms, _normalise, _apart, _cross, _multiply, _rotate, _as_matrix, _from_matrix, _median_norm
)
