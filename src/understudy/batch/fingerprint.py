"""Short names for all that a result depends on, so that one is only ever used again where it still holds."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import understudy
from understudy.robots import Robot
from understudy.robots.derive_anatomical import anatomical_table

_LENGTH = 16


def fingerprint(**parts: Any) -> str:
    """Return sixteen letters that stand for JSON-serialisable parts, for the version and for its sources."""
    own = {"version": understudy.__version__, "code": _code_digest()}
    text = json.dumps(parts | own, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


def robot_digest(robot: Robot) -> str:
    """Return a hash of what a robot's motion depends on: its model, limits, landmarks and angles."""
    digest = hashlib.sha256(repr((robot.joints, sorted(anatomical_table(robot).items()))).encode())
    for name in sorted(dir(robot.model)):
        array = None if name.startswith("_") else getattr(robot.model, name)
        if isinstance(array, np.ndarray):
            digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    for array in (robot.home, robot.lower, robot.upper, robot.velocity, robot.acceleration):
        digest.update(np.ascontiguousarray(array).tobytes())
    for name, place in sorted(robot.landmarks.items()):
        digest.update(f"{name} {place.body}".encode() + place.point.tobytes())
    for name, frame in sorted(robot.frames.items()):
        digest.update(f"{name} {frame.body}".encode() + frame.offset.tobytes())
    return digest.hexdigest()


@cache
def _code_digest() -> str:
    """Return a hash of the package's own sources: other code may give other numbers."""
    digest = hashlib.sha256()
    root = Path(understudy.__file__).parent
    for source in sorted(root.rglob("*.py")):
        digest.update(str(source.relative_to(root)).encode() + source.read_bytes())
    return digest.hexdigest()
