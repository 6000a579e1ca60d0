"""Medians and percentiles of finite numbers: NumPy's values to the last digit, without what it checks before.

A clip of some seconds has hundreds of short series to be summarised, and NumPy's own functions take ten times
as long to begin as to sort one.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from understudy.spatial.compiled import median_norm_of
from understudy.spatial.vectors import norms


def median(values: np.ndarray) -> float:
    """Return the median of finite numbers (N,), at least one."""
    return float(medians(values))


def medians(values: np.ndarray) -> np.ndarray:
    """Return the medians (...) of finite numbers (..., N) along the last axis, at least one each."""
    count = values.shape[-1]
    lower, upper = (count - 1) // 2, count // 2
    ranked = np.partition(values, (lower, upper), axis=-1)
    return 0.5 * (ranked[..., lower] + ranked[..., upper])


def median_norm(vectors: np.ndarray) -> float:
    """Return the median length of vectors (..., 3) over those that are finite, NaN where none is."""
    found = median_norm_of(vectors)
    if found is not None:
        return found
    lengths = norms(vectors)
    seen = lengths[np.isfinite(lengths)]
    return median(seen) if seen.size else np.nan


def percentiles(values: np.ndarray, percents: Iterable[float]) -> tuple[float, ...]:
    """Return percentiles of finite numbers (N,), at least one; between two ranks in proportion."""
    ranked = np.sort(values)
    last = len(ranked) - 1
    found = []
    for percent in percents:
        place = last * (percent / 100.0)
        rank = min(int(place), last)
        share = place - rank
        low, high = float(ranked[rank]), float(ranked[min(rank + 1, last)])
        step = high - low
        # From the nearer of both, so that the last rank is met exactly.
        found.append(low + step * share if share < 0.5 else high - step * (1.0 - share))
    return tuple(found)
