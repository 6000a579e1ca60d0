"""What a sense with many columns read over time, of which most are nothing at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check


@dataclass(frozen=True, eq=False)
class SparseReadings:
    """Readings of a sense's channel of which only those that are not nothing are kept.

    Of N readings with ``size`` columns each, M entries are kept, one reading after the other.

    Attributes:
        time: (N,) increasing [s], when each reading is there for whoever asks.
        count: (N,) how many entries each reading has.
        index: (M,) column of each entry, below ``size``.
        values: (M, ...) the entries.
        size: How many columns there are.
        unit: Unit of every value, ``1`` for counts and shares.
    """

    time: np.ndarray
    count: np.ndarray
    index: np.ndarray
    values: np.ndarray
    size: int
    unit: str = "1"

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        values = np.asarray(self.values)
        if values.dtype.hasobject:
            raise InvalidMotionError("readings hold Python objects, expected numbers or text")
        put(self, "time", check.frozen_array(self.time))
        put(self, "count", check.frozen_array(self.count, np.int32))
        put(self, "index", check.frozen_array(self.index, np.int32))
        put(self, "values", check.frozen_array(values, values.dtype.type))
        check.require_shape("time", self.time, (None,))
        check.require_finite("time", self.time)
        check.require_increasing("time", self.time)
        check.require_shape("count", self.count, (len(self.time),))
        total = len(self.index)
        check.require_shape("index", self.index, (None,))
        check.require_shape("values", self.values, (total, *self.values.shape[1:]))
        if (self.count < 0).any() or int(self.count.sum()) != total:
            raise InvalidMotionError(f"count does not add up to the {total} entries that there are")
        if total and not (self.index.min() >= 0 and self.index.max() < self.size):
            raise InvalidMotionError(f"index names a column that is not there, expected 0 to {self.size - 1}")

    @cached_property
    def starts(self) -> np.ndarray:
        """(N + 1,) where each reading's entries begin, and where the last one's end."""
        return np.concatenate([[0], np.cumsum(self.count, dtype=np.int64)])

    def entries(self, reading: int) -> tuple[np.ndarray, np.ndarray]:
        """Return columns (m,) and values (m, ...) of one reading."""
        kept = slice(int(self.starts[reading]), int(self.starts[reading + 1]))
        return self.index[kept], self.values[kept]

    def whole(self, reading: int) -> np.ndarray:
        """Return all columns (size, ...) of one reading."""
        index, values = self.entries(reading)
        full = np.zeros((self.size, *self.values.shape[1:]), dtype=self.values.dtype)
        full[index] = values
        return full

    def reading_at(self, time: float) -> int | None:
        """Return the last reading that is there at a time [s], None before the first."""
        found = int(np.searchsorted(self.time, time + 1e-9, side="right")) - 1
        return None if found < 0 else found
