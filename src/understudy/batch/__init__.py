"""Many captures on many robots: one job each, kept in one manifest, on this machine or on many."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.batch.batch import Batch, BatchResult, run_batch
    from understudy.batch.job import Job, Recipe
    from understudy.batch.record import Record
    from understudy.batch.run_job import run_job

__all__ = ["Batch", "BatchResult", "Job", "Recipe", "Record", "run_batch", "run_job"]

_PLACES = {"Job": "job", "Recipe": "job", "Record": "record", "run_job": "run_job"}
"""Which file of this folder holds a name; all others are in ``batch``."""


def __getattr__(name: str) -> Any:
    # Help lists figures and workers start without loading what does the work.
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"understudy.batch.{_PLACES.get(name, 'batch')}"), name)
