"""What of a motion could not be performed: forces that nothing gives, and a path that had to be left."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.kinematics.force_cones import ROOT
from understudy.retarget.physics.forces import Forces

STEP = "physics"
"""Of the history."""

TOLD = {"ground": 0.05, "motors": 0.05, "hips": 0.1}
"""What is told: shares of body weight and of a torque that nothing gives, and a distance [m]."""


def given_up(forces: Forces, q: np.ndarray, path: np.ndarray) -> dict[str, float]:
    """Return how much of what poses (T, Q) need nothing gives, how far hips are off, and when that is most.

    Shares of body weight and of a motor's torque, metres, and seconds.

    Args:
        forces: What floor and motors give.
        q: The poses; a free root comes first.
        path: (T, 3) [m] where hips should be.
    """
    left = forces.left(q)
    if not len(left):
        return {}
    fps = forces.points.fps
    found = {"ground": np.linalg.norm(left[:, :ROOT], axis=1)}
    if left.shape[1] > ROOT:
        found["motors"] = np.abs(left[:, ROOT:]).max(axis=1)
    off = q[1:-1, :3] - path[1:-1, :3]
    found["hips"] = np.linalg.norm(off - np.median(off, axis=0), axis=1)
    most = {name: (float(values.max()), int(values.argmax())) for name, values in found.items()}
    return {name: value for name, (value, _) in most.items()} | {
        f"{name}_at": (frame + 1) / fps for name, (_, frame) in most.items()
    }


def tell_given_up(found: dict[str, float], say: Callable[[str], None] | None) -> None:
    """Say in a sentence what had to be given up, if that is more than is left anywhere."""
    words = {
        "ground": lambda value: f"nothing gives {100.0 * value:.0f} % of body weight",
        "motors": lambda value: f"a motor is {100.0 * value:.0f} % over its torque",
        "hips": lambda value: f"hips are {100.0 * value:.0f} cm off the person's way",
    }
    told = [
        f"{word(found[name])} at {found[f'{name}_at']:.2f} s"
        for name, word in words.items()
        if found.get(name, 0.0) > TOLD[name]
    ]
    if told and say is not None:
        say(f"physics: not all of the motion can be performed: at most, {'; '.join(told)}")
