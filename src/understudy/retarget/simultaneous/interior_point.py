"""The least of a clip's quadratic model under limits that cost where they are exceeded.

A row r of a limit costs ½w² max(0, r)². With a pull λ and a slack s, both positive,

    λ = w² (r + s)        λ s = μ

are the conditions of that as μ goes to 0. Newton steps on both together, μ falling from round to round, find
the least in about a dozen rounds however stiff limits are, where steps from one set of exceeded rows to the
next would go in circles (Mehrotra's predictor and corrector; Wright 1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kinematics.clip_system import ClipFactor, ClipSystem, factor_room
from understudy.kinematics.row_pulls import (
    correct_pulls,
    go_along,
    look_along,
    predict_pulls,
    product_along,
    row_pulls,
)
from understudy.retarget.simultaneous.clip import LinearLimit
from understudy.retarget.simultaneous.sums import Sums

ROUNDS = 25
"""Rounds at most."""

FIRST, LAST = 0.1, 1e-5
"""μ at first, and in the end, unless asked otherwise, in units of the cost."""

NO_WAY = 1e-9
"""Share of a step below which it leads nowhere: pulls differ by more than numbers can."""


class _Rows:
    """Rows of one limit, with pulls and slacks."""

    def __init__(self, limit: LinearLimit, still: np.ndarray, first: float) -> None:
        """Begin at no change, with products λs as given."""
        self.limit, rows = limit, limit.rows(still)
        self.shape, self.size, self.stiff = rows.shape, rows.size, limit.weight**2
        self.pulls = row_pulls(rows, limit.weight, first)

    def add_stiffness(self, sums: Sums) -> None:
        """Work out what both steps of a round need, and add how stiff the rows are."""
        predict_pulls(self.pulls, self.stiff)
        self.limit.add_stiffness(self.pulls.stiffness.reshape(self.shape), sums)

    def add_aim(self, sums: Sums) -> None:
        """Add the pull, as seen from no change, of the step that is asked for."""
        self.limit.add_pull(self.pulls.aim.reshape(self.shape), sums)

    def look(self, change: np.ndarray) -> float:
        """Note where a change (T, D) leads; return how much of it keeps everything positive."""
        reached = np.ascontiguousarray(self.limit.rows(change)).reshape(-1)
        return look_along(self.pulls, reached, self.stiff)


class Model(NamedTuple):
    """A quadratic model of D variables in each of T frames and of K that all frames share."""

    sums: Sums  # of the frames
    border: np.ndarray  # (T, D, K)
    shared_gradient: np.ndarray  # (K,)
    shared: np.ndarray  # (K, K)


def least_within_limits(
    model: Model,
    limits: Sequence[LinearLimit],
    room: np.ndarray | None = None,
    last: float = LAST,
    first: float = FIRST,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which a quadratic model and what limits cost are least together.

    Args:
        model: The model.
        limits: The limits, whose rows are linear in the change.
        room: For factors, see ``clip_system.factor_room``.
        last: μ in the end, in units of the cost.
        first: μ at first: the farther limits are exceeded, the larger it takes the fewest rounds.
    """
    base, slope = model.sums, model.sums.slope()
    frames, size = slope.shape
    change, shared = np.zeros_like(slope), np.zeros(len(model.shared))
    every = [_Rows(limit, change, first) for limit in limits]
    count = sum(rows.size for rows in every)
    if not count:
        factor = ClipFactor(_with_more(model, Sums(frames, size, base.own)), room)
        return factor.least(slope, model.shared_gradient)
    room = factor_room(frames, size) if room is None else room
    for done in range(ROUNDS):
        gap = sum(product_along(rows.pulls, 0.0) for rows in every) / count
        more = Sums(frames, size, base.own.copy() if len(base.own) == 1 else base.own)
        for rows in every:
            rows.add_stiffness(more)
        try:
            factor = ClipFactor(_with_more(model, more), room)
        except np.linalg.LinAlgError:
            # Near the end pulls differ by so much that rounding decides; what was found until then will do.
            if not done:
                raise
            break
        newton = _Newton(factor, slope, model.shared_gradient)
        target, _ = newton.step(every)
        share = min(rows.look(target) for rows in every)
        if not (np.isfinite(share) and np.isfinite(gap)):
            break
        left = sum(product_along(rows.pulls, share) for rows in every)
        aim = max(gap * (left / count / gap) ** 3, 0.3 * last)
        for rows in every:
            correct_pulls(rows.pulls, aim)
        target, shared_target = newton.step(every)
        share = min(rows.look(target) for rows in every)
        if not (np.isfinite(share) and share > NO_WAY):
            break
        change, shared = change + share * (target - change), shared + share * (shared_target - shared)
        for rows in every:
            go_along(rows.pulls, share)
        if gap < last and share > 0.9:
            break
    return change, shared


def _with_more(model: Model, more: Sums) -> ClipSystem:
    """Return a model's equations with what limits add."""
    base = model.sums
    return ClipSystem(
        base.gradient,
        more.own,
        base.diagonals + more.diagonals,
        more.squares(base.figures),
        model.border,
        model.shared_gradient,
        model.shared,
        more.rows,
    )


class _Newton(NamedTuple):
    """Newton steps of one round."""

    factor: ClipFactor
    slope: np.ndarray  # (T, D)
    shared_slope: np.ndarray  # (K,)

    def step(self, every: Sequence[_Rows]) -> tuple[np.ndarray, np.ndarray]:
        """Return where the step leads that rows aim at."""
        frames, size = self.slope.shape
        sums = Sums(frames, size, np.zeros((0, 0, 0)))
        for rows in every:
            rows.add_aim(sums)
        return self.factor.least(self.slope + sums.slope(), self.shared_slope)
