"""One person followed through frames that may show several, or none.

Estimators list people in any order, frame by frame, and now and then see somebody who is not there. Of
all ways to take one person or nobody in each frame, the best shows the most points and jumps the least
(found by dynamic programming): a passer-by does not take over while the person is hidden, and neither does
a half-seen body beside the whole one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.keypoints.take import is_seen

MAX_PEOPLE = 20
"""Of more people in a frame, and of more beginnings of a way, only the best are considered."""

SWITCH_FRAMES = 200.0
"""A jump to another body costs as much as this many frames of a whole body are worth."""

_OTHER_BODY = 0.7
"""A mean way of all points [body sizes] from frame to frame that makes it another body."""

_SMALLEST = 1e-100
"""Stands for the size of bodies without extent, so that it can be divided by."""

_GAP_GROWTH, _MAX_GAP_GROWTH = 0.1, 3.0
"""With each frame in which nobody was taken a body may have gone further, up to three times as far."""


def follow(people: Sequence[Sequence[np.ndarray]], size: int) -> tuple[np.ndarray, list[str]]:
    """Return the person who is followed, and sentences that say how.

    Args:
        people: For each of T frames the people (K, 4) in it: x, y, z, confidence; NaN where not seen.
        size: K.

    Returns:
        (T, K, 4) with NaN where the person was not seen.
    """
    visible = [[person for person in frame if is_seen(person).any()] for frame in people]
    followed = np.full((len(people), size, 4), np.nan)
    crowd = max(len(frame) for frame in visible)
    if crowd <= 1:
        for t, frame in enumerate(visible):
            followed[t] = frame[0] if frame else np.nan
        return followed, []
    for t, index in _best_way(visible, size):
        followed[t] = visible[t][index]
    several = sum(len(frame) > 1 for frame in visible)
    note = (
        f"{several} of {len(people)} frames show several people, up to {crowd}; the one who shows the most "
        f"points and moves most steadily is followed, in {is_seen(followed).any(axis=1).sum()} frames."
    )
    return followed, [note]


def _best_way(frames: Sequence[Sequence[np.ndarray]], size: int) -> list[tuple[int, int]]:
    """Return frame and index of the person to take, for each frame in which one is taken."""
    places = [person[is_seen(person), :3] for frame in frames for person in frame]
    scale = max(float(np.median([np.linalg.norm(np.ptp(each, axis=0)) for each in places])), _SMALLEST)
    # Each of the best ways so far is told by the last person taken (K, 3), the frame in which that was, what
    # the way is worth in points, and its last step. A step knows its frame, its person and the step before.
    people, taken, scores, ends = np.empty((0, size, 3)), np.empty(0, int), np.empty(0), np.empty(0, int)
    steps: list[tuple[int, int, int]] = []
    for t, frame in enumerate(frames):
        if not frame:
            continue
        counts = np.array([is_seen(person).sum() for person in frame], dtype=np.float64)
        order = np.argsort(-counts, kind="stable")[:MAX_PEOPLE]
        current = np.stack([frame[index][:, :3] for index in order])
        going_on = scores[:, None] - _costs(people, t - taken, current, scale)
        totals = np.concatenate([np.zeros((1, len(order))), going_on])
        before = np.concatenate([[-1], ends])[totals.argmax(axis=0)]
        fresh = np.arange(len(steps), len(steps) + len(order))
        steps += [(t, int(index), int(step)) for index, step in zip(order, before, strict=True)]
        scores = np.concatenate([counts[order] + totals.max(axis=0), scores])
        best = np.argsort(-scores, kind="stable")[: 2 * MAX_PEOPLE]
        people, taken, scores, ends = (
            np.concatenate([current, people])[best],
            np.concatenate([np.full(len(order), t), taken])[best],
            scores[best],
            np.concatenate([fresh, ends])[best],
        )
    chosen = []
    end = int(ends[scores.argmax()])
    while end >= 0:
        t, index, end = steps[end]
        chosen.append((t, index))
    return chosen


def _costs(people: np.ndarray, waited: np.ndarray, current: np.ndarray, scale: float) -> np.ndarray:
    """Return (S, P) what it costs to go on from people (S, K, 3) to others (P, K, 3), in points.

    Args:
        people: Where people were.
        waited: (S,) how many frames ago.
        current: Where people are.
        scale: The size of a body, in the file's unit.
    """
    way = np.linalg.norm(current[None] - people[:, None], axis=-1)
    shared = np.isfinite(way)
    count = shared.sum(axis=-1)
    mean = np.where(shared, way, 0.0).sum(axis=-1) / np.maximum(count, 1)
    reach = np.minimum(1.0 + _GAP_GROWTH * (waited - 1), _MAX_GAP_GROWTH)
    jump = mean / (scale * _OTHER_BODY * reach[:, None])
    # The fourth power leaves ordinary motion free and yet parts bodies that stand side by side.
    share = np.where(count > 0, np.minimum(jump, 1.0) ** 4, 1.0)
    return SWITCH_FRAMES * current.shape[1] * share
