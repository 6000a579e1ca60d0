"""A step of a whole clip from its normal equations: banded in time, with variables that all frames share.

Frames meet in two ways: the same variables of frames at most two apart (speeds and accelerations of joints),
and a few figures of three frames in a row, such as where a motion asks the ground to push. Both stay what
they are until a frame's turn comes in a block Cholesky factor: nothing of three frames' size is stored.

Triangles are inverted, and multiplied by: BLAS solves with triangles of this size in several threads, which
wait for each other, and on a busy machine that takes a hundred times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve, get_blas_funcs, get_lapack_funcs

from understudy.kinematics.band_substitution import substitute_side

FRAMES_APART = 2
"""How many frames apart two frames may be that meet: accelerations take three."""


class Squares(NamedTuple):
    """A quadratic function of F figures of each three frames in a row, R = T − 2 of those."""

    by: np.ndarray  # (T, 3, F, D) [t, a]: of the figures of frames t − a to t − a + 2 by frame t; else 0
    stiffness: np.ndarray  # (R, F, F) second derivatives by the figures


class FrameRows(NamedTuple):
    """A quadratic function of N rows, each linear in the variables of one frame."""

    frames: np.ndarray  # (N,) whose variables, ascending
    by: np.ndarray  # (N, D) derivatives
    stiffness: np.ndarray  # (N,) second derivatives by the rows


class ClipSystem(NamedTuple):
    """Normal equations of D variables in each of T frames and K that all frames share."""

    gradient: np.ndarray  # (T, D)
    own: np.ndarray  # (T, D, D) of single frames
    diagonals: np.ndarray  # (T, 3, D) what a variable of frame t has to do with itself of frame t + a
    squares: Sequence[Squares]
    border: np.ndarray  # (T, D, K)
    shared_gradient: np.ndarray  # (K,)
    shared: np.ndarray  # (K, K)
    rows: Sequence[FrameRows] = ()


class ClipFactor:
    """A clip's matrix factorised, for any number of right-hand sides.

    Args:
        system: The equations; of them the matrix.
        room: Where the factor is written, see :func:`factor_room`; the last one there is of no use any more.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """

    def __init__(self, system: ClipSystem, room: np.ndarray | None = None) -> None:
        """Factorise the matrix."""
        self.count, self.border = len(system.shared), system.border
        self._rows = system.gradient.size
        self.blocks = _factorise(system, factor_room(*system.gradient.shape) if room is None else room)
        if self.count:
            self.by_shared = _substitute(self.blocks, system.border)
            flat = system.border.reshape(self._rows, self.count)
            matrix = system.shared - flat.T @ self.by_shared.reshape(self._rows, self.count)
            self.corner = cho_factor(0.5 * (matrix + matrix.T))

    def least(self, gradient: np.ndarray, shared_gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the changes (T, D) and (K,) at which the quadratic model with these gradients is least."""
        own = gradient.copy()
        substitute_side(self.blocks.room, own)
        if not self.count:
            return -own, np.zeros(0)
        slope = shared_gradient - self.border.reshape(self._rows, self.count).T @ own.reshape(-1)
        shared = -cho_solve(self.corner, slope)
        return -own - self.by_shared @ shared, shared


def factor_room(frames: int, size: int) -> np.ndarray:
    """Return room for a factor of so many frames and variables: new memory takes longer than the factor."""
    return np.empty((FRAMES_APART + 1, frames, size, size))


def solve_clip_system(system: ClipSystem) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which the quadratic model is least.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """
    return ClipFactor(system).least(system.gradient, system.shared_gradient)


class _Blocks(NamedTuple):
    """A factor's blocks in columns of T frames, each as LAPACK keeps it: column after column."""

    own: list[np.ndarray]  # (D, D) inverses of lower triangles
    next: list[np.ndarray]  # (D, D) rows of the next frame
    second: list[np.ndarray]  # (D, D) rows of the one after that
    room: np.ndarray  # (3, T, D, D) all of them


