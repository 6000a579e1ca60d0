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
from understudy.retarget.simultaneous.clip import LinearLimit
from understudy.retarget.simultaneous.sums import Sums

ROUNDS = 25
"""Rounds at most."""

FIRST, LAST = 0.1, 1e-5
"""μ at first, and in the end, unless asked otherwise, in units of the cost."""

NO_WAY = 1e-9
"""Share of a step below which it leads nowhere: pulls differ by more than numbers can."""

LEAST = 1e-300
"""What nothing is divided by less than."""

INWARDS = 0.995
"""Share of the way to a pull or slack of 0 that a step may go."""


class _Rows:
    """Rows of one limit, with pulls and slacks."""

    def __init__(self, limit: LinearLimit, still: np.ndarray, first: float) -> None:
        self.limit, self.first = limit, limit.rows(still)
        self.value, self.stiff = self.first, limit.weight**2
        root = np.sqrt(self.value**2 + 4.0 * first / self.stiff)
        self.pull = 0.5 * self.stiff * (self.value + root)
        self.slack = self.pull / self.stiff - self.value

    def prepare(self) -> None:
        """Work out what both steps of a round need."""
        self.width = self.pull / self.stiff + self.slack
        self.stiffness = self.pull / self.width

    def aim(self, off: np.ndarray) -> np.ndarray:
        """Return the pull, as seen from no change, of a step that takes λs down by so much."""
        self.off = off
        return self.pull - off / self.width + self.stiffness * (self.first - self.value)

    def look(self, change: np.ndarray) -> float:
        """Note where a change (T, D) leads; return how much of it keeps everything positive."""
        self.by_value = self.limit.rows(change) - self.value
        self.by_pull = (self.pull * self.by_value - self.off) / self.width
        self.by_slack = self.by_pull / self.stiff - self.by_value
        share = 1.0
        for now, by in ((self.pull, self.by_pull), (self.slack, self.by_slack)):
            falls = by < -INWARDS * now
            if falls.any():
                share = min(share, float((INWARDS * now[falls] / np.maximum(-by[falls], LEAST)).min()))
        return share

    def go(self, share: float) -> None:
        """Take a share of the step."""
        self.value = self.value + share * self.by_value
        self.pull = self.pull + share * self.by_pull
        self.slack = self.slack + share * self.by_slack


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
    count = sum(rows.value.size for rows in every)
    if not count:
        factor = ClipFactor(_with_more(model, Sums(frames, size, base.own)), room)
        return factor.least(slope, model.shared_gradient)
    room = factor_room(frames, size) if room is None else room
    for done in range(ROUNDS):
        gap = sum(float((rows.pull * rows.slack).sum()) for rows in every) / count
        more = Sums(frames, size, base.own.copy() if len(base.own) == 1 else base.own)
        for rows in every:
            rows.prepare()
            rows.limit.add_stiffness(rows.stiffness, more)
        try:
            factor = ClipFactor(_with_more(model, more), room)
        except np.linalg.LinAlgError:
            # Near the end pulls differ by so much that rounding decides; what was found until then will do.
            if not done:
                raise
            break
        newton = _Newton(factor, slope, model.shared_gradient)
        target, _ = newton.step(every, [rows.pull * rows.slack for rows in every])
        share = min(rows.look(target) for rows in every)
        if not (np.isfinite(share) and np.isfinite(gap)):
            break
        left = sum(
            float(((rows.pull + share * rows.by_pull) * (rows.slack + share * rows.by_slack)).sum())
            for rows in every
        )
        aim = max(gap * (left / count / gap) ** 3, 0.3 * last)
        offs = [rows.pull * rows.slack + rows.by_pull * rows.by_slack - aim for rows in every]
        target, shared_target = newton.step(every, offs)
        share = min(rows.look(target) for rows in every)
        if not (np.isfinite(share) and share > NO_WAY):
            break
        change, shared = change + share * (target - change), shared + share * (shared_target - shared)
        for rows in every:
            rows.go(share)
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

    def step(self, every: Sequence[_Rows], offs: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return where the step leads that takes the products λs down by so much."""
        frames, size = self.slope.shape
        sums = Sums(frames, size, np.zeros((0, 0, 0)))
        for rows, off in zip(every, offs, strict=True):
            rows.limit.add_pull(rows.aim(off), sums)
        return self.factor.least(self.slope + sums.slope(), self.shared_slope)
