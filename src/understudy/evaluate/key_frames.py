"""Frames that are looked at closely, and what lies between them.

Fast cameras show little that is new in every frame. What is found in a few frames a second, counted from the
motion's own poses, changes slowly enough to be taken over by the frames between them, in proportion.
"""

from __future__ import annotations

import numpy as np

from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.spatial import rotations as rot

KEY_FPS = 30.0
"""Key frames a second [1/s]."""


def key_frames(motion: RobotMotion) -> np.ndarray:
    """Return the key frames (K,) of a motion, the first and the last among them."""
    frames = np.arange(0, motion.frame_count, max(1, round(motion.fps / KEY_FPS)))
    return np.unique(np.append(frames, motion.frame_count - 1))


def between(keys: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Return values (T, N) for all frames from those (K, N) of key frames (K,), in proportion."""
    if len(keys) == 1:
        return np.tile(values, (count, 1))
    after = np.clip(np.searchsorted(keys, np.arange(count)), 1, len(keys) - 1)
    share = (np.arange(count) - keys[after - 1]) / (keys[after] - keys[after - 1])
    return values[after - 1] + share[:, None] * (values[after] - values[after - 1])


def poses_between(keys: np.ndarray, poses: np.ndarray, own: np.ndarray, has_free_base: bool) -> np.ndarray:
    """Return poses (T, Q) beside a motion's own (T, Q), by as much as those (K, Q) of key frames (K,) are."""
    found = own + between(keys, poses - own[keys], len(own))
    if has_free_base:
        root = slice(3, ROOT_SIZE)
        turns = rot.multiply(rot.conjugate(own[keys, root]), poses[:, root])
        # Of the two quaternions of a turn those on one side of the sphere lie next to each other.
        turns = np.where(turns[:, :1] < 0.0, -turns, turns)
        found[:, root] = rot.multiply(own[:, root], rot.normalise(between(keys, turns, len(own))))
    return found
