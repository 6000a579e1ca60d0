"""Statistics of what a simulated robot sensed, channel by channel."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import describe
from understudy.motion import Metric, Rollout


def sense_metrics(rollout: Rollout) -> tuple[Metric, ...]:
    """Return ``senses/<sense>/<channel>``: count of readings, least value, and statistics of all values."""
    metrics = []
    for name, readings in rollout.senses.items():
        values = np.asarray(readings.values, dtype=np.float64)
        least = float(values.min()) if values.size else float("nan")
        summary = {"readings": float(len(readings.time)), "min": least} | describe(values)
        metrics.append(Metric(f"senses/{name}", readings.unit, summary))
    return tuple(metrics)
