"""A score: poses that follow each other, each reached and left at rest, as people gesture."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from understudy.synth.curves import rests_and_movements, wander

Pose = Mapping[str, float]
"""Anatomical angle → [deg], or share → 0 to 1; what is not named stays as it was, and is 0 at first."""

SHARE = "share_"
"""Names that begin so are no angles but shares, such as how much of its way to a place a hand has gone."""

Move = tuple[float, Pose]
"""How long a movement takes [s], and the pose that it ends in."""

_TEMPO = 0.06
_EXTENT = 0.04
"""Shares by which a performer's movements differ in duration and in extent."""

_LIFE = np.radians(1.0)
_LIFE_PERIODS = (5.0, 1.2)
"""How far a person's joints wander while they rest, and the slowest and fastest of it [s]."""


def left(**angles: float) -> dict[str, float]:
    """Return angles [deg] of the left limb: ``left(elbow_flexion=90)``."""
    return {f"{name}_l": value for name, value in angles.items()}


def right(**angles: float) -> dict[str, float]:
    """Return angles [deg] of the right limb."""
    return {f"{name}_r": value for name, value in angles.items()}


def both(**angles: float) -> dict[str, float]:
    """Return the same angles [deg] of both limbs."""
    return left(**angles) | right(**angles)


def repeated(
    cycle: Callable[[random.Random], Sequence[Move]], seconds: float, generator: random.Random
) -> list[Move]:
    """Return as many cycles as fill a duration [s], no two of them equal in tempo and extent."""
    moves: list[Move] = []
    filled = 0.0
    while filled < seconds:
        extent = generator.uniform(1.0 - _EXTENT, 1.0 + _EXTENT)
        for duration, pose in cycle(generator):
            varied = duration * generator.uniform(1.0 - _TEMPO, 1.0 + _TEMPO)
            moves.append((varied, {name: value * _factor(name, extent) for name, value in pose.items()}))
            filled += varied
    return moves


def play(
    moves: Sequence[Move], times: np.ndarray, lags: Mapping[str, float] | None = None
) -> dict[str, np.ndarray]:
    """Return a score's angles, name → (T,) [rad], and shares.

    Args:
        moves: The movements in order; the first pose is there from the start.
        times: (T,) [s].
        lags: Angle without its side → by how much [s] it follows the others.
    """
    ends = np.cumsum([0.0, *(duration for duration, _ in moves[1:])]).tolist()
    names = dict.fromkeys(name for _, pose in moves for name in pose)
    angles: dict[str, np.ndarray] = {}
    for name in names:
        values: list[float] = []
        for _, pose in moves:
            before = values[-1] if values else 0.0
            values.append(pose[name] * _factor(name, np.radians(1.0)) if name in pose else before)
        lag = (lags or {}).get(name.removesuffix("_l").removesuffix("_r"), 0.0)
        angles[name] = rests_and_movements(ends, values, times - lag)
    return angles


def enlivened(
    angles: Mapping[str, np.ndarray], times: np.ndarray, generator: random.Random
) -> dict[str, np.ndarray]:
    """Return the angles with a little wandering added to each, since no person ever is quite still."""
    return {
        name: values + _factor(name, 1.0, 0.0) * _LIFE * wander(generator, times, *_LIFE_PERIODS)
        for name, values in angles.items()
    }


def _factor(name: str, of_angle: float, of_share: float = 1.0) -> float:
    return of_share if name.startswith(SHARE) else of_angle
