"""Many least-squares problems with few equations and many bounded unknowns, all at once.

    least of ½ |A x - b|² + ½ ∑ priceᵢ xᵢ²  with  lower ≤ x ≤ upper

The residual r = b - A x tells everything: x is Aᵀr / price, cut off at the bounds. So what is to be solved is
r + A clip(Aᵀr / price) = b, as many equations as A has rows. It is the slope of a convex function, which
Newton's method with a line search brings to zero in a few rounds; NumPy does those of all problems together.
"""

from __future__ import annotations

import numpy as np

_ROUNDS = 80
_LENGTHS = 0.5 ** np.arange(1.0, 41.0)
"""Of a step that are tried, one after the other, where the whole of it is too long."""

_AT_ONCE = 8
"""How many of them are looked at together: few numbers cost NumPy as much as many."""

_EXACT = 1e-10
"""A slope of this share of the target is zero but for rounding, which small prices make large."""

_ENOUGH = 1e-4
"""Share of the decrease that the slope promises with which a step is content."""


def least_squares_in_box(
    matrix: np.ndarray, target: np.ndarray, price: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> np.ndarray:
    """Return the unknowns (T, V) of T problems.

    Args:
        matrix: (T, M, V), M small.
        target: (T, M).
        price: (T, V) positive.
        lower: (T, V), at most ``upper``.
        upper: (T, V), infinity where there is no bound.
    """
    problems = _Problems(matrix, target, price, lower, upper)
    residual = problems.unbounded()
    value, slope, free = problems.at(residual)
    open_ = np.ones(len(target), dtype=bool)
    for _ in range(_ROUNDS):
        open_ &= np.linalg.norm(slope, axis=1) > _EXACT * np.maximum(np.linalg.norm(target, axis=1), _EXACT)
        if not open_.any():
            break
        index = np.flatnonzero(open_)
        some = problems.of(index)
        step = some.newton_step(slope[index], free[index])
        reached = some.line_search(residual[index], step, value[index], slope[index])
        # Where no step brings the function down any further, rounding is all that is left.
        open_[index] = np.any(reached != residual[index], axis=1)
        residual[index] = reached
        value[index], slope[index], free[index] = some.at(reached)
    return problems.unknowns(residual)


class _Problems:
    """Problems and the convex function of the residual whose least point solves them."""

    def __init__(self, *arrays: np.ndarray) -> None:
        self.matrix, self.target, self.price, self.lower, self.upper = arrays

    def of(self, index: np.ndarray) -> _Problems:
        """Return some of the problems."""
        return _Problems(*(each[index] for each in vars(self).values()))

    def pull(self, residual: np.ndarray) -> np.ndarray:
        """Return (T, V) what residuals (T, M) pull at every unknown with."""
        return (residual[:, None] @ self.matrix)[:, 0]

    def unknowns(self, residual: np.ndarray) -> np.ndarray:
        return np.clip(self.pull(residual) / self.price, self.lower, self.upper)

    def unbounded(self) -> np.ndarray:
        """Return the residual (T, M) that would be if only variables without room were held."""
        free = self.lower < self.upper
        return -self.newton_step(-self.target, free)

    def at(self, residual: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the function's value (T,), its slope (T, M), and which unknowns are within bounds (T, V)."""
        pull = self.pull(residual)
        raw = pull / self.price
        x = np.clip(raw, self.lower, self.upper)
        value = np.sum(residual * (0.5 * residual - self.target), axis=1)
        value += np.sum(x * (pull - 0.5 * self.price * x), axis=1)
        slope = residual - self.target + (self.matrix @ x[..., None])[..., 0]
        return value, slope, (raw > self.lower) & (raw < self.upper)

    def newton_step(self, slope: np.ndarray, free: np.ndarray) -> np.ndarray:
        scaled = self.matrix * np.where(free, 1.0 / self.price, 0.0)[:, None]
        curvature = scaled @ np.swapaxes(self.matrix, 1, 2) + np.eye(self.matrix.shape[1])
        return -np.linalg.solve(curvature, slope[..., None])[..., 0]

    def line_search(
        self, residual: np.ndarray, step: np.ndarray, value: np.ndarray, slope: np.ndarray
    ) -> np.ndarray:
        """Return where the function is lower along the step, or the same place where it is nowhere."""
        promise, length = _ENOUGH * np.sum(slope * step, axis=1), np.zeros(len(value))
        still = np.arange(len(value))
        # Most problems are content with the whole step; only the others are looked at again.
        for lengths in (np.ones(1), *_LENGTHS.reshape(-1, _AT_ONCE)):
            some = self.of(still)
            along = some.values_along(residual[still], step[still], lengths)
            is_lower = along <= value[still, None] + lengths * promise[still, None]
            found = is_lower.any(axis=1)
            length[still[found]] = lengths[is_lower[found].argmax(axis=1)]
            still = still[~found]
            if not len(still):
                break
        return residual + length[:, None] * step

    def values_along(self, residual: np.ndarray, step: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """Return the function's values (T, L) at lengths (L,) along steps (T, M)."""
        reached = residual[:, None] + lengths[:, None] * step[:, None]
        pull = self.pull(residual)[:, None] + lengths[:, None] * self.pull(step)[:, None]
        price = self.price[:, None]
        x = np.clip(pull / price, self.lower[:, None], self.upper[:, None])
        own = np.einsum("tlm,tlm->tl", reached, 0.5 * reached - self.target[:, None])
        return own + np.einsum("tlv,tlv->tl", x, pull - 0.5 * price * x)
