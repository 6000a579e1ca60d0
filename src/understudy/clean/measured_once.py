"""Measures of a recording that several steps ask for, taken once as long as its points stay the same.

A step that finds nothing to clean hands on the very arrays that it was given, which nobody can write to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import NamedTuple
from weakref import ReferenceType, ref

import numpy as np

from understudy.motion import Recording


class _Measured(NamedTuple):
    """What was measured last, and of what; the arrays themselves are not kept alive."""

    points: ReferenceType[np.ndarray]
    valid: ReferenceType[np.ndarray]
    names: tuple[str, ...]
    landmark_points: Mapping[str, tuple[str, ...]]
    value: float

    def holds_for(self, recording: Recording) -> bool:
        return (
            self.points() is recording.points
            and self.valid() is recording.valid_mask
            and self.names == recording.names
            and self.landmark_points == recording.landmark_points
        )


def measured_once(measure: Callable[[Recording], float]) -> Callable[[Recording], float]:
    """Make a measure of points, of when they were seen and of landmarks remember the last recording's."""
    last: _Measured | None = None

    @wraps(measure)
    def measured(recording: Recording) -> float:
        nonlocal last
        found = last
        if found is None or not found.holds_for(recording):
            arrays = ref(recording.points), ref(recording.valid_mask)
            found = _Measured(*arrays, recording.names, recording.landmark_points, measure(recording))
            last = found
        return found.value

    return measured
