"""Many captures on many robots: one job each, kept in one manifest, on this machine or on many."""

from understudy.batch.batch import Batch, BatchResult, run_batch
from understudy.batch.job import Job
from understudy.batch.record import Record
from understudy.batch.run_job import run_job

__all__ = ["Batch", "BatchResult", "Job", "Record", "run_batch", "run_job"]
