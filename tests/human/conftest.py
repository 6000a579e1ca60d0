"""A made-up body that stands, and one that walks with known contacts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from understudy.human import body_sizes
from understudy.motion import HumanMotion, Recording

STANDING: dict[str, tuple[float, float, float]] = {
    "mid_hip": (0.0, 0.0, 0.92),
    "spine": (0.0, 0.0, 1.05),
    "chest": (0.0, 0.0, 1.22),
    "neck": (0.0, 0.0, 1.45),
    "head": (0.0, 0.0, 1.53),
    "head_top": (0.0, 0.0, 1.72),
    "nose": (0.11, 0.0, 1.58),
}
for _side, _y in (("l", 1.0), ("r", -1.0)):
    STANDING |= {
        f"eye_{_side}": (0.08, 0.03 * _y, 1.62),
        f"ear_{_side}": (0.0, 0.07 * _y, 1.60),
        f"shoulder_{_side}": (0.0, 0.18 * _y, 1.40),
        f"elbow_{_side}": (0.0, 0.18 * _y, 1.12),
        f"wrist_{_side}": (0.0, 0.18 * _y, 0.87),
        f"hip_{_side}": (0.0, 0.09 * _y, 0.90),
        f"knee_{_side}": (0.0, 0.09 * _y, 0.48),
        f"ankle_{_side}": (0.0, 0.09 * _y, 0.07),
        f"heel_{_side}": (-0.05, 0.09 * _y, 0.0),
        f"toe_{_side}": (0.13, 0.09 * _y, 0.025),
    }
"""Landmarks [m] of a body that stands on z = 0, faces x and lets its arms hang."""

LEG = 0.83
PERIOD = 1.1
HEEL_STANCE = 0.45
TOE_STANCE = 0.62
"""Shares of a step's period in which heel and toe are on the floor."""


SWING_LIFT = 0.08
STRIDE = 1.4


def with_sizes(points: Mapping[str, np.ndarray], fps: float) -> HumanMotion:
    """Return a human motion of landmarks (T, 3) with its sizes."""
    human = HumanMotion(tuple(points), np.stack(list(points.values()), axis=1), fps)
    return replace(human, sizes=body_sizes(human))


def walking_foot(time: np.ndarray, phase: float) -> tuple[np.ndarray, np.ndarray]:
    """Return ball and ankle (T, 3) [m] of a foot that stands, rolls off over the ball, and swings."""
    cycles = time / PERIOD + phase
    whole, part = np.floor(cycles), np.mod(cycles, 1.0)
    swing = np.clip((part - TOE_STANCE) / (1.0 - TOE_STANCE), 0.0, 1.0)
    roll = np.clip((part - HEEL_STANCE) / (TOE_STANCE - HEEL_STANCE), 0.0, 1.0)
    # The swing starts and ends abruptly, as at toe-off and heel strike, so that contacts are well defined.
    ball = np.stack(
        [STRIDE * (whole + swing), 0.0 * time, 0.025 + SWING_LIFT * np.sin(np.pi * swing)], axis=1
    )
    pitch = 0.8 * np.where(swing > 0.0, np.cos(0.5 * np.pi * swing) ** 2, roll)
    rear, up = 0.13, 0.045
    ankle = np.stack(
        [-rear * np.cos(pitch) + up * np.sin(pitch), 0.0 * time, rear * np.sin(pitch) + up * np.cos(pitch)],
        axis=1,
    )
    return ball, ball + ankle


def make_walk(fps: float = 120.0, seconds: float = 4.4, size: float = 1.0) -> tuple[HumanMotion, np.ndarray]:
    """Return a walker of a size, and the truth of its contacts (T, 4)."""
    pace = np.sqrt(size)
    time = np.arange(int(seconds * pace * fps)) / fps / pace
    points: dict[str, np.ndarray] = {}
    contacts: list[np.ndarray] = []
    for side, y, phase in (("l", 0.09, 0.0), ("r", -0.09, 0.5)):
        ball, ankle = walking_foot(time, phase)
        points[f"toe_{side}"], points[f"ankle_{side}"] = ball + [0.0, y, 0.0], ankle + [0.0, y, 0.0]
        part = np.mod(time / PERIOD + phase, 1.0)
        contacts += [part <= HEEL_STANCE, part <= TOE_STANCE]
    for side, y in (("l", 0.09), ("r", -0.09)):
        hip = np.stack([STRIDE * time / PERIOD, np.full_like(time, y), np.full_like(time, 0.9)], axis=1)
        points[f"hip_{side}"] = hip
        points[f"knee_{side}"] = hip - [0.0, 0.0, 0.42]
    human = with_sizes({name: size * values for name, values in points.items()}, fps)
    return replace(human, sizes={**human.sizes, "leg": size * LEG}), np.stack(contacts, axis=1)


@pytest.fixture
def standing() -> dict[str, np.ndarray]:
    """Return landmarks (3,) of the standing body."""
    return {name: np.array(point) for name, point in STANDING.items()}


@pytest.fixture
def human_of() -> Callable[[Mapping[str, np.ndarray], float], HumanMotion]:
    """Return the maker of human motions from landmarks (T, 3)."""
    return with_sizes


@pytest.fixture
def walk() -> Callable[..., tuple[HumanMotion, np.ndarray]]:
    """Return the maker of walkers with known contacts."""
    return make_walk


@pytest.fixture
def recording_of() -> Callable[[Mapping[str, np.ndarray]], Recording]:
    """Return a maker of recordings whose points (T, 3) are named for their landmarks."""

    def make(points: Mapping[str, np.ndarray]) -> Recording:
        stacked = np.stack(list(points.values()), axis=1)
        return Recording(tuple(points), stacked, 30.0, landmark_points={name: (name,) for name in points})

    return make
