"""The least of a clip's quadratic model under limits that cost where they are exceeded.

A row r of a limit costs ½w² max(0, r)². With a multiplier λ and a slack s, both positive,

    λ = w² (r + s)        λ s = μ

are the conditions of that as μ goes to 0. Newton steps on both together, μ falling from round to round, find
the least in about ten rounds however stiff limits are, where steps from one set of exceeded rows to the next
would go in circles (a primal-dual interior point method, Wright 1997).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.clip_system import ClipSystem, solve_clip_system
from understudy.retarget.simultaneous.clip import LinearLimit

ROUNDS = 20
"""Newton steps at most."""

FIRST_BLUR, LAST_BLUR = 0.1, 1e-4
"""Width of the corner at r = 0, as a share of the limit's own scale, at first and in the end."""

FASTER = 0.1
"""How much smaller μ becomes from round to round."""

INWARDS = 0.99
"""Share of the way to a multiplier or slack of 0 that a step may go."""

SETTLED = 1e-3
"""Change [rad or m] of a whole step below which the search is over."""


class _Row:
    """Rows of one limit, with their multipliers."""

    def __init__(self, limit: LinearLimit, still: np.ndarray) -> None:
        self.limit, self.first = limit, limit.rows(still)
        self.value, self.stiff = self.first, limit.weight**2
        self.mu, self.least = (self.stiff * (b * limit.scale) ** 2 / 4.0 for b in (FIRST_BLUR, LAST_BLUR))
        root = np.sqrt(self.value**2 + 4.0 * self.mu / self.stiff)
        self.pull = 0.5 * self.stiff * (self.value + root)

    def add(self, gradient: np.ndarray, bands: np.ndarray) -> None:
        slack = self.pull / self.stiff - self.value
        self.width = self.pull / self.stiff + slack
        self.off = self.pull * slack - self.mu
        stiffness = self.pull / self.width
        pull = self.pull - self.off / self.width + stiffness * (self.first - self.value)
        self.limit.add(pull, stiffness, gradient, bands)

    def aim(self, change: np.ndarray) -> float:
        """Note where a change (T, D) leads; return how much of it keeps everything positive."""
        self.next_value = self.limit.rows(change)
        self.next_pull = (
            self.pull + (self.pull * (self.next_value - self.value) - self.off) / self.width
        )
        slack, next_slack = self.pull / self.stiff - self.value, self.next_pull / self.stiff - self.next_value
        share = 1.0
        for now, then in ((self.pull, self.next_pull), (slack, next_slack)):
            falls = then < (1.0 - INWARDS) * now
            if falls.any():
                share = min(share, float((INWARDS * now[falls] / (now - then)[falls]).min()))
        return share

    def go(self, share: float) -> None:
        self.value = self.value + share * (self.next_value - self.value)
        self.pull = self.pull + share * (self.next_pull - self.pull)
        if share > 0.5:
            self.mu = max(FASTER * self.mu, self.least)


def least_within_limits(
    system: ClipSystem, limits: Sequence[LinearLimit]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (T, D) and (K,) at which a quadratic model and what limits cost are least together.

    Args:
        system: The model.
        limits: The limits, whose rows are linear in the change.
    """
    if not limits:
        return solve_clip_system(system)
    change, shared = np.zeros_like(system.gradient), np.zeros(len(system.shared))
    rows = [_Row(limit, change) for limit in limits]
    for _ in range(ROUNDS):
        gradient, bands = system.gradient.copy(), system.bands.copy()
        for row in rows:
            row.add(gradient, bands)
        target, shared_target = solve_clip_system(system._replace(gradient=gradient, bands=bands))
        share = min(row.aim(target) for row in rows)
        is_last = share > INWARDS and all(row.mu == row.least for row in rows)
        moved = share * float(np.abs(target - change).max())
        change, shared = change + share * (target - change), shared + share * (shared_target - shared)
        for row in rows:
            row.go(share)
        if is_last and moved < SETTLED:
            break
    return change, shared
