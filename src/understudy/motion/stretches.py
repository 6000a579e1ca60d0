"""Stretches of frames on end in which something holds."""

from __future__ import annotations

import numpy as np


def stretches(holds: np.ndarray) -> list[tuple[int, int]]:
    """Return (start, stop) of every run of True in ``holds`` (T,), stop excluded."""
    padded = np.zeros(len(holds) + 2, dtype=bool)
    padded[1:-1] = holds
    edges = np.flatnonzero(padded[1:] != padded[:-1]).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def stretches_around(holds: np.ndarray, margin: int) -> list[tuple[int, int]]:
    """Return (start, stop) of runs that reach ``margin`` frames beyond True in ``holds`` (T,), joined."""
    found: list[tuple[int, int]] = []
    for start, stop in stretches(holds):
        first, last = max(start - margin, 0), min(stop + margin, len(holds))
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def common_stretches(holds: np.ndarray) -> dict[tuple[int, int], list[int]]:
    """Return (start, stop) → columns of ``holds`` (T, K) that have exactly this run of True.

    Most points of a recording are seen all the time, so that one entry serves them all.
    """
    found: dict[tuple[int, int], list[int]] = {}
    for column in range(holds.shape[1]):
        for stretch in stretches(holds[:, column]):
            found.setdefault(stretch, []).append(column)
    return found
