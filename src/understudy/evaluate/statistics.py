"""How values per frame are summarised; frames to which a metric does not apply are NaN and left out."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Mapping

import numpy as np

from understudy.evaluate.statistics_kernel import FIGURES, SumRoom, sum_room, write_figures
from understudy.motion.ranks import percentiles
from understudy.spatial.compiled import compiled_functions

_kept = threading.local()


def describe(values: np.ndarray) -> dict[str, float]:
    """Return median, mean, standard deviation, 95th and 99th percentile and maximum of values of any shape.

    The standard deviation divides by n, Fiala (5.5). Where no value applies, every statistic is NaN.
    """
    figures = describe_frames(np.ravel(values))
    del figures["frame"]
    return figures


def describe_frames(per_frame: np.ndarray, more: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return the same of values (T,), then ``more``, then the ``frame`` of the largest one.

    A process that works on many clips has a kernel for it, which gives the same to the last bit.
    """
    figures = _figures(per_frame)
    if more is not None:
        frame = figures.pop("frame")
        figures |= {**more, "frame": frame}
    return figures


def _figures(per_frame: np.ndarray) -> dict[str, float]:
    if compiled_functions() is None:
        return _describe_by_numpy(per_frame)
    values, out = np.array(per_frame, dtype=np.float64), np.empty(len(FIGURES))
    write_figures(values, np.empty((2, len(values))), _own_room(), out)
    return dict(zip(FIGURES, out.tolist(), strict=True))


def _own_room() -> SumRoom:
    """Return room for sums, this thread's own: dozens of series are summed up for every clip."""
    if not hasattr(_kept, "room"):
        _kept.room = sum_room()
    return _kept.room


def _describe_by_numpy(per_frame: np.ndarray) -> dict[str, float]:
    known = _known(per_frame)
    if known.size == 0:
        return dict.fromkeys(FIGURES, float("nan"))
    median, high, highest = percentiles(known, (50.0, 95.0, 99.0))
    # NumPy's own mean and deviation take longer to begin than the sums of a short clip.
    mean = known.sum() / known.size
    off = known - mean
    return {
        "median": median,
        "mean": float(mean),
        "std": math.sqrt((off * off).sum() / known.size),
        "p95": high,
        "p99": highest,
        "max": float(known.max()),
        "frame": worst_frame(per_frame),
    }


def largest(values: np.ndarray) -> float:
    """Return the largest of the values that apply; NaN where none does."""
    known = _known(values)
    return float(known.max()) if known.size else float("nan")


def shares_over(values: np.ndarray, thresholds: Iterable[float]) -> dict[str, float]:
    """Return for each threshold the share of the values that apply which lie over it."""
    return {f"share_over_{threshold:g}": share(values > threshold, values) for threshold in thresholds}


def share(marked: np.ndarray, values: np.ndarray) -> float:
    """Return the share of marked entries among those where ``values`` applies; NaN where none does."""
    applies = ~np.isnan(values)
    count = int(applies.sum())
    return float((marked & applies).sum()) / count if count else float("nan")


def root_mean_square(values: np.ndarray) -> float:
    """Return the root of the mean square of the values that apply; NaN where none does."""
    known = _known(values)
    return float(np.sqrt(np.mean(known**2))) if known.size else float("nan")


def worst_frame(per_frame: np.ndarray) -> float:
    """Return the index of the frame with the largest value; NaN where none applies."""
    unknown = np.isnan(per_frame)
    if unknown.all():
        return float("nan")
    return float(np.where(unknown, -np.inf, per_frame).argmax())


def _known(values: np.ndarray) -> np.ndarray:
    return values[~np.isnan(values)]
