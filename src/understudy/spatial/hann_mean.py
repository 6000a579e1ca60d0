"""Weighted means over neighbouring frames."""

from __future__ import annotations

import numpy as np


def hann_mean(values: np.ndarray, reach: int) -> np.ndarray:
    """Return values (T, ...) averaged over those at most so many frames away, nearer ones counting more.

    At the ends there are fewer of them.
    """
    window = np.hanning(2 * reach + 3)[1:-1]
    flat = values.reshape(len(values), -1)
    span = slice(reach, reach + len(values))
    weights = np.convolve(np.ones(len(values)), window)[span]
    means = [np.convolve(column, window)[span] / weights for column in flat.T]
    return np.stack(means, axis=1).reshape(values.shape)
