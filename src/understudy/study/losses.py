"""Where ``track`` is worse than the closed form: said in a sentence, and tabled vector by vector."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from understudy.evaluate.body_vectors import BODY_VECTORS
from understudy.study.methods import HELD, LIFTED, LIMITS
from understudy.study.table import Table
from understudy.study.totals import Total

SEARCHED, CLOSED = "track", "geometric"
"""The methods that are compared."""

_SMALLEST = 0.005
"""Difference [°] from which on two decimals show it."""


@dataclass(frozen=True)
class Loss:
    """A body vector on which ``track`` is worse.

    Attributes:
        robot: Name of the robot.
        limits: One of ``LIMITS``.
        vector: The body vector.
        closed: Median [°] of the closed form.
        searched: Median [°] of ``track``.
    """

    robot: str
    limits: str
    vector: str
    closed: float
    searched: float

    @property
    def amount(self) -> float:
        """By how much [°] it is worse."""
        return self.searched - self.closed


def find_losses(totals: Mapping[tuple[str, str], Total], robots: Sequence[str]) -> tuple[Loss, ...]:
    """Return all body vectors whose median by ``track`` is over that of the closed form, none left out.

    Args:
        totals: Robot and method → total, both methods among them.
        robots: Names of robots.
    """
    found = []
    for robot in robots:
        for limits in LIMITS:
            closed, searched = (totals[robot, method].errors[limits] for method in (CLOSED, SEARCHED))
            for vector in BODY_VECTORS:
                medians = (math.degrees(errors[vector].median) for errors in (closed, searched))
                loss = Loss(robot, limits, vector, *medians)
                if loss.amount >= _SMALLEST:
                    found.append(loss)
    return tuple(found)


def losses_sentence(losses: Sequence[Loss], robots: Sequence[str]) -> str:
    """Return how often ``track`` is worse than the closed form, and where it is so by the most."""
    in_all = len(robots) * len(BODY_VECTORS)
    parts = []
    for limits in (LIFTED, HELD):
        own = [loss for loss in losses if loss.limits == limits]
        part = f"with limits {limits} on {len(own)} of {in_all} body vectors"
        if own:
            most = max(own, key=lambda loss: loss.amount)
            part += f", by {most.amount:.2f}° at the most ({most.robot}, {most.vector})"
        parts.append(part)
    return f"The median of {SEARCHED} is over that of {CLOSED} {'; '.join(parts)}."


def losses_table(losses: Sequence[Loss]) -> Table:
    """Return every body vector on which ``track`` is worse."""
    rows = [
        (
            loss.robot,
            loss.limits,
            loss.vector,
            f"{loss.closed:.2f}",
            f"{loss.searched:.2f}",
            f"{loss.amount:.2f}",
        )
        for loss in losses
    ]
    return Table(
        name="track_worse",
        caption=f"Body vectors whose median error in degrees is larger by {SEARCHED} than by {CLOSED}",
        groups=(),
        headings=("robot", "limits", "body vector", CLOSED, SEARCHED, "worse by"),
        rows=tuple(rows),
    )
