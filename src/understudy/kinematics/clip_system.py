"""A step of a whole clip from its normal equations: banded in time, with variables that all frames share.

Frames meet in two ways: the same variables of frames at most two apart (speeds and accelerations of joints),
and a few figures of three frames in a row, such as where a motion asks the ground to push. Both stay what
they are until a frame's turn comes in a block Cholesky factor: nothing of three frames' size is stored.

Triangles are inverted, and multiplied by: BLAS solves with triangles of this size in several threads, which
wait for each other, and on a busy machine that takes a hundred times as long. Blocks are so small that calls
of BLAS from Python take as long as they do; kernels call it, see ``band_factor``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from understudy.kinematics.band_factor import add_squares, factorise_band, halve_border
from understudy.kinematics.band_substitution import substitute_ahead, substitute_back
from understudy.kinematics.blas_functions import new_arguments

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
        self.count = len(system.shared)
        self.room = factor_room(*system.gradient.shape) if room is None else room
        _factorise(system, self.room)
        if self.count:
            # With A = L Lᵀ, half of the border's way through the factor, Y = L⁻¹ B, is all that is needed.
            self.half = np.array(system.border.transpose(0, 2, 1), order="C")
            square, spare = np.zeros((self.count, self.count)), np.empty(self.half.shape[1:])
            if self.half.size:
                halve_border(new_arguments(), self.room, spare, self.half, square)
            matrix = system.shared - square
            self.corner = cho_factor(0.5 * (matrix + matrix.T))

    def least(self, gradient: np.ndarray, shared_gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the changes (T, D) and (K,) at which the quadratic model with these gradients is least."""
        own, shared = -gradient, np.zeros(0)
        substitute_ahead(self.room, own)
        if self.count:
            shared = -cho_solve(self.corner, shared_gradient + (self.half @ own[..., None]).sum(axis=0)[:, 0])
            own -= shared @ self.half
        substitute_back(self.room, own)
        return own, shared


def factor_room(frames: int, size: int) -> np.ndarray:
    """Return room for a factor of so many frames and variables: new memory takes longer than the factor."""
    return np.empty((FRAMES_APART + 1, frames, size, size))


def solve_clip_system(system: ClipSystem) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which the quadratic model is least.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """
    return ClipFactor(system).least(system.gradient, system.shared_gradient)


def _factorise(system: ClipSystem, room: np.ndarray) -> None:
    """Write the factor of a clip's matrix into room for it: columns of own, next and second blocks."""
    size = system.gradient.shape[1]
    if not size:
        return
    _gather(system, room)
    second = np.ascontiguousarray(system.diagonals[:, FRAMES_APART])
    # Without figures nothing but a diagonal ties frames that are two apart.
    if not factorise_band(new_arguments(), second, not system.squares, np.empty((size, size)), room):
        raise np.linalg.LinAlgError("the clip's normal equations are not positive definite")


def _gather(system: ClipSystem, room: np.ndarray) -> None:
    """Write a clip's matrix, columns of own, next and second blocks, into room for its factor."""
    frames, size = system.gradient.shape
    room[0], room[1:] = system.own, 0.0
    for squares in system.squares:
        by, stiffness = (np.ascontiguousarray(each) for each in squares)
        add_squares(new_arguments(), by, stiffness, np.empty(by.shape[1:]), room)
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
