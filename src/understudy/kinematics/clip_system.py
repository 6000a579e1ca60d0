"""A step of a whole clip from its normal equations: banded in time, with variables that all frames share.

Two frames together meet only the two before and the two after, so that the matrix is block-tridiagonal and a
Cholesky factor of it is found block by block; for blocks of this size that is as fast as LAPACK's banded one,
and many times so for many right-hand sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve, get_blas_funcs, get_lapack_funcs

FRAMES_APART = 2
"""How many frames apart two frames may be that meet: accelerations take three."""


class ClipSystem(NamedTuple):
    """Normal equations of D variables in each of T frames and K that all frames share."""

    gradient: np.ndarray  # (T, D)
    bands: np.ndarray  # (T, 3, D, D) rows of frame t + a, columns of frame t
    border: np.ndarray  # (T, D, K)
    shared_gradient: np.ndarray  # (K,)
    shared: np.ndarray  # (K, K)


def solve_clip_system(system: ClipSystem) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which the quadratic model is least.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """
    frames, size = system.gradient.shape
    count = len(system.shared)
    sides = np.concatenate([system.border, system.gradient[..., None]], axis=2)
    solved = _solve(system.bands, sides).reshape(-1, size, count + 1)[:frames]
    by_shared, own = solved[..., :-1], solved[..., -1]
    if not count:
        return -own, np.zeros(0)
    flat = system.border.reshape(-1, count)
    matrix = system.shared - flat.T @ by_shared.reshape(-1, count)
    slope = system.shared_gradient - flat.T @ own.reshape(-1)
    shared = -cho_solve(cho_factor(0.5 * (matrix + matrix.T)), slope)
    return -own - by_shared @ shared, shared


def _blocks(bands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (N, 2D, 2D) the diagonal blocks of pairs of frames, and (N, 2D, 2D) those below them.

    An odd last frame gets one beside it that nothing meets.
    """
    frames, _, size, _ = bands.shape
    pairs = -(-frames // 2)
    whole = np.zeros((2 * pairs, 3, size, size))
    whole[:frames] = bands
    if frames % 2:
        whole[-1, 0] = np.eye(size)
        whole[-2, 1:] = 0.0
    first, second = whole[0::2], whole[1::2]
    own, below = np.zeros((2, pairs, 2 * size, 2 * size))
    own[:, :size, :size], own[:, size:, :size], own[:, size:, size:] = first[:, 0], first[:, 1], second[:, 0]
    below[:, :size, :size], below[:, :size, size:], below[:, size:, size:] = (
        first[:, 2], second[:, 1], second[:, 2],
    )  # fmt: skip
    return own, below


def _solve(bands: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Return the matrix's inverse times sides (T, D, R), as (N, 2D, R) of pairs of frames."""
    own, below = _blocks(bands)
    pairs, width = len(own), own.shape[1]
    right = np.zeros((2 * pairs, *sides.shape[1:]))
    right[: len(sides)] = sides
    right = right.reshape(pairs, width, -1)
    (factorise,) = get_lapack_funcs(("potrf",), (own,))
    solve, square, multiply = get_blas_funcs(("trsm", "syrk", "gemm"), (own,))
    factors, links, found = [], [], np.empty_like(right)
    left, before = np.asfortranarray(own[0]), np.asfortranarray(right[0])
    for pair in range(pairs):
        factor, failed = factorise(left, lower=1, overwrite_a=1, clean=0)
        if failed:
            raise np.linalg.LinAlgError("the clip's normal equations are not positive definite")
        before = solve(1.0, factor, before, lower=1, overwrite_b=1)
        factors.append(factor)
        found[pair] = before
        if pair + 1 < pairs:
            link = solve(1.0, factor, np.asfortranarray(below[pair]), side=1, lower=1, trans_a=1, overwrite_b=1)
            links.append(link)
            left = square(-1.0, link, beta=1.0, c=np.asfortranarray(own[pair + 1]), lower=1, overwrite_c=1)
            before = multiply(
                -1.0, link, before, beta=1.0, c=np.asfortranarray(right[pair + 1]), overwrite_c=1
            )
    for pair in range(pairs - 1, -1, -1):
        after = np.asfortranarray(found[pair])
        if pair + 1 < pairs:
            after = multiply(
                -1.0, links[pair], np.asfortranarray(found[pair + 1]), beta=1.0, c=after, trans_a=1, overwrite_c=1
            )
        found[pair] = solve(1.0, factors[pair], after, lower=1, trans_a=1, overwrite_b=1)
    return found
