"""One step of a whole clip: its normal equations, block-banded in time, factorised and solved.

Frames meet in blocks at most two apart: by diagonals, where only accelerations of single variables count, or
by dense blocks, where forces do. With S the own block of a frame after the frames before it are eliminated,
X = S⁻¹, N and F its blocks with the next frame and the one after it, Y = XN and Z = XF, frame t leaves behind

    S' = A' − NᵀY      N' = B' − YᵀF      S'' = A'' − FᵀZ

in these; ``'`` is one frame later. With a diagonal F two products of blocks are all it takes, else five.
A foothold is eliminated when its stance is over and it meets only the two frames after it: a step carries
three columns a sole along. Parameters of all frames are carried to the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_vector_kernel
from understudy.kinematics.blas_functions import (
    NORMAL,
    TRANSPOSED,
    Arguments,
    multiply_add,
    multiply_vector,
    new_arguments,
)

_NUMBER = 8  # bytes

RIDGE, ROUNDING = 1e-9, 1e-12
"""Added to the diagonal, and as a share of it where blocks between frames are dense, against rounding."""


class Room(NamedTuple):
    """Memory of a factor: T frames, D variables, S = 3F + N columns (F soles, N parameters), K stances."""

    arguments: Arguments
    own: np.ndarray  # (T, D, D) own blocks of frames, then X
    near: np.ndarray  # (T, D, D) Y
    far: np.ndarray  # (T, D, D) Z, (0, D, D) where F is diagonal
    between: np.ndarray  # (2, D, D) N of a frame and of the next one
    apart: np.ndarray  # (D, D) F
    columns: np.ndarray  # (T, S, D) of footholds and parameters, then X times those
    spare: np.ndarray  # (2, D)
    carry: np.ndarray  # (3, S, D) columns by this frame, the next one and the one after it
    square: np.ndarray  # (S, S) of footholds that are stood on, and of parameters
    side: np.ndarray  # (S,) their right-hand side
    gone: np.ndarray  # (K, 2, 3, D) columns by the two frames after a stance
    gone_with: np.ndarray  # (K, 3, S) by footholds that were still stood on then
    gone_who: np.ndarray  # (K, F) which those were, -1 none
    inverse: np.ndarray  # (K, 3, 3)
    rest: np.ndarray  # (K, 3) right-hand sides
    shared: np.ndarray  # (N, N) of parameters, in the end
    rows: np.ndarray  # (2, N)


def new_room(
    frames: int, size: int, soles: int, stances: int, shared: int = 0, is_dense: bool = False
) -> Room:
    """Return memory for a factor."""
    columns = 3 * soles + shared
    return Room(
        arguments=new_arguments(),
        own=np.empty((frames, size, size)),
        near=np.empty((frames, size, size)),
        far=np.empty((frames if is_dense else 0, size, size)),
        between=np.empty((2, size, size)),
        apart=np.empty((size, size)),
        columns=np.zeros((frames, columns, size)),
        spare=np.zeros((2, size)),
        carry=np.zeros((3, columns, size)),
        square=np.zeros((columns, columns)),
        side=np.zeros(columns),
        gone=np.zeros((stances, 2, 3, size)),
        gone_with=np.zeros((stances, 3, columns)),
        gone_who=np.full((stances, soles), -1, dtype=np.int64),
        inverse=np.zeros((stances, 3, 3)),
        rest=np.zeros((stances, 3)),
        shared=np.zeros((shared, shared)),
        rows=np.zeros((2, shared)),
    )


def without_shared(room: Room) -> Room:
    """Return memory for the same without shared parameters, blocks of frames being the same memory."""
    frames, _, size = room.columns.shape
    small = new_room(0, size, room.gone_who.shape[1], len(room.rest))
    columns = np.zeros((frames, small.columns.shape[1], size))
    return small._replace(own=room.own, near=room.near, far=room.far, columns=columns)


def no_blocks(size: int) -> np.ndarray:
    """Return that frames meet by diagonals alone, see :func:`solve_band`."""
    return np.zeros((0, 3, size, size))


@fused_inner_kernel
def _invert_3(matrix: np.ndarray, out: np.ndarray) -> None:
    """Write the inverse of a symmetric matrix (3, 3)."""
    a, b, c = matrix[0, 0], matrix[0, 1], matrix[0, 2]
    d, e, f = matrix[1, 1], matrix[1, 2], matrix[2, 2]
    x, y, z = d * f - e * e, c * e - b * f, b * e - c * d
    inverse = 1.0 / (a * x + b * y + c * z)
    out[0, 0], out[0, 1], out[0, 2] = inverse * x, inverse * y, inverse * z
    out[1, 0], out[1, 1], out[1, 2] = inverse * y, inverse * (a * f - c * c), inverse * (b * c - a * e)
    out[2, 0], out[2, 1], out[2, 2] = inverse * z, inverse * (b * c - a * e), inverse * (a * d - b * b)


@fused_inner_kernel
def _invert(matrix: np.ndarray, rows: np.ndarray) -> bool:
    """Invert a symmetric matrix (D, D) in place; False where it is not positive definite.

    The sweep operator on the lower triangle, two pivots at a time: at this size a quarter of the time of
    LAPACK's factor and inverse.
    """
    size = matrix.shape[0]
    one, two = rows[0], rows[1]
    for k in range(0, size - 1, 2):
        a, b, c = matrix[k, k], matrix[k + 1, k], matrix[k + 1, k + 1]
        determinant = a * c - b * b
        if not (a > 0.0 and determinant > 0.0):
            return False
        p, q, r = c / determinant, -b / determinant, a / determinant
        for j in range(k):
            one[j], two[j] = matrix[k, j], matrix[k + 1, j]
        for j in range(k + 2, size):
            one[j], two[j] = matrix[j, k], matrix[j, k + 1]
        one[k], one[k + 1], two[k], two[k + 1] = 0.0, 0.0, 0.0, 0.0
        for i in range(size):
            f, g = one[i] * p + two[i] * q, one[i] * q + two[i] * r
            for j in range(i + 1):
                matrix[i, j] -= f * one[j] + g * two[j]
        for j in range(k):
            matrix[k, j], matrix[k + 1, j] = one[j] * p + two[j] * q, one[j] * q + two[j] * r
        for j in range(k + 2, size):
            matrix[j, k], matrix[j, k + 1] = one[j] * p + two[j] * q, one[j] * q + two[j] * r
        matrix[k, k], matrix[k + 1, k], matrix[k + 1, k + 1] = -p, -q, -r
    if size % 2 == 1:
        k = size - 1
        if not matrix[k, k] > 0.0:
            return False
        share = 1.0 / matrix[k, k]
        for j in range(k):
            one[j] = matrix[k, j]
        for i in range(k):
            for j in range(i + 1):
                matrix[i, j] -= share * one[i] * one[j]
        for j in range(k):
            matrix[k, j] = share * one[j]
        matrix[k, k] = -share
    for i in range(size):
        for j in range(i + 1):
            matrix[i, j] = -matrix[i, j]
            matrix[j, i] = matrix[i, j]
    return True


@fused_inner_kernel
def _load(
    hessian: np.ndarray,
    diagonal: np.ndarray,
    blocks: np.ndarray,
    t: int,
    damping: float,
    is_free: np.ndarray,
    out: np.ndarray,
) -> None:
    """Write the own block (D, D) of frame t; variables that are not free stand by themselves."""
    size, is_dense = hessian.shape[0], blocks.shape[0] > 0
    for i in range(size):
        for j in range(size):
            out[i, j] = hessian[i, j] + blocks[t, 0, i, j] if is_dense else hessian[i, j]
        out[i, i] += diagonal[i] + damping * hessian[i, i] + RIDGE
        if is_dense:
            out[i, i] += ROUNDING * out[i, i]
        if not is_free[i]:
            out[i, i] += 1.0


@fused_inner_kernel
def _load_apart(diagonal: np.ndarray, blocks: np.ndarray, t: int, frames_apart: int, out: np.ndarray) -> None:
    """Write the block (D, D) of frame t with the one so many frames later."""
    size = out.shape[0]
    for i in range(size):
        for j in range(size):
            out[i, j] = blocks[t, frames_apart, i, j] if blocks.shape[0] > 0 else 0.0
        out[i, i] += diagonal[i]


@fused_vector_kernel
def solve_band(
    room: Room,
    hessian: np.ndarray,
    bands: np.ndarray,
    blocks: np.ndarray,
    damping: np.ndarray,
    is_free: np.ndarray,
    first: int,
    stop: int,
    stance: np.ndarray,
    own: np.ndarray,
    foothold_gradient: np.ndarray,
    shared: np.ndarray,
    shared_gradient: np.ndarray,
    change: np.ndarray,
    moved: np.ndarray,
    shared_change: np.ndarray,
) -> bool:
    """Write the change at which the quadratic model is least; False where that is not positive definite.

    Frames before ``first`` and from ``stop`` on stay as they are.

    Args:
        room: Memory; its ``columns`` are second derivatives by frames, and by footholds or parameters.
        hessian: (T, D, D) second derivatives of single frames, symmetric.
        bands: (T, 3, D) diagonals between frames t and t + a.
        blocks: (T, 3, D, D) what is beside them in these blocks, or none (0, 3, D, D).
        damping: (T,) share of the diagonal that is added.
        is_free: (D,) which variables there are.
        first: First frame.
        stop: Behind the last one.
        stance: (T, F) which foothold a sole stands on, negative where none or where that stays.
        own: (K, 3, 3) second derivatives by footholds.
        foothold_gradient: (K, 3) first ones.
        shared: (N, N) second derivatives by parameters that all frames share.
        shared_gradient: (N,) first ones.
        change: (T, D) the gradient; receives the change.
        moved: (K, 3) receives the change of footholds.
        shared_change: (N,) receives the change of parameters.
    """
    columns, carry, between, apart = room.columns, room.carry, room.between, room.apart
    size, soles, parameters = change.shape[1], stance.shape[1], shared.shape[0]
    feet = 3 * soles
    count, is_dense = feet + parameters, blocks.shape[0] > 0
    arguments = room.arguments
    block, shape, sides = _NUMBER * size * size, (size, size, size), (size, count, size)
    vector, row = _NUMBER * size, _NUMBER * count * size
    own_at, near_at, change_at = room.own.ctypes.data, room.near.ctypes.data, change.ctypes.data
    far_at, apart_at = room.far.ctypes.data, apart.ctypes.data
    spare_at = room.spare.ctypes.data
    for s in range(count):
        room.side[s] = 0.0
        for i in range(size):
            carry[0, s, i], carry[1, s, i], carry[2, s, i] = 0.0, 0.0, 0.0
        for u in range(count):
            room.square[s, u] = 0.0
    for t in range(first, stop):
        for i in range(size):
            change[t, i] = -change[t, i] if is_free[i] else 0.0
        if t < first + 2:
            _load(hessian[t], bands[t, 0], blocks, t, damping[t], is_free, room.own[t])
    _load_apart(bands[first, 1], blocks, first, 1, between[0])
    for t in range(first, stop):
        x, y, z = own_at + t * block, near_at + t * block, far_at + t * block
        now = (t - first) % 2
        here, there = between[now], between[1 - now]
        if not _invert(room.own[t], room.spare):
            return False
        if t + 1 < stop:
            # Rows are columns to BLAS: Yᵀ = Nᵀ X, and the next block loses (NᵀY)ᵀ = YᵀN.
            ways = (NORMAL, NORMAL)
            multiply_add(arguments, ways, shape, 1.0, here.ctypes.data, size, x, size, 0.0, y)
            ways = (NORMAL, TRANSPOSED)
            multiply_add(arguments, ways, shape, -1.0, y, size, here.ctypes.data, size, 1.0, x + block)
            multiply_vector(
                arguments,
                NORMAL,
                (size, size),
                -1.0,
                y,
                change_at + t * vector,
                1.0,
                change_at + (t + 1) * vector,
            )
        multiply_vector(arguments, NORMAL, (size, size), 1.0, x, change_at + t * vector, 0.0, spare_at)
        if t + 1 < stop:
            _load_apart(bands[t + 1, 1], blocks, t + 1, 1, there)
        if t + 2 < stop:
            _load(hessian[t + 2], bands[t + 2, 0], blocks, t + 2, damping[t + 2], is_free, room.own[t + 2])
            if is_dense:
                _load_apart(bands[t, 2], blocks, t, 2, apart)
                ways = (NORMAL, NORMAL)
                multiply_add(arguments, ways, shape, 1.0, apart_at, size, x, size, 0.0, z)
                ways = (NORMAL, TRANSPOSED)
                multiply_add(arguments, ways, shape, -1.0, z, size, apart_at, size, 1.0, x + 2 * block)
                multiply_add(arguments, ways, shape, -1.0, apart_at, size, y, size, 1.0, there.ctypes.data)
                multiply_vector(
                    arguments, NORMAL, (size, size), -1.0, apart_at, spare_at, 1.0,
                    change_at + (t + 2) * vector,
                )  # fmt: skip
            else:
                for i in range(size):
                    far = bands[t, 2, i]
                    change[t + 2, i] -= far * room.spare[0, i]
                    for j in range(size):
                        there[j, i] -= room.near[t, i, j] * far
                        room.own[t + 2, i, j] -= far * room.own[t, i, j] * bands[t, 2, j]
        stands = parameters > 0
        for f in range(soles):
            stands = stands or stance[t, f] >= 0
        if stands:
            for s in range(count):
                if s >= feet or stance[t, s // 3] >= 0:
                    for i in range(size):
                        carry[0, s, i] += columns[t, s, i]
            w, buffer = columns.ctypes.data + t * row, carry.ctypes.data
            ways = (NORMAL, NORMAL)
            multiply_add(arguments, ways, sides, 1.0, x, size, buffer, size, 0.0, w)
            if t + 1 < stop:
                multiply_add(arguments, ways, sides, -1.0, y, size, buffer, size, 1.0, buffer + row)
            if t + 2 < stop and is_dense:
                multiply_add(arguments, ways, sides, -1.0, apart_at, size, w, size, 1.0, buffer + 2 * row)
            elif t + 2 < stop:
                for s in range(count):
                    for i in range(size):
                        carry[2, s, i] -= bands[t, 2, i] * columns[t, s, i]
            for s in range(count):
                for i in range(size):
                    room.side[s] -= columns[t, s, i] * change[t, i]
                for u in range(s + 1):
                    total = 0.0
                    for i in range(size):
                        total += columns[t, s, i] * carry[0, u, i]
                    room.square[s, u] -= total
                    if u < s:
                        room.square[u, s] -= total
            for s in range(count):
                for i in range(size):
                    carry[0, s, i], carry[1, s, i], carry[2, s, i] = carry[1, s, i], carry[2, s, i], 0.0
        for i in range(size):
            change[t, i] = room.spare[0, i]
        if not stands:
            continue
        for f in range(soles):
            k = stance[t, f]
            if k >= 0 and (t + 1 == stop or stance[t + 1, f] != k):
                _leave(room, stance[t], f, k, own[k], foothold_gradient[k], t, stop, there, change)
    if parameters > 0 and not _move_shared(room, feet, shared, shared_gradient, shared_change):
        return False
    for t in range(stop - 1, first - 1, -1):
        for f in range(soles - 1, -1, -1):
            k = stance[t, f]
            if k >= 0 and (t + 1 == stop or stance[t + 1, f] != k):
                _move(room, k, t, stop, feet, change, moved, shared_change)
        if t + 1 < stop:
            multiply_vector(
                arguments, TRANSPOSED, (size, size), -1.0, near_at + t * block, change_at + (t + 1) * vector,
                1.0, change_at + t * vector,
            )  # fmt: skip
        if t + 2 < stop and is_dense:
            multiply_vector(
                arguments, TRANSPOSED, (size, size), -1.0, far_at + t * block, change_at + (t + 2) * vector,
                1.0, change_at + t * vector,
            )  # fmt: skip
        elif t + 2 < stop:
            for i in range(size):
                room.spare[0, i] = bands[t, 2, i] * change[t + 2, i]
            multiply_vector(
                arguments,
                NORMAL,
                (size, size),
                -1.0,
                own_at + t * block,
                spare_at,
                1.0,
                change_at + t * vector,
            )
        for f in range(soles):
            k = stance[t, f]
            if k >= 0:
                for s in range(3):
                    for i in range(size):
                        change[t, i] -= columns[t, 3 * f + s, i] * moved[k, s]
        for s in range(parameters):
            for i in range(size):
                change[t, i] -= columns[t, feet + s, i] * shared_change[s]
    return True


@fused_inner_kernel
def _move_shared(room: Room, feet: int, shared: np.ndarray, gradient: np.ndarray, change: np.ndarray) -> bool:
    """Write the change (N,) of parameters after all frames and footholds are eliminated."""
    count = shared.shape[0]
    matrix = room.shared
    for i in range(count):
        for j in range(count):
            matrix[i, j] = shared[i, j] + room.square[feet + i, feet + j]
    if not _invert(matrix, room.rows):
        return False
    for i in range(count):
        change[i] = 0.0
        for j in range(count):
            change[i] += matrix[i, j] * (room.side[feet + j] - gradient[j])
    return True


@fused_inner_kernel
def _leave(
    room: Room,
    stood: np.ndarray,
    f: int,
    k: int,
    own: np.ndarray,
    gradient: np.ndarray,
    t: int,
    stop: int,
    between: np.ndarray,
    change: np.ndarray,
) -> None:
    """Eliminate foothold k of sole f, whose stance ends in frame t; others ``stood`` on (F,) stay.

    ``between`` is the block N of the next frame, which it fills in.
    """
    first, size = 3 * f, change.shape[1]
    inverse, rest, gone, gone_with = room.inverse[k], room.rest[k], room.gone[k], room.gone_with[k]
    carry, square = room.carry, room.square
    for i in range(3):
        for j in range(3):
            room.spare[0, 3 * i + j] = own[i, j] + square[first + i, first + j]
        rest[i] = room.side[first + i] - gradient[i]
    _invert_3(room.spare[0, :9].reshape(3, 3), inverse)
    for other in range(stood.shape[0]):
        # Soles that leave in the same frame and come first are gone already: their columns are 0.
        room.gone_who[k, other] = stood[other] if other != f else -1
    for i in range(3):
        for s in range(square.shape[0]):
            own_column = first <= s < first + 3
            gone_with[i, s] = 0.0 if own_column else square[first + i, s]
        for a in range(2):
            for d in range(size):
                gone[a, i, d] = carry[a, first + i, d] if t + 1 + a < stop else 0.0
    for i in range(3):
        for j in range(3):
            m = inverse[i, j]
            for a in range(2):
                if t + 1 + a >= stop:
                    continue
                for d in range(size):
                    pull = gone[a, i, d] * m
                    change[t + 1 + a, d] -= pull * rest[j]
                    for e in range(size):
                        room.own[t + 1 + a, d, e] -= pull * gone[a, j, e]
            if t + 2 < stop:
                for d in range(size):
                    pull = gone[0, i, d] * m
                    for e in range(size):
                        between[d, e] -= pull * gone[1, j, e]
            for s in range(square.shape[0]):
                pull = gone_with[i, s] * m
                room.side[s] -= pull * rest[j]
                for u in range(square.shape[0]):
                    square[s, u] -= pull * gone_with[j, u]
                for a in range(2):
                    for d in range(size):
                        carry[a, s, d] -= pull * gone[a, j, d]
    for i in range(3):
        room.side[first + i] = 0.0
        for s in range(square.shape[0]):
            square[first + i, s], square[s, first + i] = 0.0, 0.0
        for a in range(2):
            for d in range(size):
                carry[a, first + i, d] = 0.0


@fused_inner_kernel
def _move(
    room: Room,
    k: int,
    t: int,
    stop: int,
    feet: int,
    change: np.ndarray,
    moved: np.ndarray,
    shared_change: np.ndarray,
) -> None:
    """Write the change of foothold k, whose stance ends in frame t, from what comes after it.

    Columns from ``feet`` on are those of parameters.
    """
    size = change.shape[1]
    rest, gone, gone_with = room.rest[k], room.gone[k], room.gone_with[k]
    for i in range(3):
        for a in range(2):
            if t + 1 + a < stop:
                for d in range(size):
                    rest[i] -= gone[a, i, d] * change[t + 1 + a, d]
        for other in range(room.gone_who.shape[1]):
            who = room.gone_who[k, other]
            if who >= 0:
                for s in range(3):
                    rest[i] -= gone_with[i, 3 * other + s] * moved[who, s]
        for s in range(shared_change.shape[0]):
            rest[i] -= gone_with[i, feet + s] * shared_change[s]
    for i in range(3):
        total = 0.0
        for j in range(3):
            total += room.inverse[k, i, j] * rest[j]
        moved[k, i] = total
