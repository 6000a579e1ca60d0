"""Second-order filters run over signals forwards and backwards, many frames and signals at a time.

A filter needs each value before the next. But it is linear: frames are parted into blocks that all are run at
once as if nothing came before them, and what the blocks before leave behind is added afterwards.
"""

from __future__ import annotations

import numpy as np

_BLOCK = 16
"""Frames of a block, which are gone through one by one, as the blocks are after that."""


def run_both_ways(signals: np.ndarray, coefficients: np.ndarray, pads: np.ndarray) -> np.ndarray:
    """Return signals (T, C) filtered forwards and then backwards.

    Args:
        signals: At least two frames, finite.
        coefficients: (C, 5) b0, b1, b2, a1, a2 of each signal's filter.
        pads: (C,) frames, fewer than T, by which each is continued at both ends by its own image, turned
            about the end point.
    """
    frames = len(signals)
    lengths = frames + 2 * pads
    places = np.arange(_BLOCK * -(-lengths.max() // _BLOCK))[:, None]
    forwards = _run(_continued(signals, places - pads), coefficients)
    # Every signal is turned round within its own length; what stands behind that comes to nothing.
    back = np.maximum(lengths - 1 - places, 0)
    backwards = _run(np.take_along_axis(forwards, back, axis=0), coefficients)
    return np.take_along_axis(backwards, (lengths - 1 - pads) - np.arange(frames)[:, None], axis=0)


def _continued(signals: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return (N, C) the signals in frames (N, C), which may lie before the first and behind the last."""
    last = len(signals) - 1
    mirrored = np.where(frames < 0, -frames, np.where(frames > last, 2 * last - frames, frames))
    values = np.take_along_axis(signals, np.clip(mirrored, 0, last), axis=0)
    values = np.where(frames < 0, 2.0 * signals[0] - values, values)
    return np.where(frames > last, 2.0 * signals[last] - values, values)


def _run(values: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    """Return values (N, C) filtered, N whole blocks, as if each signal had had its first value for ever."""
    b0, b1, b2, a1, a2 = coefficients.T
    count = len(values) // _BLOCK
    # Two more blocks, in which nothing comes but which begin in a state of one, tell what a state leaves.
    taken = np.zeros((_BLOCK, count + 2, values.shape[1]))
    taken[:, :count] = values.reshape(count, _BLOCK, -1).swapaxes(0, 1)
    passed = np.empty_like(taken)
    early, late = np.zeros((2, *taken.shape[1:]))
    early[count], late[count + 1] = 1.0, 1.0
    for step in range(_BLOCK):
        passed[step] = b0 * taken[step] + early
        early = b1 * taken[step] - a1 * passed[step] + late
        late = b2 * taken[step] - a2 * passed[step]
    first = values[0]
    state = np.array([(1.0 - b0) * first, (b2 - a2) * first])
    states = np.empty((count, 2, values.shape[1]))
    for block in range(count):
        states[block] = state
        left = state[0] * (early[count], late[count]) + state[1] * (early[count + 1], late[count + 1])
        state = left + (early[block], late[block])
    of_early, of_late = passed[:, count, None], passed[:, count + 1, None]
    whole = passed[:, :count] + of_early * states[:, 0] + of_late * states[:, 1]
    return whole.swapaxes(0, 1).reshape(values.shape)
