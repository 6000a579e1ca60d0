"""Pushes that a robot gets while it performs: steps of its root's velocity, drawn by a seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FIRST, INTERVAL, SPREAD = 1.0, 2.5, 1.0
"""When the first push may come, how long after it the next may, and within how long each does [s]."""


@dataclass(frozen=True)
class Push:
    """A push.

    Attributes:
        time: When [s].
        velocity: (x, y) [m/s] that the root gains at once, and with it all that hangs on it.
    """

    time: float
    velocity: tuple[float, float]


def draw_pushes(speed: float, duration: float, seed: int) -> tuple[Push, ...]:
    """Return pushes in the order of time: one in 1 … 2 s, in 3.5 … 4.5 s and so on, each in any direction.

    Args:
        speed: Of each [m/s]; none where it is 0.
        duration: Of the motion [s].
        seed: By which moments and directions are drawn.
    """
    generator = np.random.default_rng(seed)
    found = []
    for start in np.arange(FIRST, duration if speed else 0.0, INTERVAL):
        time, angle = start + SPREAD * generator.random(), 2.0 * np.pi * generator.random()
        if time < duration:
            found.append(Push(float(time), (float(speed * np.cos(angle)), float(speed * np.sin(angle)))))
    return tuple(found)
