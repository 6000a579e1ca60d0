"""One step of a whole clip: its normal equations, banded in time, factorised and solved.

Frames meet in blocks at most two apart, outside of their own blocks by diagonals. A foothold meets all frames
of its stance. It is eliminated as soon as that is over, when it meets only the two frames after it, so that
nothing but the band fills in: at any time a step carries no more than three columns a sole along.

Blocks stand column after column, as BLAS has them: row i of column j of a block is its [j, i].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.blas_functions import (
    NORMAL,
    TRANSPOSED,
    Arguments,
    factor_lower,
    invert_lower,
    multiply_add,
    new_arguments,
)

_NUMBER = 8
"""Bytes of a number."""


class Room(NamedTuple):
    """Memory of a factor of T frames with D variables, S = 3F columns of F soles, and K stances."""

    arguments: Arguments
    blocks: np.ndarray  # (3, T, D, D) own (inverted), next and second blocks of the factor
    columns: np.ndarray  # (T, S, D) of footholds
    spare: np.ndarray  # (D, D)
    carry: np.ndarray  # (3, S, D) columns by the next frame and the one after it, and a buffer
    square: np.ndarray  # (S, S) of footholds that are stood on
    side: np.ndarray  # (S,) their right-hand side
    gone: np.ndarray  # (K, 2, 3, D) columns by the two frames after a stance
    gone_with: np.ndarray  # (K, 3, S) by footholds that were still stood on then
    gone_who: np.ndarray  # (K, F) which those were, -1 none
    inverse: np.ndarray  # (K, 3, 3)
    rest: np.ndarray  # (K, 3) right-hand sides


def new_room(frames: int, size: int, soles: int, stances: int) -> Room:
    """Return memory for a factor."""
    columns = 3 * soles
    return Room(
        arguments=new_arguments(),
        blocks=np.empty((3, frames, size, size)),
        columns=np.zeros((frames, columns, size)),
        spare=np.empty((size, size)),
        carry=np.zeros((3, columns, size)),
        square=np.zeros((columns, columns)),
        side=np.zeros(columns),
        gone=np.zeros((stances, 2, 3, size)),
        gone_with=np.zeros((stances, 3, columns)),
        gone_who=np.full((stances, soles), -1, dtype=np.int64),
        inverse=np.zeros((stances, 3, 3)),
        rest=np.zeros((stances, 3)),
    )


@fused_kernel
def load_band(hessian: np.ndarray, bands: np.ndarray, damping: np.ndarray, ridge: float, room: Room) -> None:
    """Write the matrix where its factor will be.

    Args:
        hessian: (T, D, D) of single frames, symmetric.
        bands: (T, 3, D) diagonals between frames t and t + a.
        damping: (T,) share of the diagonal that is added.
        ridge: Added to the diagonal in any case.
        room: Receives own and next blocks.
    """
    frames, size = hessian.shape[0], hessian.shape[1]
    own, near = room.blocks[0], room.blocks[1]
    for t in range(frames):
        for i in range(size):
            for j in range(size):
                own[t, i, j] = hessian[t, i, j]
                near[t, i, j] = 0.0
            whole = hessian[t, i, i] + bands[t, 0, i]
            own[t, i, i] = whole + damping[t] * whole + ridge
            near[t, i, i] = bands[t, 1, i]


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


@fused_kernel
def solve_band(
    room: Room,
    second: np.ndarray,
    stance: np.ndarray,
    own: np.ndarray,
    shared_gradient: np.ndarray,
    change: np.ndarray,
    moved: np.ndarray,
) -> bool:
    """Write the change at which the quadratic model is least; False where that is not positive definite.

    Args:
        room: The matrix, see :func:`load_band`, and its columns by footholds; receives the factor.
        second: (T, D) diagonals between frames that are two apart.
        stance: (T, F) which foothold a sole stands on, negative where none.
        own: (K, 3, 3) second derivatives by footholds.
        shared_gradient: (K, 3) first ones.
        change: (T, D) the gradient; receives the change.
        moved: (K, 3) receives the change of footholds.
    """
    blocks, columns, spare, carry = room.blocks, room.columns, room.spare, room.carry
    frames, size, soles = change.shape[0], change.shape[1], stance.shape[1]
    count = 3 * soles
    arguments = room.arguments
    block, shape, sides = _NUMBER * size * size, (size, size, size), (size, count, size)
    kept, across, plain = spare.ctypes.data, (NORMAL, TRANSPOSED), (NORMAL, NORMAL)
    row = _NUMBER * count * size
    for s in range(count):
        room.side[s] = 0.0
        for i in range(size):
            carry[0, s, i], carry[1, s, i] = 0.0, 0.0
        for u in range(count):
            room.square[s, u] = 0.0
    for t in range(frames):
        for i in range(size):
            change[t, i] = -change[t, i]
    for t in range(frames):
        at = blocks.ctypes.data + t * block
        near, far = at + frames * block, at + 2 * frames * block
        # What the frames before have left in this one's right-hand side is subtracted here.
        for apart in range(1, min(t, 2) + 1):
            for j in range(size):
                known = change[t - apart, j]
                for i in range(size):
                    change[t, i] -= blocks[apart, t - apart, j, i] * known
        if not factor_lower(arguments, size, at):
            return False
        for j in range(size):
            for i in range(j):
                blocks[0, t, j, i] = 0.0
        invert_lower(arguments, size, at)
        for j in range(size - 1, -1, -1):
            known = change[t, j]
            change[t, j] = blocks[0, t, j, j] * known
            for i in range(j + 1, size):
                change[t, i] += blocks[0, t, j, i] * known
        if t + 1 < frames:
            for j in range(size):
                for i in range(size):
                    spare[j, i] = blocks[1, t, j, i]
            multiply_add(arguments, across, shape, 1.0, kept, size, at, size, 0.0, near)
            multiply_add(arguments, across, shape, -1.0, near, size, near, size, 1.0, at + block)
        if t + 2 < frames:
            for j in range(size):
                for i in range(size):
                    blocks[2, t, j, i] = second[t, i] * blocks[0, t, i, j]
            multiply_add(arguments, across, shape, -1.0, far, size, near, size, 1.0, near + block)
            multiply_add(arguments, across, shape, -1.0, far, size, far, size, 1.0, at + 2 * block)
        stands = False
        for f in range(soles):
            stands = stands or stance[t, f] >= 0
        if not stands:
            continue
        for s in range(count):
            for i in range(size):
                carry[2, s, i] = columns[t, s, i] + carry[0, s, i]
                carry[0, s, i], carry[1, s, i] = carry[1, s, i], 0.0
        now, buffer = columns.ctypes.data + t * row, carry.ctypes.data
        multiply_add(arguments, plain, sides, 1.0, at, size, buffer + 2 * row, size, 0.0, now)
        if t + 1 < frames:
            multiply_add(arguments, plain, sides, -1.0, near, size, now, size, 1.0, buffer)
        if t + 2 < frames:
            multiply_add(arguments, plain, sides, -1.0, far, size, now, size, 0.0, buffer + row)
        for s in range(count):
            for i in range(size):
                room.side[s] -= columns[t, s, i] * change[t, i]
            for u in range(count):
                total = 0.0
                for i in range(size):
                    total += columns[t, s, i] * columns[t, u, i]
                room.square[s, u] -= total
        for f in range(soles):
            k = stance[t, f]
            if k >= 0 and (t + 1 == frames or stance[t + 1, f] != k):
                _leave(room, stance[t], f, k, own[k], shared_gradient[k], t, change)
    for t in range(frames - 1, -1, -1):
        for f in range(soles - 1, -1, -1):
            k = stance[t, f]
            if k >= 0 and (t + 1 == frames or stance[t + 1, f] != k):
                _move(room, k, t, change, moved)
        for apart in range(1, min(frames - 1 - t, 2) + 1):
            for j in range(size):
                total = 0.0
                for i in range(size):
                    total += blocks[apart, t, j, i] * change[t + apart, i]
                change[t, j] -= total
        for f in range(soles):
            k = stance[t, f]
            if k >= 0:
                for s in range(3):
                    for i in range(size):
                        change[t, i] -= columns[t, 3 * f + s, i] * moved[k, s]
        for j in range(size):
            total = 0.0
            for i in range(j, size):
                total += blocks[0, t, j, i] * change[t, i]
            change[t, j] = total
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
    change: np.ndarray,
) -> None:
    """Eliminate foothold k of sole f, whose stance ends in frame t; others ``stood`` on (F,) stay."""
    first, size, frames = 3 * f, change.shape[1], change.shape[0]
    inverse, rest, gone, gone_with = room.inverse[k], room.rest[k], room.gone[k], room.gone_with[k]
    blocks, carry, square = room.blocks, room.carry, room.square
    for i in range(3):
        for j in range(3):
            room.spare[i, j] = own[i, j] + square[first + i, first + j]
        rest[i] = room.side[first + i] - gradient[i]
    _invert_3(room.spare, inverse)
    for other in range(stood.shape[0]):
        # Soles that leave in the same frame and come first are gone already: their columns are 0.
        room.gone_who[k, other] = stood[other] if other != f else -1
    for i in range(3):
        for s in range(square.shape[0]):
            own_column = first <= s < first + 3
            gone_with[i, s] = 0.0 if own_column else square[first + i, s]
        for a in range(2):
            for d in range(size):
                gone[a, i, d] = carry[a, first + i, d] if t + 1 + a < frames else 0.0
    for i in range(3):
        for j in range(3):
            m = inverse[i, j]
            for a in range(2):
                if t + 1 + a >= frames:
                    continue
                for d in range(size):
                    change[t + 1 + a, d] -= gone[a, i, d] * m * rest[j]
                    pull = gone[a, i, d] * m
                    for e in range(size):
                        blocks[0, t + 1 + a, d, e] -= pull * gone[a, j, e]
            if t + 2 < frames:
                for d in range(size):
                    pull = gone[0, i, d] * m
                    for e in range(size):
                        blocks[1, t + 1, d, e] -= pull * gone[1, j, e]
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
def _move(room: Room, k: int, t: int, change: np.ndarray, moved: np.ndarray) -> None:
    """Write the change of foothold k, whose stance ends in frame t, from what comes after it."""
    size, frames = change.shape[1], change.shape[0]
    rest, gone, gone_with = room.rest[k], room.gone[k], room.gone_with[k]
    for i in range(3):
        for a in range(2):
            if t + 1 + a < frames:
                for d in range(size):
                    rest[i] -= gone[a, i, d] * change[t + 1 + a, d]
        for other in range(room.gone_who.shape[1]):
            who = room.gone_who[k, other]
            if who >= 0:
                for s in range(3):
                    rest[i] -= gone_with[i, 3 * other + s] * moved[who, s]
    for i in range(3):
        total = 0.0
        for j in range(3):
            total += room.inverse[k, i, j] * rest[j]
        moved[k, i] = total
