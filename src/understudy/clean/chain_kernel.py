"""The compiled kernel that finds jumps in long takes, as ``jumps`` does in short ones."""

from __future__ import annotations

import numpy as np

from understudy.clean.chain import LEFT_OUT, SKIP
from understudy.clean.jumps import DEVIATIONS, ROUNDS
from understudy.clean.local_velocity import HALF_WINDOW
from understudy.clean.sorted_window import middle, put_in, take_out
from understudy.kernels.compilation import inner_kernel, kernel


@kernel
def find_chains(
    rows: np.ndarray,
    seen: np.ndarray,
    kept: np.ndarray,
    step: float,
    allowance: float,
    reach: int,
    price: float,
) -> None:
    """Set ``kept`` (K, T) to the frames of each point (K, T, 3) that make up its motion."""
    frames = seen.shape[1]
    velocity, allowed = np.empty((frames, 3)), np.empty(frames)
    for k in range(len(rows)):
        for _ in range(ROUNDS):
            _local_velocity(rows[k], kept[k], step, velocity, allowed)
            for t in range(frames):
                allowed[t] = DEVIATIONS * allowed[t] + allowance
            _longest_chain(rows[k], seen[k], velocity, allowed, step, reach, price, kept[k])


@inner_kernel
def _local_velocity(
    row: np.ndarray, kept: np.ndarray, step: float, velocity: np.ndarray, deviation: np.ndarray
) -> None:
    """Set ``velocity`` (T, 3) to medians of the steps around frames, ``deviation`` (T,) to theirs [m/s]."""
    frames = len(row)
    order = np.empty(frames, dtype=np.int64)
    last = -1
    for t in range(frames):
        deviation[t] = 0.0
        for a in range(3):
            velocity[t, a] = 0.0
        if kept[t]:
            last += 1
            order[last] = t
    if last < 1:
        return
    steps = np.empty((last, 3))
    for i in range(last):
        for a in range(3):
            steps[i, a] = (row[order[i + 1], a] - row[order[i], a]) / ((order[i + 1] - order[i]) * step)
    windows, squares = np.empty((3, 2 * HALF_WINDOW)), np.empty(2 * HALF_WINDOW)
    first, stop, after = 0, 0, 0
    for t in range(frames):
        while after < last and order[after] < t:
            after += 1
        # Sorted windows slide along: a step leaves, another enters, the others keep their order.
        while first < after - HALF_WINDOW:
            for a in range(3):
                take_out(windows[a], stop - first, steps[first, a])
            first += 1
        while stop < min(last, after + HALF_WINDOW):
            for a in range(3):
                put_in(windows[a], stop - first, steps[stop, a])
            stop += 1
        for a in range(3):
            velocity[t, a] = middle(windows[a], stop - first)
        for i in range(stop - first):
            square = 0.0
            for a in range(3):
                square += (steps[first + i, a] - velocity[t, a]) ** 2
            put_in(squares, i, square)
        # The lower of two middle ones bears with three jumps in a window.
        deviation[t] = np.sqrt(squares[(stop - first - 1) // 2])


@inner_kernel
def _longest_chain(
    row: np.ndarray,
    seen: np.ndarray,
    velocity: np.ndarray,
    allowed: np.ndarray,
    step: float,
    reach: int,
    price: float,
    kept: np.ndarray,
) -> None:
    """Set ``kept`` (T,) to the chain that keeps most seen frames, less ``price`` for each break.

    ``score[t]`` is the value of the best chain that ends at t and ``before[t]`` its last frame before t.
    """
    frames = len(row)
    score, before = np.empty(frames), np.empty(frames, dtype=np.int64)
    best = -1
    for t in range(frames):
        kept[t] = False
        score[t], before[t] = 0.0, -1
        if not seen[t]:
            continue
        score[t] = 1.0
        if best >= 0 and score[best] - price > 0.0:
            score[t] += score[best] - price
            before[t] = best
        left_out = -1
        for s in range(t - 1, max(-1, t - 1 - reach), -1):
            left_out += seen[s]
            value = score[s] + 1.0 - (SKIP if left_out > 0 else 0.0)
            if not seen[s] or value <= score[t]:
                continue
            time = (t - s) * step
            square = 0.0
            for a in range(3):
                square += (row[t, a] - row[s, a] - 0.5 * (velocity[s, a] + velocity[t, a]) * time) ** 2
            leeway = time - (1.0 - LEFT_OUT) * step * left_out
            if square <= (leeway * max(allowed[s], allowed[t])) ** 2:
                score[t] = value
                before[t] = s
                if score[s] >= score[best]:
                    break
        if best < 0 or score[t] >= score[best]:
            best = t
    while best >= 0:
        kept[best] = True
        best = before[best]
