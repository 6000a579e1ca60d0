"""Kernels for a search of what is within reach: poses between key frames, and the better of two."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel


class Limbs(NamedTuple):
    """Coordinates of L limbs, of n joints at most, and the limits of a robot's J joints, which come last."""

    columns: np.ndarray  # (L, n) which of the coordinates a limb's joints are
    counts: np.ndarray  # (L,) how many of them each limb has
    lower: np.ndarray  # (J,)
    upper: np.ndarray  # (J,)


@lean_inner_kernel
def between_keys(keys: np.ndarray, frame: int, after: int) -> tuple[int, int, int, float]:
    """Return where a frame lies among key frames.

    Args:
        keys: (K,) key frames, at least two.
        frame: The frame, not before the one that was asked for last.
        after: Place of the key frame behind that one; 1 at first.

    Returns:
        Place of the key frame behind this one, the key frames around it, and its share of the way between.
    """
    while after + 1 < len(keys) and keys[after] < frame:
        after += 1
    before, behind = keys[after - 1], keys[after]
    return after, before, behind, (frame - before) / (behind - before)


@lean_kernel
def keep_better(
    limbs: Limbs,
    group: np.ndarray,
    frames: np.ndarray,
    q: np.ndarray,
    is_kept: np.ndarray,
    error: np.ndarray,
    least: np.ndarray,
    best: np.ndarray,
) -> None:
    """Keep of the limbs of a group what is better than before.

    Args:
        limbs: The limbs.
        group: (M,) which of them are looked at.
        frames: (N,) frames.
        q: (N, Q) poses in these frames.
        is_kept: (N,) whether they hold the torso.
        error: (N, L) limb errors [rad], set to infinity where the torso is not held.
        least: (T, L) least limb errors [rad] so far.
        best: (L, T, n) coordinates that have them.
    """
    for row in range(len(frames)):
        frame = frames[row]
        if not is_kept[row]:
            for limb in range(error.shape[1]):
                error[row, limb] = math.inf
        for limb in group:
            if error[row, limb] < least[frame, limb]:
                least[frame, limb] = error[row, limb]
                for index in range(limbs.counts[limb]):
                    best[limb, frame, index] = q[row, limbs.columns[limb, index]]


@lean_kernel
def write_poses_between(
    limbs: Limbs,
    keys: np.ndarray,
    own: np.ndarray,
    best: np.ndarray,
    frames: np.ndarray,
    q: np.ndarray,
) -> None:
    """Write limbs of poses between key frames, as far from a motion's own as they are there, within limits.

    Args:
        limbs: The limbs; a joint that several share goes with the last of them.
        keys: (K,) key frames.
        own: (T, Q) the motion's own poses.
        best: (L, T, n) coordinates of limbs, of which those in key frames are looked at.
        frames: (N,) frames between them, in their order.
        q: (N, Q) poses in these frames, whose limbs are written and whose joints then kept within limits.
    """
    first = own.shape[1] - len(limbs.lower)
    after = 1
    for row in range(len(frames)):
        frame = frames[row]
        after, before, behind, share = between_keys(keys, frame, after)
        for limb in range(len(limbs.counts)):
            for index in range(limbs.counts[limb]):
                column = limbs.columns[limb, index]
                low = best[limb, before, index] - own[before, column]
                high = best[limb, behind, index] - own[behind, column]
                q[row, column] = own[frame, column] + (low + share * (high - low))
        for joint in range(len(limbs.lower)):
            place = first + joint
            q[row, place] = min(max(q[row, place], limbs.lower[joint]), limbs.upper[joint])


@lean_kernel
def settle(
    keys: np.ndarray,
    known: np.ndarray,
    frames: np.ndarray,
    error: np.ndarray,
    slack: float,
    least: np.ndarray,
    is_settled: np.ndarray,
) -> None:
    """Take over between key frames what was found there, in proportion, where limb errors bear it out.

    Args:
        keys: (K,) key frames.
        known: (T, L) where the person's limb is known; elsewhere nothing is expected of it.
        frames: (N,) frames between them, in their order.
        error: (N, L) limb errors [rad] of poses there.
        slack: Angle [rad] by which they may be larger than what is taken over.
        least: (T, L) least limb errors [rad].
        is_settled: (T, L) receives where it was taken over.
    """
    after = 1
    for row in range(len(frames)):
        frame = frames[row]
        after, before, behind, share = between_keys(keys, frame, after)
        for limb in range(error.shape[1]):
            low = least[before, limb] if known[before, limb] else 0.0
            high = least[behind, limb] if known[behind, limb] else 0.0
            expected = low + share * (high - low)
            is_settled[frame, limb] = error[row, limb] <= expected + slack
            if is_settled[frame, limb]:
                least[frame, limb] = min(least[frame, limb], expected)


@lean_kernel
def note_own(
    limbs: Limbs,
    slack: np.ndarray,
    known: np.ndarray,
    own: np.ndarray,
    errors: np.ndarray,
    least: np.ndarray,
    best: np.ndarray,
) -> None:
    """Begin with a motion's own poses, in frames in which all joints are within their limits.

    Args:
        limbs: The limbs.
        slack: (J,) by how much joints may be beyond their limits.
        known: (T, L) where the person's limb is known.
        own: (T, Q) the poses.
        errors: (L, T) limb errors [rad].
        least: (T, L) receives them, infinite where they do not count.
        best: (L, T, n) receives the coordinates of limbs.
    """
    first = own.shape[1] - len(limbs.lower)
    for frame in range(len(own)):
        is_allowed = True
        for joint in range(len(limbs.lower)):
            place = own[frame, first + joint]
            if max(limbs.lower[joint] - place, place - limbs.upper[joint]) > slack[joint]:
                is_allowed = False
        for limb in range(len(limbs.counts)):
            least[frame, limb] = errors[limb, frame] if is_allowed and known[frame, limb] else math.inf
            if is_allowed:
                for index in range(limbs.counts[limb]):
                    best[limb, frame, index] = own[frame, limbs.columns[limb, index]]
