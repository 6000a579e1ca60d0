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


class ClipFactor:
    """A clip's matrix factorised, for any number of right-hand sides.

    Args:
        system: The equations; of them the matrix.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """

    def __init__(self, system: ClipSystem) -> None:
        """Factorise the matrix."""
        self.count, self.border = len(system.shared), system.border
        self._rows = system.gradient.size
        self.blocks = _factorise(system.bands)
        if self.count:
            self.by_shared = _substitute(*self.blocks, system.border)
            flat = system.border.reshape(self._rows, self.count)
            matrix = system.shared - flat.T @ self.by_shared.reshape(self._rows, self.count)
            self.corner = cho_factor(0.5 * (matrix + matrix.T))

    def least(self, gradient: np.ndarray, shared_gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the changes (T, D) and (K,) at which the quadratic model with these gradients is least."""
        own = _substitute(*self.blocks, gradient[..., None])[..., 0]
        if not self.count:
            return -own, np.zeros(0)
        slope = shared_gradient - self.border.reshape(self._rows, self.count).T @ own.reshape(-1)
        shared = -cho_solve(self.corner, slope)
        return -own - self.by_shared @ shared, shared


def solve_clip_system(system: ClipSystem) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which the quadratic model is least.

    Raises:
        LinAlgError: Where the matrix is not positive definite.
    """
    return ClipFactor(system).least(system.gradient, system.shared_gradient)


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


Blocks = list[np.ndarray]


def _factorise(bands: np.ndarray) -> tuple[Blocks, Blocks]:
    """Return the diagonal blocks of the factor, lower triangles, and those below them."""
    if not bands.size:
        return [], []
    own, below = _blocks(bands)
    (factorise,) = get_lapack_funcs(("potrf",), (own,))
    solve, square = get_blas_funcs(("trsm", "syrk"), (own,))
    factors, links = [], []
    left = np.asfortranarray(own[0])
    for pair in range(len(own)):
        factor, failed = factorise(left, lower=1, overwrite_a=1, clean=0)
        if failed:
            raise np.linalg.LinAlgError("the clip's normal equations are not positive definite")
        factors.append(factor)
        if pair + 1 < len(own):
            link = solve(
                1.0, factor, np.asfortranarray(below[pair]), side=1, lower=1, trans_a=1, overwrite_b=1
            )
            links.append(link)
            left = square(-1.0, link, beta=1.0, c=np.asfortranarray(own[pair + 1]), lower=1, overwrite_c=1)
    return factors, links


def _substitute(factors: Blocks, links: Blocks, sides: np.ndarray) -> np.ndarray:
    """Return the matrix's inverse times sides (T, D, R)."""
    if not factors:
        return np.zeros(sides.shape)
    pairs, width = len(factors), len(factors[0])
    right = np.zeros((2 * pairs, *sides.shape[1:]))
    right[: len(sides)] = sides
    found = [np.asfortranarray(block) for block in right.reshape(pairs, width, -1)]
    solve, multiply = get_blas_funcs(("trsm", "gemm"), (right,))
    for pair in range(pairs):
        if pair:
            found[pair] = multiply(
                -1.0, links[pair - 1], found[pair - 1], beta=1.0, c=found[pair], overwrite_c=1
            )
        found[pair] = solve(1.0, factors[pair], found[pair], lower=1, overwrite_b=1)
    for pair in range(pairs - 1, -1, -1):
        if pair + 1 < pairs:
            found[pair] = multiply(
                -1.0, links[pair], found[pair + 1], beta=1.0, c=found[pair], trans_a=1, overwrite_c=1
            )
        found[pair] = solve(1.0, factors[pair], found[pair], lower=1, trans_a=1, overwrite_b=1)
    return np.stack(found).reshape(2 * pairs, *sides.shape[1:])[: len(sides)]
