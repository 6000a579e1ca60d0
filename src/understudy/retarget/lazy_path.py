"""Paths that follow another one lazily: within some play of it, as its mean over time, or as it last was."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import lean_kernel


def follow_with_play(path: np.ndarray, play: float) -> np.ndarray:
    """Return a lazy path (T, N) that stays within ``play`` of another one and moves no more than it must.

    The mean of two followers that start in the origin, one forwards and one backwards in time: a path that
    never leaves the play about the origin leaves both there.
    """
    out = np.zeros(path.shape)
    if (np.einsum("tn,tn->t", path, path) > play**2).any():
        drag(np.ascontiguousarray(path), play, np.zeros(path.shape[1]), out)
    return out


def slow_mean(path: np.ndarray, judged: np.ndarray, window: int) -> np.ndarray:
    """Return a path's (S, N) mean over so many frames before and after, of those that are judged."""
    total, frames = np.zeros((len(path) + 1, path.shape[1])), np.arange(len(path))
    low, high = np.maximum(frames - window, 0), np.minimum(frames + window + 1, len(path))
    if judged.all():
        # Most stances are seen as a whole, and this is asked of each of them several times.
        np.cumsum(path, axis=0, out=total[1:])
        return (total[high] - total[low]) / (high - low)[:, None]
    np.cumsum(np.where(judged[:, None], path, 0.0), axis=0, out=total[1:])
    count = np.concatenate([[0], np.cumsum(judged)])
    number = (count[high] - count[low])[:, None]
    mean = (total[high] - total[low]) / np.maximum(number, 1)
    return mean[nearest_where(number[:, 0] > 0)]


def nearest_where(holds: np.ndarray) -> np.ndarray:
    """Return for each frame the nearest one in which something holds (T,); itself where it never does."""
    frames, found = np.arange(len(holds)), np.flatnonzero(holds)
    if len(found) in (0, len(holds)):
        return frames
    after = np.clip(np.searchsorted(found, frames), 0, len(found) - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.abs(found[before] - frames) <= np.abs(found[after] - frames)
    return np.where(nearer, found[before], found[after])


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
