"""What one channel of a sense read over time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check


@dataclass(frozen=True, eq=False)
class Readings:
    """Readings of a sense's channel, at its own rate.

    Attributes:
        time: (N,) increasing [s], when each reading is there for whoever asks; the robot was in that state
            earlier by the sense's delay.
        values: (N, ...) numbers of any type.
        unit: Unit of every value, ``1`` for counts and shares.
    """

    time: np.ndarray
    values: np.ndarray
    unit: str = "1"

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        values = np.asarray(self.values)
        if values.dtype.hasobject:
            raise InvalidMotionError("readings hold Python objects, expected numbers or text")
        object.__setattr__(self, "time", check.frozen_array(self.time))
        object.__setattr__(self, "values", check.frozen_array(values, values.dtype.type))
        check.require_shape("time", self.time, (None,))
        check.require_finite("time", self.time)
        check.require_increasing("time", self.time)
        check.require_shape("values", self.values, (len(self.time), *self.values.shape[1:]))
