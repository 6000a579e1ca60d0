"""Pulls and slacks of rows that are not to be over 0, see ``retarget.simultaneous.interior_point``.

A round looks at tens of thousands of rows several times. In kernels every look goes through them once, where
NumPy would go through them for every sum and product.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel

INWARDS = 0.995
"""Share of the way to a pull or slack of 0 that a step may go."""

LEAST = 1e-300
"""What nothing is divided by less than."""


class RowPulls(NamedTuple):
    """N rows with a pull λ and a slack s each, both positive; all arrays (N,)."""

    first: np.ndarray  # r as things are, before any change
    value: np.ndarray  # r where the search stands
    pull: np.ndarray  # λ
    slack: np.ndarray  # s
    share: np.ndarray  # 1 / (λ / w² + s), by which products λs turn into pulls
    stiffness: np.ndarray  # how fast a pull grows with its row
    aim: np.ndarray  # the pull, as seen from no change, that a step aims at
    off: np.ndarray  # by how much a step takes λs down
    by_value: np.ndarray  # what the step changes
    by_pull: np.ndarray
    by_slack: np.ndarray


def row_pulls(rows: np.ndarray, weight: float, product: float) -> RowPulls:
    """Return rows (…) as they are, each with the pull and slack whose product λs is as given."""
    found = RowPulls(*np.zeros((len(RowPulls._fields), rows.size)))
    begin_pulls(found, np.ascontiguousarray(rows).reshape(-1), weight**2, product)
    return found


@fused_kernel
def begin_pulls(rows: RowPulls, first: np.ndarray, stiff: float, product: float) -> None:
    """Write rows (N,) of a weight squared ``stiff`` with λ = w² (r + s) and λs as given."""
    for n in range(first.shape[0]):
        value = first[n]
        pull = 0.5 * stiff * (value + math.sqrt(value * value + 4.0 * product / stiff))
        rows.first[n] = rows.value[n] = value
        rows.pull[n], rows.slack[n] = pull, pull / stiff - value


@fused_kernel
def predict_pulls(rows: RowPulls, stiff: float) -> None:
    """Work out what both steps of a round need, and let the first one aim at products λs of 0."""
    for n in range(rows.pull.shape[0]):
        pull, slack = rows.pull[n], rows.slack[n]
        share = 1.0 / (pull / stiff + slack)
        stiffness, off = pull * share, pull * slack
        rows.share[n], rows.stiffness[n], rows.off[n] = share, stiffness, off
        rows.aim[n] = pull - off * share + stiffness * (rows.first[n] - rows.value[n])


@fused_kernel
def correct_pulls(rows: RowPulls, product: float) -> None:
    """Let the second step aim at products λs as given, with what the first one showed of their bend."""
    for n in range(rows.pull.shape[0]):
        pull = rows.pull[n]
        off = pull * rows.slack[n] + rows.by_pull[n] * rows.by_slack[n] - product
        rows.off[n] = off
        rows.aim[n] = pull - off * rows.share[n] + rows.stiffness[n] * (rows.first[n] - rows.value[n])


@fused_kernel
def look_along(rows: RowPulls, reached: np.ndarray, stiff: float) -> float:
    """Note where a step leads that takes rows to ``reached`` (N,); return how much keeps all positive."""
    most, by_stiff = 1.0, 1.0 / stiff
    for n in range(reached.shape[0]):
        pull, slack, by_value = rows.pull[n], rows.slack[n], reached[n] - rows.value[n]
        by_pull = (pull * by_value - rows.off[n]) * rows.share[n]
        by_slack = by_pull * by_stiff - by_value
        rows.by_value[n], rows.by_pull[n], rows.by_slack[n] = by_value, by_pull, by_slack
        if by_pull < -INWARDS * pull:
            most = min(most, INWARDS * pull / max(-by_pull, LEAST))
        if by_slack < -INWARDS * slack:
            most = min(most, INWARDS * slack / max(-by_slack, LEAST))
    return most


@fused_kernel
def product_along(rows: RowPulls, share: float) -> float:
    """Return the sum of products λs after a share of the step."""
    total = 0.0
    for n in range(rows.pull.shape[0]):
        pull = rows.pull[n] + share * rows.by_pull[n]
        total += pull * (rows.slack[n] + share * rows.by_slack[n])
    return total


@fused_kernel
def go_along(rows: RowPulls, share: float) -> None:
    """Take a share of the step."""
    for n in range(rows.pull.shape[0]):
        rows.value[n] += share * rows.by_value[n]
        rows.pull[n] += share * rows.by_pull[n]
        rows.slack[n] += share * rows.by_slack[n]
