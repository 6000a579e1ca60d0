"""Poses of a motion, frame by frame: directions of limbs in the trunk's own frame, and which way is down.

Nothing of it depends on where somebody stands, which way they face, or how long their limbs are.
"""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.motion.sides import other_side
from understudy.spatial.vectors import lengths

_UP = np.array([0.0, 0.0, 1.0])
_SHORTEST = 1e-6
_SMALLEST_SINE = 0.05
"""A line of shoulders or hips that runs along the trunk says nothing of where the body's left is."""

VECTORS: tuple[str, ...] = (*LIMB_SEGMENTS, "hip_line", "up")
"""What has a direction: limbs, the hips' line against the shoulders' (how the trunk twists), and up."""

WIDTH = 3 * len(VECTORS)
"""Numbers a frame: each direction's part ahead, to the left and along the trunk."""


def pose_features(human: HumanMotion) -> np.ndarray:
    """Return (T, ``WIDTH``) directions in the trunk's frame; what a capture does not show is 0.

    Frames that do not show something take it from those before and after them.
    """
    frames, known = _trunk_frames(human)
    columns = []
    for name in VECTORS:
        if name == "up":
            directions, shown = np.broadcast_to(_UP, (human.frame_count, 3)), known
        else:
            directions, shown = human.direction(name)
            shown = shown & known
        columns.append(_filled(np.einsum("tij,tj->ti", frames, directions), shown))
    return np.concatenate(columns, axis=1)


def _trunk_frames(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return the trunk's axes (T, 3, 3), ahead, left and up as rows, and where they are known (T,)."""
    up, up_known = human.direction("trunk")
    up = np.where(up_known[:, None], up, _UP)
    left = np.zeros_like(up)
    for name in ("shoulder_line", "hip_line"):
        line, shown = human.direction(name)
        left += np.where(shown[:, None], line, 0.0)
    left = left - np.sum(left * up, axis=1, keepdims=True) * up
    length = lengths(left)
    known = length > _SMALLEST_SINE
    left = left / np.maximum(length, _SHORTEST)[:, None]
    return np.stack([np.cross(left, up), left, up], axis=1), known


def _filled(values: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """Return values (T, 3) with those of frames that do not show them put in between the others."""
    if shown.all():
        return values
    if not shown.any():
        return np.zeros_like(values)
    times = np.arange(len(values))
    return np.stack([np.interp(times, times[shown], values[shown, axis]) for axis in range(3)], axis=1)


def _mirror_map() -> tuple[np.ndarray, np.ndarray]:
    """Return which number each one of a frame becomes in a mirror, and with which sign."""
    order = np.arange(WIDTH).reshape(-1, 3)
    signs = np.tile([1.0, -1.0, 1.0], (len(VECTORS), 1))
    for index, name in enumerate(VECTORS):
        if name == "hip_line":
            # It runs from the right to the left, also after the two were exchanged.
            signs[index] *= -1.0
        else:
            order[index] = 3 * VECTORS.index(other_side(name)) + np.arange(3)
    return order.ravel(), signs.ravel()


MIRROR_ORDER, MIRROR_SIGNS = _mirror_map()
"""The features of a mirror image: ``features[..., MIRROR_ORDER] * MIRROR_SIGNS``."""
