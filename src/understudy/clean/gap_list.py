"""The gaps of a recording as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.motion.stretches import stretches


class GapFrames(NamedTuple):
    """All missing frames of N gaps one after the other, F in all.

    Attributes:
        gap: (F,) index of the gap.
        point: (F,) index of its point.
        frame: (F,) the frame.
        before: (F,) frames since the point was last seen.
        after: (F,) frames until it is seen again.
    """

    gap: np.ndarray
    point: np.ndarray
    frame: np.ndarray
    before: np.ndarray
    after: np.ndarray


def find_gaps(valid: np.ndarray) -> np.ndarray:
    """Return (N, 3) point, first missing and first seen frame of each gap in (T, K), the shortest first."""
    # Most points of most takes have none.
    missed = np.flatnonzero(~valid.all(axis=0)).tolist()
    found = [(k, *gap) for k in missed for gap in stretches(~valid[:, k])]
    gaps = np.array(found, dtype=np.int64).reshape(-1, 3)
    return gaps[np.argsort(gaps[:, 2] - gaps[:, 1], kind="stable")]


def frames_of(gaps: np.ndarray) -> GapFrames:
    """Return every missing frame of gaps (N, 3)."""
    point, start, stop = gaps.T
    lengths = stop - start
    gap = np.repeat(np.arange(len(gaps)), lengths)
    within = np.arange(len(gap)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return GapFrames(gap, point[gap], start[gap] + within, within + 1, lengths[gap] - within)
