"""How a contact's force spreads over the taxels around it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

NEIGHBOURS = 7
"""Taxels among which a contact's force is shared out: the nearest one, and those around it."""

_ROUNDING = 1e-9


class BodyTaxels(NamedTuple):
    """Taxels of one body: their numbers (n,), places (n, 3) [m] and normals (n, 3) in its frame."""

    numbers: np.ndarray
    points: np.ndarray
    normals: np.ndarray


def shares(
    taxels: BodyTaxels, point: np.ndarray, push: np.ndarray, reach: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return which taxels feel a contact, and the share of its force that each takes.

    Shares are (1 − d²/R²) cos α, with d the distance from the contact, R that of the next taxel that takes
    none, and α the angle between the push and the way into the skin; then they are made to add up to 1. They
    change without jumps when the contact wanders. The far side of a thin part takes nothing.

    Args:
        taxels: Taxels of the body that is pushed.
        point: (3,) where it is pushed [m], in the body's frame.
        push: (3,) direction of the push.
        reach: Distance [m] from the nearest taxel beyond which nothing is felt.

    Returns:
        Places (m,) among the body's taxels, and shares (m,) whose sum is 1; nothing where it is out of reach.
    """
    offset = taxels.points - point
    squares = np.einsum("ni,ni->n", offset, offset)
    size = float(np.sqrt(push @ push))
    facing = taxels.normals @ push * (-1.0 / size if size else 0.0)
    ahead = np.flatnonzero(facing > _ROUNDING)
    if not len(ahead):
        # An edge may be pushed sideways; then the nearest taxels feel it whichever way they face.
        ahead, facing = np.arange(len(squares)), np.ones(len(squares))
    near = squares[ahead]
    if len(ahead) > NEIGHBOURS + 1:
        kept = np.argpartition(near, NEIGHBOURS)[: NEIGHBOURS + 1]
        ahead, near = ahead[kept], near[kept]
    farthest = float(near.max())
    if float(near.min()) > reach**2:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    # Where all are equally far, or there are few, all take part.
    limit = farthest if len(ahead) > NEIGHBOURS else 2.0 * farthest
    weights = (1.0 - near / (limit * (1.0 + _ROUNDING) + _ROUNDING**2)) * facing[ahead]
    taken = weights > 0.0
    return ahead[taken], weights[taken] / weights[taken].sum()