def _factorise(system: ClipSystem, room: np.ndarray) -> _Blocks:
    frames, size = system.gradient.shape
    if not size:
        return _Blocks([], [], [], room)
    _gather(system, room)
    # NumPy keeps rows, LAPACK columns: seen from there a block of these is the one below the diagonal.
    own, next_, second = ([block.T for block in each] for each in room)
    factorise, invert = get_lapack_funcs(("potrf", "trtri"), (room,))
    (multiply,) = get_blas_funcs(("gemm",), (room,))
    for t in range(frames):
        later = min(frames - 1 - t, FRAMES_APART)
        _, failed = factorise(own[t], lower=1, overwrite_a=1, clean=1)
        if failed:
            raise np.linalg.LinAlgError("the clip's normal equations are not positive definite")
        invert(own[t], lower=1, overwrite_c=1)
        near, far = next_[t], second[t]
        if later:
            near[:] = multiply(1.0, near, own[t], trans_b=1)
            # Twice as much as the half that is needed, and still faster than what works out that half.
            multiply(-1.0, near, near, trans_b=1, beta=1.0, c=own[t + 1], overwrite_c=1)
        if later > 1:
            if system.squares:
                far[:] = multiply(1.0, far, own[t], trans_b=1)
            else:
                # Without figures nothing but a diagonal ties frames that are two apart.
                np.multiply(system.diagonals[t, FRAMES_APART, :, None], own[t].T, out=far)
            multiply(-1.0, far, near, trans_b=1, beta=1.0, c=next_[t + 1], overwrite_c=1)
            multiply(-1.0, far, far, trans_b=1, beta=1.0, c=own[t + 2], overwrite_c=1)
    return _Blocks(own, next_, second, room)


def _gather(system: ClipSystem, room: np.ndarray) -> None:
    """Write a clip's matrix, columns of own, next and second blocks, into room for its factor."""
    frames, size = system.gradient.shape
    if not system.squares:
        room[:] = 0.0
    for place, squares in enumerate(system.squares):
        by, push = squares.by, _pushed(squares)
        for apart in range(FRAMES_APART + 1):
            # Figures of three frames meet a frame as their a-th and the later one as their (a + apart)-th.
            count, rows = max(frames - apart, 0), (3 - apart) * by.shape[2]
            late, early = (
                part.reshape(count, rows, size) for part in (by[apart:, apart:], push[:count, : 3 - apart])
            )
            if place:
                room[apart, :count] += early.transpose(0, 2, 1) @ late
            else:
                np.matmul(early.transpose(0, 2, 1), late, out=room[apart, :count])
                room[apart, count:] = 0.0
    room[0] += system.own
    for rows_of in system.rows:
        _add_rows(rows_of, room[0])
    for apart in range(FRAMES_APART + 1):
        room[apart].reshape(frames, -1)[:, :: size + 1] += system.diagonals[:, apart]


def _add_rows(rows: FrameRows, own: np.ndarray) -> None:
    """Add what rows of single frames make of the frames' own blocks (T, D, D)."""
    root = np.sqrt(rows.stiffness)[:, None] * rows.by
    frames, starts = np.unique(rows.frames, return_index=True)
    for frame, first, stop in zip(frames, starts, np.append(starts, len(root))[1:], strict=True):
        part = root[first:stop]
        own[frame] += part.T @ part


def _pushed(squares: Squares) -> np.ndarray:
    """Return (T, 3, F, D) derivatives of the figures times their stiffness."""
    by, stiffness = squares
    found, count = np.zeros_like(by), len(stiffness)
    for a in range(FRAMES_APART + 1):
        np.matmul(stiffness, by[a : a + count, a], out=found[a : a + count, a])
    return found


def _substitute(blocks: _Blocks, sides: np.ndarray) -> np.ndarray:
    """Return the matrix's inverse times sides (T, D, R)."""
    own, next_, second, _ = blocks
    if not own:
        return np.zeros(sides.shape)
    frames = len(own)
    # Column after column, as above.
    kept = np.array(sides.transpose(0, 2, 1), order="C")
    found = [block.T for block in kept]
    (multiply,) = get_blas_funcs(("gemm",), (kept,))

    def take(link: np.ndarray, known: int, t: int, **way: int) -> None:
        multiply(-1.0, link, found[known], beta=1.0, c=found[t], overwrite_c=1, **way)

    def divide(t: int, **way: int) -> None:
        found[t][:] = multiply(1.0, own[t], found[t], **way)

    for t in range(frames):
        if t:
            take(next_[t - 1], t - 1, t)
        if t > 1:
            take(second[t - 2], t - 2, t)
        divide(t)
    for t in range(frames - 1, -1, -1):
        if t + 1 < frames:
            take(next_[t], t + 1, t, trans_a=1)
        if t + 2 < frames:
            take(second[t], t + 2, t, trans_a=1)
        divide(t, trans_a=1)
    return kept.transpose(0, 2, 1)
