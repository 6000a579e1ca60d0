"""People side by side in one MuJoCo model, at ease, to be looked at."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.human.human import Human

_AT_EASE = {"LSy": 0.17, "RSy": -0.17, "LEx": 0.2, "REx": 0.2}
_RELAXED_FINGERS = {"MCPy": 0.25, "PIPy": 0.35, "DIPy": 0.2}
_SPACE = 0.46
"""Room that a person takes to the side, as a share of height, and the least room [m]."""
_LEAST_SPACE = 0.10


def at_ease(human: Human) -> np.ndarray:
    """Return coordinates (nq,) of a person who stands with relaxed arms and fingers."""
    angles = dict(_AT_EASE)
    for side in "LR":
        for finger in ("Index", "Middle", "Ring", "Little"):
            angles |= {f"{side}{finger}{joint}": angle for joint, angle in _RELAXED_FINGERS.items()}
    pose = human.home.copy()
    for name, angle in angles.items():
        if f"{name}_joint" in human.joints:
            pose[7 + human.joints.index(f"{name}_joint")] = angle
    return pose


def line_up(humans: Sequence[Human]) -> tuple[mujoco.MjModel, np.ndarray]:
    """Return a model of people who stand side by side and face x, and its coordinates.

    The first stands at the left of who looks at them.
    """
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    poses = []
    spaces = [_LEAST_SPACE + _SPACE * human.height for human in humans]
    left = -0.5 * sum(spaces)
    for index, (human, space) in enumerate(zip(humans, spaces, strict=True)):
        spec.attach(human.spec(), prefix=f"{index}_", frame=spec.worldbody.add_frame())
        pose = at_ease(human)
        pose[1] = left + 0.5 * space
        left += space
        poses.append(pose)
    return spec.compile(), np.concatenate(poses)
