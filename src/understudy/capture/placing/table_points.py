"""Named points of tables: how many there may be, what counts as seen, and names that occur more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from understudy.capture.placing.limits import require_few
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError


def require_points(source: Source, frame_count: int, point_count: int) -> None:
    """Refuse more points than memory is meant for, and none at all."""
    if frame_count == 0:
        raise CaptureError(source.path, "holds no row of numbers, expected one a frame")
    require_few(source.path, frame_count, point_count)


def as_seen(points: np.ndarray) -> np.ndarray:
    """Return points (T, K, 3) that are NaN where only some coordinates are given."""
    is_partial = np.any(np.isnan(points), axis=-1)
    return np.where(is_partial[..., None], np.nan, points)


def single_names(given: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names with a number behind every one that occurred before, and the sentence that says so."""
    counts = Counter(given)
    doubles = [name for name, count in counts.items() if count > 1]
    if not doubles:
        return tuple(given), ()
    number_of = dict.fromkeys(doubles, 0)
    names: list[str] = []
    for name in given:
        fresh = name
        if name in number_of:
            number_of[name] += 1
            while number_of[name] > 1 and (fresh := f"{name} ({number_of[name]})") in counts:
                number_of[name] += 1
        names.append(fresh)
    return tuple(names), (f"Names that occur more than once were numbered: {shown_list(doubles)}.",)
