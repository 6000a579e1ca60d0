"""A path that follows another one lazily: it stays within some play of it and moves no more than it must."""

from __future__ import annotations

import math

import numpy as np

from understudy.kinematics.compilation import lean_kernel


def follow_with_play(path: np.ndarray, play: float) -> np.ndarray:
    """Return a lazy path (T, N) that stays within ``play`` of another one and moves no more than it must.

    The mean of two followers that start in the origin, one forwards and one backwards in time: a path that
    never leaves the play about the origin leaves both there.
    """
    out = np.zeros(path.shape)
    if (np.einsum("tn,tn->t", path, path) > play**2).any():
        drag(np.ascontiguousarray(path), play, np.zeros(path.shape[1]), out)
    return out


@lean_kernel
def drag(path: np.ndarray, play: float, at: np.ndarray, out: np.ndarray) -> None:
    """Add to ``out`` (T, N) half of each follower; ``at`` (N,) is a buffer."""
    frames, size = path.shape
    for way in range(2):
        for i in range(size):
            at[i] = 0.0
        for step in range(frames):
            frame = step if way == 0 else frames - 1 - step
            square = 0.0
            for i in range(size):
                square += (path[frame, i] - at[i]) ** 2
            distance = math.sqrt(square)
            share = 1.0 - play / distance if distance > play else 0.0
            for i in range(size):
                at[i] += share * (path[frame, i] - at[i])
                out[frame, i] += 0.5 * at[i]
