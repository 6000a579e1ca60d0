"""Frames in which a point has jumped to where it cannot have been.

A point that jumps leaves the way that it was on, and mostly comes back to it. Two frames lie on one way if
the step between them differs from the steps around it by no more than those differ among each other, plus
an allowance. The largest chain of frames, each on one way with the next, is the motion; frames left out
of it are jumps. A jump from which a point does not return for long breaks the chain, at a price, and both
sides are kept: a cut in the take is no noise.

Frames are compared with the local velocity. Velocities are found once more without the frames that were left
out, and the chain with them.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.chain import Going, broken_chains, longest_chains
from understudy.clean.courses import courses
from understudy.clean.local_velocity import local_velocities
from understudy.spatial.vectors import lengths

ALLOWANCE = 3.0
"""How much faster [m/s] a step may be than those around it allow, for an adult."""

DEVIATIONS = 4.0
"""Steps may differ from the local velocity by this many times their median deviation from it."""

_REACH = 0.5
"""Longest time [s] over which a chain reaches from one frame to the next."""

_BREAK = 0.25
"""Price of breaking the chain, as the frames of so many seconds: shorter excursions are left out."""

ROUNDS = 2

_LONG, _MANY = 60_000, 15_000
"""Frames of all points that may have jumped, and of those that are seen to, from which on a kernel is worth
its compilation."""


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
    going = Going(1.0 / fps, max(2, round(_REACH * fps)), max(2.0, _BREAK * fps))
    doubtful = _doubtful(rows, seen, going, allowance) if seen.size <= _LONG else list(range(len(rows)))
    rows, own = rows[doubtful], seen[doubtful]
    if own.size > _MANY:
        # Numba takes a third of a second to load, which short takes need not wait for.
        from understudy.clean.chain_kernel import find_chains

        kept = own.copy()
        find_chains(rows, own, kept, going.step, allowance, going.reach, going.price)
    else:
        kept = _chains(rows, own, going, allowance)
    jumped[:, suspects[doubtful]] = (own & ~kept).T
    return jumped


def _doubtful(rows: np.ndarray, seen: np.ndarray, going: Going, allowance: float) -> list[int]:
    """Return which points (K, T, 3) do not simply go on from frame to frame."""
    velocity, deviation = local_velocities(rows, seen, going.step)
    return broken_chains(rows, seen, velocity, DEVIATIONS * deviation + allowance, going)


def _chains(rows: np.ndarray, seen: np.ndarray, going: Going, allowance: float) -> np.ndarray:
    """Return (K, T) the frames of each point (K, T, 3) that make up its motion."""
    kept = seen.copy()
    left = np.arange(len(rows))
    for _ in range(ROUNDS):
        if len(left) == 0:
            break
        velocity, deviation = local_velocities(rows[left], kept[left], going.step)
        chains = longest_chains(rows[left], seen[left], velocity, DEVIATIONS * deviation + allowance, going)
        changed = np.logical_or.reduce(chains != kept[left], axis=1)
        kept[left] = chains
        left = left[changed]
    return kept


def _sharpest_turns(points: np.ndarray, valid: np.ndarray, fps: float) -> np.ndarray:
    """Return (K,) [m/s] the largest change of velocity from one step between seen frames to the next.

    Most points of most takes have none that could be a jump, and need no further look.
    """
    sharpest = np.zeros(points.shape[1])
    for columns, frames, seen in courses(points, valid):
        if len(frames) >= 2:
            velocities = np.diff(seen, axis=0) * (fps / np.diff(frames))[:, None, None]
            turns = lengths(np.diff(velocities, axis=0))
            # With two frames there is no turn, yet one of them may have jumped.
            sharpest[columns] = (turns if len(turns) else lengths(velocities)).max(axis=0)
    return sharpest
