"""The arrays of a dictionary that a pickle held, asked for as those of an ``.npz`` are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from understudy.capture.pickled.values import BrokenPickleError, as_array
from understudy.errors import CaptureError


class HeldArrays:
    """Named arrays that were read already.

    Attributes:
        names: What they are called.
    """

    def __init__(self, path: Path, values: Mapping[str, object]) -> None:
        """Hold what a dictionary has, looked at when it is asked for.

        Args:
            path: The file, for messages.
            values: Name → array, or anything else.
        """
        self._path, self._values = path, values
        self.names = tuple(values)

    @classmethod
    def of(cls, path: Path, values: object) -> HeldArrays:
        """Return the arrays of a dictionary whose keys are texts, none of anything else."""
        items = values.items() if isinstance(values, Mapping) else ()
        return cls(path, {key: value for key, value in items if isinstance(key, str)})

    def __contains__(self, name: object) -> bool:
        """Tell whether there is an array of that name."""
        return name in self._values and self._values[str(name)] is not None

    def first(self, names: tuple[str, ...]) -> str | None:
        """Return the first of some names that an array bears."""
        return next((name for name in names if name in self), None)

    def numbers(self, name: str) -> np.ndarray:
        """Return an array of numbers or truths as float64; what does not fit becomes infinite.

        Raises:
            CaptureError: It is no such array.
        """
        array = self._array(name)
        if array is None or array.dtype.kind not in "fiub":
            found = "something else" if array is None else str(array.dtype)
            raise self.error(name, f"holds {found}, expected numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            return array.astype(np.float64)

    def number(self, name: str, least: float, most: float) -> float:
        """Return the one number of an array, between bounds.

        Raises:
            CaptureError: It is no such array.
        """
        array = self.numbers(name)
        value = float(array.reshape(-1)[0]) if array.size == 1 else math.nan
        if not least <= value <= most:
            expected = f"expected a number from {least:g} to {most:g}"
            raise self.error(name, f"is {array.reshape(-1)[:8].tolist()!s:.40}, {expected}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all texts of an array, none where it holds something else."""
        value = self._values.get(name)
        if isinstance(value, bytes):
            return (value.decode("utf-8", errors="backslashreplace"),)
        array = self._array(name)
        if array is None or array.dtype.kind not in "SU":
            return ()
        return tuple(str(item) for item in array.reshape(-1).tolist())

    def error(self, name: str, problem: str) -> CaptureError:
        """Return the error of an array."""
        return CaptureError(self._path, f"array '{name}' {problem}")

    def _array(self, name: str) -> np.ndarray | None:
        try:
            return as_array(self._values.get(name))
        except BrokenPickleError as fault:
            raise CaptureError(self._path, str(fault)) from fault
