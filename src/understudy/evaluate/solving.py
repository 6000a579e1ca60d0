"""Solving: frames that a method did not bring to an end, by how they were left."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.statistics import worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.motion.ending import Ending


def solving_metrics(motion: RobotMotion) -> tuple[Metric, ...]:
    """Return ``solving/not_converged``: frames whose ending is another than converged, and which ones."""
    marked = motion.status != Ending.CONVERGED
    endings = {
        ending.name.lower(): float((motion.status == ending).sum())
        for ending in Ending
        if ending is not Ending.CONVERGED
    }
    summary = {"frames": float(marked.sum()), "share": float(marked.mean())} | endings
    summary["frame"] = worst_frame(np.where(marked, 1.0, np.nan))
    return (Metric("solving/not_converged", "1", summary, marked.astype(np.float64)),)
