"""Frames in which a point has jumped to where it cannot have been.

A point that jumps leaves the way that it was on, and mostly comes back to it. Two frames lie on one way if
the step between them differs from the steps around it by no more than those differ among each other, plus
an allowance. The largest chain of frames, each on one way with the next, is the motion; frames left out
of it are jumps. A jump from which a point does not return for long breaks the chain, at a price, and both
sides are kept: a cut in the take is no noise.

Frames are compared with the local velocity, a median of steps: a jump there and back adds two opposite
steps, which leave a median nearly where it was. Velocities are found once more without the frames that were
left out, and the chain with them.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.sorted_window import middle, put_in, take_out
from understudy.kinematics.compilation import announced_compilation, inner_kernel, kernel

ALLOWANCE = 3.0
"""How much faster [m/s] a step may be than those around it allow, for an adult."""

_DEVIATIONS = 4.0
"""Steps may differ from the local velocity by this many times their median deviation from it."""

_HALF_WINDOW = 6
"""Steps on either side of a frame that make up its local velocity."""

_REACH = 0.5
"""Longest time [s] over which a chain reaches from one frame to the next."""

_BREAK = 0.25
"""Price of breaking the chain, as the frames of so many seconds: shorter excursions are left out."""

_LEFT_OUT = 0.4
"""Share of a frame's allowance that a frame adds which was seen and is left out. One that was not seen adds
all of it, since nobody knows what happened there."""

_SKIP = 0.5
"""Price of leaving frames out, in frames: of two ways to leave out as many, the one with fewer pieces."""

_ROUNDS = 2


def find_jumps(points: np.ndarray, valid: np.ndarray, fps: float, scale: float = 1.0) -> np.ndarray:
    """Return (T, K) bool, True where a point was seen where it cannot have been.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        fps: Frames a second [1/s].
        scale: Speeds of this person in relation to an adult's.
    """
    jumped = np.zeros(valid.shape, dtype=bool)
    allowance = ALLOWANCE * scale
    suspects = np.flatnonzero(_sharpest_turns(points, valid, fps) > allowance)
    if len(suspects) == 0:
        return jumped
    rows = np.ascontiguousarray(np.nan_to_num(points[:, suspects]).transpose(1, 0, 2))
    seen = np.ascontiguousarray(valid[:, suspects].T)
    reach, price = max(2, round(_REACH * fps)), max(2.0, _BREAK * fps)
    kept = seen.copy()
    with announced_compilation(_find_chains):
        _find_chains(rows, seen, kept, 1.0 / fps, allowance, reach, price)
    jumped[:, suspects] = (seen & ~kept).T
    return jumped


def _sharpest_turns(points: np.ndarray, valid: np.ndarray, fps: float) -> np.ndarray:
    """Return (K,) [m/s] the largest change of velocity from one step between seen frames to the next.

    Most points of most takes have none that could be a jump, and need no further look.
    """
    sharpest = np.zeros(points.shape[1])
    for k in range(points.shape[1]):
        frames = np.flatnonzero(valid[:, k])
        if len(frames) >= 2:
            velocities = np.diff(points[frames, k], axis=0) * (fps / np.diff(frames))[:, None]
            turns = np.linalg.norm(np.diff(velocities, axis=0), axis=1)
            # With two frames there is no turn, yet one of them may have jumped.
            sharpest[k] = turns.max() if len(turns) else np.linalg.norm(velocities)
    return sharpest


@kernel
def _find_chains(
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
        for _ in range(_ROUNDS):
            _local_velocity(rows[k], kept[k], step, velocity, allowed)
            for t in range(frames):
                allowed[t] = _DEVIATIONS * allowed[t] + allowance
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
    windows, squares = np.empty((3, 2 * _HALF_WINDOW)), np.empty(2 * _HALF_WINDOW)
    first, stop, after = 0, 0, 0
    for t in range(frames):
        while after < last and order[after] < t:
            after += 1
        # Sorted windows slide along: a step leaves, another enters, the others keep their order.
        while first < after - _HALF_WINDOW:
            for a in range(3):
                take_out(windows[a], stop - first, steps[first, a])
            first += 1
        while stop < min(last, after + _HALF_WINDOW):
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
            value = score[s] + 1.0 - (_SKIP if left_out > 0 else 0.0)
            if not seen[s] or value <= score[t]:
                continue
            time = (t - s) * step
            square = 0.0
            for a in range(3):
                square += (row[t, a] - row[s, a] - 0.5 * (velocity[s, a] + velocity[t, a]) * time) ** 2
            leeway = time - (1.0 - _LEFT_OUT) * step * left_out
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
