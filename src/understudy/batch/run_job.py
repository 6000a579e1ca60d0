"""The one function that does a job, whoever runs it: read, retarget, evaluate, write, and say what came."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from understudy.batch.figures import figures_of
from understudy.batch.inputs import Input
from understudy.batch.job import MOTION_SUFFIX, MOTIONS, Job
from understudy.batch.record import DONE, FAILED, REFUSED, Output, Record
from understudy.batch.storage import open_storage
from understudy.capture import Sidecar
from understudy.clean import CleaningOptions
from understudy.errors import OutputError, UnderstudyError
from understudy.evaluate.headlines import headlines
from understudy.evaluate.whereabouts_headlines import alarms
from understudy.export import export
from understudy.pipeline import Performance, perform
from understudy.retarget import find_method
from understudy.robots import load_robot
from understudy.takes import Take, read_take


def run_jobs(jobs: tuple[Job, ...]) -> tuple[Record, ...]:
    """Do some jobs on the same capture, which is then read once."""
    return tuple(run_job(job) for job in jobs)


def run_job(job: Job) -> Record:
    """Do a job: nothing but its record and its outputs comes of it, and of equal jobs equal ones.

    Raises:
        OutputError: Where results cannot be written, which ends the whole batch.
    """
    start = time.perf_counter()
    record = Record(job.key, job.input.label, job.robot_folder, job.recipe.method, DONE)
    try:
        take = read_input(job.input, job.recipe.stated, job.recipe.smooth)
        method = find_method(job.recipe.method)
        options = method.Options(**job.recipe.options)
        result = perform(take.human, load_robot(job.robot), method, options, take.recording)
        contents = tuple(_contents(result, job))
        record = _described(record, result, take)
    except OutputError:
        raise
    except UnderstudyError as error:
        return replace(record, status=REFUSED, sentence=str(error))
    except Exception as error:
        # One file that brings out a fault of ours must not end a night's work; the fault is told.
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
        told = f"{job.input.label}: a fault of Understudy, please report it ({problem})"
        return replace(record, status=FAILED, sentence=told)
    outputs = tuple(
        Output(kind, suffix, len(content), sha256(content).hexdigest()) for kind, suffix, content in contents
    )
    record = replace(record, outputs=outputs)
    storage = open_storage(job.output)
    for path, (_, _, content) in zip(record.paths(job.keep), contents, strict=True):
        storage.write(path, content)
    return replace(record, seconds=round(time.perf_counter() - start, 3))


@lru_cache(maxsize=1)
def read_input(capture: Input, stated: Sidecar, smooth: float | None = None) -> Take:
    """Read a capture from wherever it is; the last one is kept, for the next robot to perform.

    Raises:
        UnderstudyError: One sentence that names the capture as the user does.
    """
    with open_storage(capture.source).fetched((*capture.files, *capture.beside)) as folder:
        try:
            return read_take(folder / capture.name, stated, cleaning=CleaningOptions(cutoff=smooth))
        except UnderstudyError as error:
            # A copy's folder has another name each time.
            raise UnderstudyError(str(error).replace(str(folder), capture.source.rstrip("/"))) from error


def _described(record: Record, result: Performance, take: Take) -> Record:
    """Return a record with everything that was found about a performance."""
    evaluation = result.evaluation
    captured = () if take.recording is None else take.recording.warnings
    return replace(
        record,
        frames=result.motion.frame_count,
        fps=result.motion.fps,
        figures=figures_of(evaluation, result.motion.frame_count),
        missed=tuple(headline.title for headline in headlines(evaluation) if headline.good is False),
        metrics={
            f"{metric.name}:{statistic}": value
            for metric in evaluation.metrics
            for statistic, value in metric.summary.items()
            if math.isfinite(value)
        },
        warnings=(*captured, *take.warnings, *alarms(evaluation)),
    )


def _contents(result: Performance, job: Job) -> Iterator[tuple[str, str, bytes]]:
    """Yield folder, ending and bytes of each output."""
    yield MOTIONS, MOTION_SUFFIX, result.motion.to_bytes()
    if not job.recipe.format:
        return
    with TemporaryDirectory(prefix="understudy-") as folder:
        suffix = job.recipe.suffix
        written = Path(folder, f"export{suffix}")
        export(result.motion, job.recipe.format, written, job.recipe.rate, robot=result.robot)
        yield job.recipe.format, suffix, written.read_bytes()
