"""Angles of NAO's arms from a skeleton, as the thesis's program finds them (Bartholomew 2014, Appendix A).

The body is squared up by the line of the shoulders, turned back by the shoulder's pitch and roll, and the
elbow's yaw and roll are what is left. The program's axes are depth, right and height with the person facing
the camera, so depth is backwards; left and right are the person's, which the program sets right by hand.

An arm out to the side has no pitch, and a straight one no yaw: noise would turn them about. There, unlike in
the program, the last angle is kept; and angles that pass half a turn go on instead of jumping.
"""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion

LEAST = np.sin(np.radians(12.0))
"""Share of an arm or forearm across its own axis under which the angle about that is not defined."""


def arm_angles(human: HumanMotion) -> np.ndarray:
    """Return (T, 8) [rad] in the order of ``published.JOINTS``.

    Raises:
        InvalidMotionError: Where an arm is not seen throughout.
    """
    points = {}
    for name in ("shoulder", "elbow", "wrist"):
        for side in "lr":
            found, known = human.landmark(f"{name}_{side}")
            if not known.all():
                raise InvalidMotionError(
                    f"{name}_{side} is not seen in every frame, expected both arms throughout"
                )
            points[f"{name}_{side}"] = found
    across = points["shoulder_r"] - points["shoulder_l"]
    # Depth is -x and right is -y of a person who faces the camera along x.
    square = np.arctan2(across[:, 0], -across[:, 1])
    angles = [_arm(points, side, square) for side in "lr"]
    return np.concatenate(angles, axis=1)


def _arm(points: dict[str, np.ndarray], side: str, square: np.ndarray) -> np.ndarray:
    """Return (T, 4) shoulder pitch and roll, elbow yaw and roll [rad] of one arm."""
    bicep = _squared(points[f"elbow_{side}"] - points[f"shoulder_{side}"], square)
    forearm = _squared(points[f"wrist_{side}"] - points[f"elbow_{side}"], square)
    swing = np.hypot(bicep[0], bicep[2])
    pitch = _held(np.arctan2(-bicep[2], -bicep[0]), swing > LEAST * np.hypot(swing, bicep[1]))
    bicep_depth, _ = _turned(bicep[0], bicep[2], pitch)
    depth, height = _turned(forearm[0], forearm[2], pitch)
    roll = np.arctan2(-bicep[1], -bicep_depth)
    depth, right = _turned(depth, forearm[1], roll)
    yaw = np.arctan2(-height, right) if side == "l" else np.arctan2(height, -right)
    yaw = _held(yaw, np.hypot(right, height) > LEAST * np.sqrt(depth**2 + right**2 + height**2))
    level = np.cos(yaw) * right - np.sin(yaw) * height
    return np.stack([pitch, roll, yaw, np.arctan2(-level, -depth)], axis=1)


def _held(angles: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return angles (T,) in which unknown ones are the last known one, before the first one that."""
    seen = np.flatnonzero(known)
    if not len(seen):
        return np.zeros(len(angles))
    last = np.searchsorted(seen, np.arange(len(angles)), side="right") - 1
    kept = np.unwrap(angles[seen])
    kept -= 2.0 * np.pi * np.round(np.median(kept) / (2.0 * np.pi))
    return kept[np.maximum(last, 0)]


def _squared(vectors: np.ndarray, square: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return depth, right and height (T,) of vectors (T, 3), the shoulders square to the camera."""
    depth, right = _turned(-vectors[:, 0], -vectors[:, 1], square)
    return depth, right, vectors[:, 2]


def _turned(first: np.ndarray, second: np.ndarray, angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return two components in axes turned by an angle, by the transposed rotation."""
    return (
        np.cos(angle) * first + np.sin(angle) * second,
        -np.sin(angle) * first + np.cos(angle) * second,
    )
