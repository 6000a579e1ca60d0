"""Variables that a frame has beside its pose, such as a person's, and parameters that all frames share.

Inner variables y of a frame meet neither those of other frames nor anything over time. So they are eliminated
frame by frame: with H_yy their matrix and B their blocks with the pose and the shared parameters, what is
left of the normal equations is less by Bᵀ H_yy⁻¹ B (the Schur complement).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from understudy.kinematics.blas_functions import new_arguments
from understudy.kinematics.frame_elimination import divide_by_upper, eliminate_frames

RIDGE = 1e-9
"""Added to the diagonal in any case; makes what nothing determines stay."""

CHUNK = 64
"""Frames whose derivatives are in memory at a time."""


class InnerEquations(NamedTuple):
    """Normal equations of T frames by L inner variables, K shared parameters, and V variables of the pose."""

    inner: np.ndarray  # (T, L + K, L + K)
    slope: np.ndarray  # (T, L + K)
    across: np.ndarray  # (T, V, L + K)
    own: np.ndarray  # (T, V, V)
    gradient: np.ndarray  # (T, V)


class Inner(Protocol):
    """What frames ask of their inner variables and of shared parameters, together with their poses."""

    @property
    def size(self) -> int:
        """L."""
        ...

    @property
    def expected(self) -> np.ndarray:
        """(K,) what is known of shared parameters beforehand."""
        ...

    @property
    def certainty(self) -> np.ndarray:
        """(K,) weight of the square of what differs from that."""
        ...

    def part(self, frames: slice) -> Inner:
        """Return that of some frames on end alone."""
        ...

    def cost(self, frames: slice, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """Return costs (N,) of frames in poses (N, Q), at inner coordinates (N, P) and parameters (K,)."""
        ...

    def equations(
        self, frames: slice, q: np.ndarray, y: np.ndarray, shared: np.ndarray, by_shared: bool
    ) -> InnerEquations:
        """Return the normal equations of some frames; unless ``by_shared`` without parameters, K being 0."""
        ...

    def stepped(self, y: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return inner coordinates (T, P) after a change (T, L)."""
        ...


def new_equations(frames: int, size: int, shared: int, variables: int) -> InnerEquations:
    """Return equations of nothing."""
    every = size + shared
    return InnerEquations(
        np.zeros((frames, every, every)),
        np.zeros((frames, every)),
        np.zeros((frames, variables, every)),
        np.zeros((frames, variables, variables)),
        np.zeros((frames, variables)),
    )


def chunks(first: int, stop: int) -> Iterator[slice]:
    """Yield frames, so many at a time that their derivatives fit into memory."""
    for begin in range(first, stop, CHUNK):
        yield slice(begin, min(begin + CHUNK, stop))


class Eliminated(NamedTuple):
    """What is left of the normal equations of N frames after inner variables are eliminated."""

    factors: np.ndarray  # (N, L, L)
    sides: np.ndarray  # (N, K + V + 1, L) half of the way through the factors
    hessian: np.ndarray  # (N, V, V) to be added to the pose's own
    gradient: np.ndarray  # (N, V)
    border: np.ndarray  # (N, K, V)
    shared: np.ndarray  # (K, K) of all these frames
    shared_slope: np.ndarray  # (K,)

    def change(self, poses: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """Return changes (N, L) of inner variables after changes (N, V) of poses and (K,) of parameters."""
        count = len(shared)
        found = -self.sides[:, -1] - np.matmul(poses[:, None], self.sides[:, count:-1])[:, 0]
        found -= shared @ self.sides[:, :count]
        divide_by_upper(self.factors, found)
        return found


def eliminate(at: InnerEquations, size: int, damping: np.ndarray) -> Eliminated | None:
    """Eliminate L = ``size`` inner variables of N frames, damped by shares (N,) of their mean diagonal.

    Returns None where a frame's matrix is not positive definite.
    """
    frames, variables, every = at.across.shape
    count = every - size
    factors, diagonal = at.inner[:, :size, :size].copy(), np.arange(size)
    # A share of their mean: what hardly anything determines, such as how a straight arm is twisted, would
    # turn by radians where it is held back by a share of next to nothing.
    mean = factors[:, diagonal, diagonal].mean(axis=1, keepdims=True)
    factors[:, diagonal, diagonal] += damping[:, None] * mean
    factors[:, diagonal, diagonal] += RIDGE
    sides = np.empty((frames, count + variables + 1, size))
    sides[:, :count], sides[:, count:-1] = at.inner[:, size:, :size], at.across[:, :, :size]
    sides[:, -1] = at.slope[:, :size]
    less = np.empty((frames, sides.shape[1], sides.shape[1]))
    if not eliminate_frames(new_arguments(), factors, sides, less):
        return None
    poses = slice(count, -1)
    return Eliminated(
        factors=factors,
        sides=sides,
        hessian=-less[:, poses, poses],
        gradient=-less[:, poses, -1],
        border=at.across[:, :, size:].transpose(0, 2, 1) - less[:, :count, poses],
        shared=(at.inner[:, size:, size:] - less[:, :count, :count]).sum(axis=0),
        shared_slope=(at.slope[:, size:] - less[:, :count, -1]).sum(axis=0),
    )
