"""A made-up walker whose floor can be put anywhere, and the built-in motions with known faults."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.motion import Recording

LEG = 0.83
BALL = 0.0295 * LEG
ANKLE = 0.0794 * LEG
"""Heights [m] of a standing foot's landmarks."""

_PERIOD = 1.1
_STANCE = 0.62
_CROUCH = 0.62
"""Height of the hips above the ankles [m], low enough that the feet are in reach all the time."""


def foot_way(time: np.ndarray, phase: float, stride: float, lift: float) -> np.ndarray:
    """Return (T, 3) [m] of a ball of the foot that rests, swings, and rests further on."""
    cycles = time / _PERIOD + phase
    whole, part = np.floor(cycles), np.mod(cycles, 1.0)
    swing = np.clip((part - _STANCE) / (1.0 - _STANCE), 0.0, 1.0)
    forward = stride * (whole + 0.5 - 0.5 * np.cos(np.pi * swing) - phase)
    return np.stack([forward, 0.0 * time, lift * np.sin(np.pi * swing) ** 2], axis=1)


def knee_of(hip: np.ndarray, ankle: np.ndarray) -> np.ndarray:
    """Return (T, 3) [m] the knee between thigh and shin of half a leg each, bent forward."""
    line = ankle - hip
    bend = np.sqrt((0.5 * LEG) ** 2 - 0.25 * np.sum(line**2, axis=1, keepdims=True))
    sideways = np.cross(line, [0.0, 1.0, 0.0])
    return 0.5 * (hip + ankle) - bend * sideways / -np.linalg.norm(sideways, axis=1, keepdims=True)


def make_walker(
    frame_count: int = 400, fps: float = 100.0, stride: float = 1.4, lift: float = 0.1, flight: float = 0.0
) -> Recording:
    """Return a walker on the floor z = 0 along x; ``flight`` [m] lifts the whole body twice in the clip."""
    time = np.arange(frame_count) / fps
    up = np.maximum(0.0, np.sin(2.0 * np.pi * time / time[-1] * 2.0) - 0.6) / 0.4 * flight
    points: dict[str, np.ndarray] = {}
    for side, y, phase in (("l", 0.09, 0.0), ("r", -0.09, 0.5)):
        ball = foot_way(time, phase, stride, lift) + [0.13, y, BALL]
        points[f"toe_{side}"] = ball
        points[f"ankle_{side}"] = ball + [-0.13, 0.0, ANKLE - BALL]
    middle = 0.5 * (points["ankle_l"][:, 0] + points["ankle_r"][:, 0])
    for side, y in (("l", 0.09), ("r", -0.09)):
        hip = np.stack([middle, np.full_like(time, y), np.full_like(time, ANKLE + _CROUCH)], axis=1)
        points[f"hip_{side}"] = hip
        points[f"knee_{side}"] = knee_of(hip, points[f"ankle_{side}"])
        points[f"shoulder_{side}"] = hip + [0.0, y, 0.48]
    stacked = np.stack(list(points.values()), axis=1)
    stacked[..., 2] += up[:, None]
    return recording_of(tuple(points), stacked, fps)


def recording_of(names: tuple[str, ...], points: np.ndarray, fps: float) -> Recording:
    """Return a recording whose points are named for the landmarks that they are."""
    return Recording(names, points, fps, landmark_points={name: (name,) for name in names})


@pytest.fixture
def walker() -> Callable[..., Recording]:
    """Return the maker of walkers."""
    return make_walker


@pytest.fixture
def lying() -> Callable[..., Recording]:
    """Return a maker of bodies on their back with kicking legs, joints ``depth`` [m] above z = 0."""

    def make(depth: float = 0.055 * 1.685, size: float = 1.0) -> Recording:
        time = np.linspace(0.0, 3.0, 90)
        kick = 0.2 * np.maximum(0.0, np.sin(4.0 * time))
        points: dict[str, np.ndarray] = {}
        for side, y in (("l", 0.09), ("r", -0.09)):
            for name, x, lift in (
                ("shoulder", -0.48, 0),
                ("hip", 0, 0),
                ("knee", 0.41, 1),
                ("ankle", 0.83, 0.5),
            ):
                points[f"{name}_{side}"] = np.stack(
                    [np.full_like(time, x), np.full_like(time, y), depth + lift * kick], axis=1
                )
        return recording_of(tuple(points), size * np.stack(list(points.values()), axis=1), 30.0)

    return make


@pytest.fixture(scope="session")
def recovery() -> ModuleType:
    """Return the benchmark that spoils motions and measures how well they are recovered."""
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "clean_recovery.py"
    spec = importlib.util.spec_from_file_location("clean_recovery", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def walk(recovery: ModuleType) -> Recording:
    """Return the built-in walk as canonical landmarks."""
    return recovery.landmarks_of("walk")


@pytest.fixture(scope="session")
def kicking(recovery: ModuleType) -> Recording:
    """Return the built-in kicking infant as canonical landmarks."""
    return recovery.landmarks_of("infant_kicking")
