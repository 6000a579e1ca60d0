"""One valid example of each noun, with every field filled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from understudy.motion import (
    Evaluation,
    HumanMotion,
    Metric,
    ObjectMotion,
    Provenance,
    Readings,
    Recording,
    RobotMotion,
    Rollout,
    Subject,
)
from understudy.motion.composition import Composition
from understudy.motion.primitives import Primitives

FRAMES = 5
HISTORY = Provenance("walk.bvh", "ab" * 32).then("clean", cutoff=6.0, names=("a", "b"))
Noun = Recording | HumanMotion | RobotMotion | Rollout | Evaluation | Primitives | Composition


def recording(**changes: Any) -> Recording:
    fields: dict[str, Any] = {
        "names": ("Hips", "LeftLeg"),
        "points": np.arange(FRAMES * 6.0).reshape(FRAMES, 2, 3),
        "fps": 120.0,
        "valid": np.array([[True, True]] * FRAMES),
        "rotations": np.tile([1.0, 0.0, 0.0, 0.0], (FRAMES, 2, 1)),
        "landmark_points": {"mid_hip": ("Hips",), "knee_l": ("LeftLeg", "Hips")},
        "reference_points": np.ones((2, 3)),
        "reference_rotations": np.tile([0.0, 1.0, 0.0, 0.0], (2, 1)),
        "contacts": np.eye(FRAMES, 4, dtype=bool),
        "objects": {"box": ("LeftLeg", "Hips")},
        "subject": Subject(height=1.7, sex="female"),
        "dialect": "BVH (CMU)",
        "notes": ("Lengths are in inches.",),
        "provenance": HISTORY,
    }
    return Recording(**fields | changes)


def object_motion(**changes: Any) -> ObjectMotion:
    known = np.arange(FRAMES) != 2
    fields: dict[str, Any] = {
        "positions": np.where(known[:, None], 0.5, np.nan) * np.ones((FRAMES, 3)),
        "quaternions": np.where(known[:, None], 0.5, np.nan) * np.ones((FRAMES, 4)),
        "valid": known,
        "residuals": np.where(known, 0.001, np.nan),
    }
    return ObjectMotion(**fields | changes)


def human_motion(**changes: Any) -> HumanMotion:
    points = np.zeros((FRAMES, 3, 3))
    points[:, 1, 2] = -0.4
    points[:, 2, 0] = 2.0
    fields: dict[str, Any] = {
        "names": ("hip_l", "knee_l", "hip_r"),
        "landmarks": points,
        "fps": 100.0,
        "valid": np.ones((FRAMES, 3), dtype=bool),
        "frames": {"pelvis": np.tile([1.0, 0.0, 0.0, 0.0], (FRAMES, 1))},
        "contacts": np.eye(FRAMES, 4, dtype=bool),
        "sizes": {"leg": 0.8},
        "objects": {"cup": object_motion(), "box": object_motion()},
        "provenance": HISTORY,
    }
    return HumanMotion(**fields | changes)


def robot_motion(**changes: Any) -> RobotMotion:
    q = np.zeros((FRAMES, 9))
    q[:, 3] = 1.0
    q[:, 8] = np.linspace(0.0, 1.0, FRAMES)
    fields: dict[str, Any] = {
        "robot": "nao",
        "method": "track",
        "joints": ("LKnee", "RKnee"),
        "q": q,
        "fps": 50.0,
        "status": np.arange(FRAMES),
        "contacts": np.eye(FRAMES, 4, dtype=bool),
        "provenance": HISTORY,
    }
    return RobotMotion(**fields | changes)


def rollout(**changes: Any) -> Rollout:
    fields: dict[str, Any] = {
        "robot": "nao",
        "joints": ("LKnee", "RKnee"),
        "time": np.linspace(0.0, 0.4, FRAMES),
        "q": np.ones((FRAMES, 2)),
        "reference": np.full((FRAMES, 2), 0.5),
        "torques": np.full((FRAMES, 2), 3.0),
        "energy": np.full(FRAMES, 0.25),
        "contact_force": np.full(FRAMES, 40.0),
        "depth": np.linspace(0.0, 0.001, FRAMES),
        "contacts": np.eye(FRAMES, 4, dtype=bool),
        "mode": "dynamic",
        "base": "fixed",
        "controller": "pd",
        "ending": "it diverged",
        "model": "ab" * 32,
        "senses": {
            "imu/gyroscope": Readings(np.arange(3.0), np.zeros((3, 3)), "rad/s"),
            "eye/left": Readings(np.arange(2.0), np.zeros((2, 2, 2, 3), dtype=np.uint8)),
        },
        "provenance": HISTORY,
    }
    return Rollout(**fields | changes)


def evaluation(**changes: Any) -> Evaluation:
    fields: dict[str, Any] = {
        "robot": "nao",
        "method": "track",
        "fps": 50.0,
        "metrics": (
            Metric("direction/thigh_l", "rad", {"median": 0.01, "p95": np.nan}, np.linspace(0, 1, FRAMES)),
            Metric("limits/position", "rad", {"frames": 3}),
        ),
        "provenance": HISTORY,
    }
    return Evaluation(**fields | changes)


def primitives(**changes: Any) -> Primitives:
    fields: dict[str, Any] = {
        "library": "mine",
        "frequencies": np.array([0.0, 2.0]),
        "phases": np.array([0.0, -0.5 * np.pi]),
        "samples": np.linspace(-1.0, 1.0, 5)[None],
        "seconds": 0.1,
        "provenance": HISTORY,
    }
    return Primitives(**fields | changes)


def composition(**changes: Any) -> Composition:
    fields: dict[str, Any] = {
        "robot": "nao",
        "joints": ("a", "b"),
        "fps": 50.0,
        "frame_count": FRAMES,
        "window": 4,
        "hop": 3,
        "primitives": primitives(),
        "weights": np.arange(12.0).reshape(2, 3, 2),
        "residual": np.full((2, 2), 0.01),
        "energy": np.ones((2, 2)),
        "root": np.tile([0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0], (FRAMES, 1)),
        "clock": "absolute",
        "smoothing": "pi",
        "proportional": 0.15,
        "integral": 1e-5,
        "model": "ab" * 32,
        "provenance": HISTORY,
    }
    return Composition(**fields | changes)


MAKERS: dict[str, Callable[..., Noun]] = {
    "recording": recording,
    "human_motion": human_motion,
    "robot_motion": robot_motion,
    "rollout": rollout,
    "evaluation": evaluation,
    "primitives": primitives,
    "composition": composition,
}


@pytest.fixture(params=sorted(MAKERS))
def make_noun(request: pytest.FixtureRequest) -> Callable[..., Noun]:
    """Return the maker of each noun in turn; keyword arguments replace its fields."""
    return MAKERS[request.param]


@pytest.fixture
def make_recording() -> Callable[..., Recording]:
    """Return the maker of a valid recording; keyword arguments replace its fields."""
    return recording


@pytest.fixture
def make_human() -> Callable[..., HumanMotion]:
    """Return the maker of a valid human motion."""
    return human_motion


@pytest.fixture
def make_object() -> Callable[..., ObjectMotion]:
    """Return the maker of a valid object motion, whose pose is not known in frame 2."""
    return object_motion


@pytest.fixture
def make_robot_motion() -> Callable[..., RobotMotion]:
    """Return the maker of a valid robot motion."""
    return robot_motion


@pytest.fixture
def make_rollout() -> Callable[..., Rollout]:
    """Return the maker of a valid rollout."""
    return rollout


@pytest.fixture
def make_evaluation() -> Callable[..., Evaluation]:
    """Return the maker of a valid evaluation."""
    return evaluation
