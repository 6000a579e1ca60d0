"""Numbers and points as text, for all writers of text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import Recording

_FORBIDDEN = frozenset("\t\r\n,;\"'")


def require_plain_names(recording: Recording) -> None:
    """Refuse names that would fall apart in a table."""
    for name in recording.names:
        if not name or name != name.strip() or not name.isprintable() or _FORBIDDEN & set(name):
            raise InvalidMotionError(
                f"point name {name!r} cannot be written to a table, expected no separators or quotes"
            )


def seen_points(recording: Recording) -> np.ndarray:
    """Return (T, K, 3) [m] the points, NaN where they were not seen."""
    return np.where(recording.valid_mask[..., None], recording.points, np.nan)


def printed(values: np.ndarray, digits: int) -> np.ndarray:
    """Return what is printed, with no sign on a zero: that of rounding noise differs between machines."""
    return np.round(values, digits) + 0.0


def rows_of_text(values: np.ndarray, digits: int, separator: str, missing: str = "") -> Iterator[str]:
    """Yield one line for each row of values (T, C) with so many decimals, without its end.

    Args:
        values: The numbers.
        digits: Decimals.
        separator: What to put between cells.
        missing: What to write for NaN.
    """
    line = separator.join([f"%.{digits}f"] * values.shape[1])
    for row in printed(values, digits).tolist():
        text = line % tuple(row)
        yield text.replace("nan", missing) if "nan" in text else text
