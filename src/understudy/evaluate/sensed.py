"""Statistics of what a simulated robot sensed, channel by channel."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe
from understudy.motion import Metric, Rollout, SparseReadings


def sense_metrics(rollout: Rollout) -> tuple[Metric, ...]:
    """Return ``senses/<sense>/<channel>``: count of readings, least value, and statistics of all values.

    Where a channel keeps only what is not nothing, they are of that, with how much a reading ``kept``.
    """
    metrics = []
    for name, readings in rollout.senses.items():
        values = np.asarray(readings.values, dtype=np.float64)
        kept = {"kept": float(readings.count.mean())} if isinstance(readings, SparseReadings) else {}
        least = float(values.min()) if values.size else float("nan")
        summary = {"readings": float(len(readings.time)), "min": least} | kept | describe(values)
        metrics.append(Metric(f"senses/{name}", readings.unit, summary))
    return tuple(metrics)
