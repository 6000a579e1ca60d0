"""Optimal weights of motion primitives (Bartholomew 2014, Eqs. 5 to 13), and what conditions them.

C(α) = ∫ ‖H − Σ αᵢ Rᵢ‖² dt is least where Ψ α = Φ, with Ψ the inner products of primitives with each other and
Φ those with the motion. Integrals are sums over frames, as in the thesis's program: a common dt cancels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MOST_CONDITION = 1e8
"""Condition of Ψ, its primitives of unit length, over which weights would be huge and cancel each other."""

_ALIKE = 0.1
"""Share of the largest entry of a weak direction from which on a primitive takes part in it."""

_POSSIBLE = 1e-5
"""Share of the strongest condition under which a condition is beyond the primitives."""


class Gram(NamedTuple):
    """Ψ of a window, made ready to be solved with.

    Attributes:
        matrix: (N, N) Ψ, regularised where it has to be.
        condition: Of Ψ with primitives of unit length, before that.
        alike: Which primitives can hardly be told apart in this window, none where Ψ is well conditioned.
    """

    matrix: np.ndarray
    condition: float
    alike: tuple[int, ...]

    @property
    def is_regularised(self) -> bool:
        """Whether Ψ was ill conditioned."""
        return self.condition > MOST_CONDITION


def gram(values: np.ndarray) -> Gram:
    """Return Ψ, Bartholomew (7) and (10), of primitives (N, T) in a window.

    Where it is ill conditioned, as much as makes its condition ``MOST_CONDITION`` is added to its diagonal.
    """
    matrix = values @ values.T
    sizes = np.sqrt(np.maximum(np.diag(matrix), np.finfo(float).tiny))
    strengths, directions = np.linalg.eigh(matrix / np.outer(sizes, sizes))
    largest = float(strengths[-1])
    condition = largest / max(float(strengths[0]), largest * np.finfo(float).eps)
    if condition <= MOST_CONDITION:
        return Gram(matrix, condition, ())
    weak = np.abs(directions[:, strengths < largest / MOST_CONDITION])
    alike = np.flatnonzero((weak > _ALIKE * weak.max(axis=0)).any(axis=1))
    floor = largest / MOST_CONDITION * sizes**2
    return Gram(matrix + np.diag(floor), condition, tuple(int(index) for index in alike))


def optimal_weights(values: np.ndarray, motion: np.ndarray, window: Gram | None = None) -> np.ndarray:
    """Return α = Ψ⁻¹ Φ (N, J), Bartholomew (13).

    Args:
        values: (N, T) primitives R.
        motion: (T, J) courses H.
        window: Ψ, where it is known already.
    """
    window = window or gram(values)
    return np.linalg.solve(window.matrix, values @ motion)


class Ties(NamedTuple):
    """Conditions A α = b, in units in which all count alike.

    Attributes:
        rows: (M, N) A.
        values: (M, J) b.
    """

    rows: np.ndarray
    values: np.ndarray


def tied_weights(
    inner: np.ndarray, ties: Ties, window: Gram, wish: Ties | None = None, weight: float = 0.0
) -> np.ndarray:
    """Return the weights (N, J) of least cost that meet conditions exactly (KKT).

    [Ψ Aᵀ; A 0] [α; μ] = [Φ; b]. Conditions that the primitives cannot meet, such as a slope where all of them
    are level, are met as nearly as may be.

    Args:
        inner: (N, J) Φ.
        ties: The conditions.
        window: Ψ.
        wish: Further conditions, which cost where they are not met.
        weight: How many frames each of these weighs.
    """
    matrix = window.matrix
    if wish is not None:
        inner = inner + weight * wish.rows.T @ wish.values
        matrix = matrix + weight * wish.rows.T @ wish.rows
    free = np.linalg.solve(matrix, inner)
    through = np.linalg.solve(matrix, ties.rows.T)
    pull = through @ np.linalg.pinv(ties.rows @ through, rcond=_POSSIBLE, hermitian=True)
    return free + pull @ (ties.values - ties.rows @ free)
