"""The way of a part of the robot to the places of its tasks, and back to what the person does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from understudy.retarget.limits.task_point import TaskPoint

Span = tuple[int, int]
"""First and last frame in which a part is to be at its place."""


@dataclass(frozen=True, eq=False)
class TaskPath:
    """A part's way over T frames.

    Attributes:
        places: (T, 3) [m] where it is to be.
        weights: (T,) [1/m], 0 where it is free.
        shares: (T,) how far it is on its way, from where it would be without a task (0) to its place (1).
    """

    places: np.ndarray
    weights: np.ndarray
    shares: np.ndarray


def task_path(tasks: Sequence[TaskPoint], spans: Sequence[Span], before: np.ndarray, fps: float) -> TaskPath:
    """Return the way of one part through its tasks.

    It leaves its own way, and comes back to it, along curves of least jerk. Where two tasks follow each other
    too soon for that it goes straight from one place to the next. Back on its way it is let go gently, since
    the rest of the body may have come to be elsewhere.

    Args:
        tasks: Tasks of the part, one after the other.
        spans: Their frames.
        before: (T, 3) [m] where the part is without them.
        fps: Frames a second [1/s].
    """
    frames = np.arange(len(before))
    shares, weights, goals = np.zeros(len(before)), np.zeros(len(before)), before.copy()
    for task, (first, last) in zip(tasks, spans, strict=True):
        ease = max(task.ease * fps, 1.0)
        away = np.maximum(np.maximum(first - frames, frames - last), 0) / ease
        share = least_jerk(1.0 - away)
        # Of two tasks, the nearer one has a say.
        nearer = share > shares
        goals[nearer], shares[nearer] = task.place, share[nearer]
        gone = np.clip((frames - last) / ease - 1.0, 0.0, 1.0)
        weights = np.maximum(weights, task.weight * np.where(frames < first, away < 1.0, (1.0 - gone) ** 2))
    for (task, (_, end)), (following, (start, _)) in pairwise(zip(tasks, spans, strict=True)):
        if start - end < (task.ease + following.ease) * fps:
            inside = frames[end : start + 1]
            way = least_jerk((inside - end) / (start - end))[:, None]
            goals[inside] = np.array(task.place) * (1.0 - way) + np.array(following.place) * way
            shares[inside] = 1.0
    return TaskPath(before + shares[:, None] * (goals - before), weights, shares)


def least_jerk(share: np.ndarray) -> np.ndarray:
    """Return how far a movement of least jerk has come (Flash and Hogan 1985) at shares of its time."""
    x = np.clip(share, 0.0, 1.0)
    return x**3 * (10.0 - 15.0 * x + 6.0 * x**2)
