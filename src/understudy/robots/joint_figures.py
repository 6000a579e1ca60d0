"""Figures of joints that a card gives by name or pattern: speeds, accelerations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TypeVar

import numpy as np

from understudy.robots.card import Card

SPEED_UP_TIME = 0.05
"""Time [s] in which a joint reaches its largest speed where no acceleration is stated."""

LEAST_ACCELERATION = 150.0
"""Acceleration [rad/s²] that a joint has at least where none is stated: less does not walk as people do."""

Figure = TypeVar("Figure")


def matching(table: Mapping[str, Figure], joint: str) -> list[Figure]:
    """Return the entries whose name or pattern (``*``, ``?``) fits a joint, in the card's order."""
    return [figure for pattern, figure in table.items() if fnmatchcase(joint, pattern)]


def stated_speeds(card: Card, joints: Sequence[str], stated: Mapping[str, float]) -> np.ndarray:
    """Return the joints' largest speeds (J,) [rad/s or m/s] that somebody states, NaN where nobody does.

    Args:
        card: The card; the last match in it counts.
        joints: Names of the joints.
        stated: Speeds in the model's file, which count where the card has none.
    """
    return np.array(
        [(matching(card.velocity, joint) or [stated.get(joint, np.nan)])[-1] for joint in joints], dtype=float
    )


def acceleration_limits(card: Card, joints: Sequence[str], velocity: np.ndarray) -> np.ndarray:
    """Return the joints' largest accelerations (J,) [rad/s² or m/s²]; the last match counts."""
    default = np.maximum(velocity / SPEED_UP_TIME, LEAST_ACCELERATION)
    return np.array(
        [
            (matching(card.acceleration, joint) or [fallback])[-1]
            for joint, fallback in zip(joints, default, strict=True)
        ]
    )
