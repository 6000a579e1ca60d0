"""A batch from captures to a training set; a newcomer reads this page first.

Captures are found, every one becomes a job a robot, jobs that the manifest does not know are done by a team
of processes or of machines, and what came of all of them is written as a table and a contact sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from understudy.batch.fingerprint import robot_digest
from understudy.batch.inputs import Input, find_inputs
from understudy.batch.job import Job, Recipe, job_key, robot_folder
from understudy.batch.keep import Keep
from understudy.batch.manifest import NAME as MANIFEST_NAME
from understudy.batch.manifest import Manifest, open_manifest
from understudy.batch.pictures import draw_pictures
from understudy.batch.processes import processes
from understudy.batch.ray_engine import ray_team
from understudy.batch.record import FAILED, REFUSED, Record
from understudy.batch.run_job import run_jobs
from understudy.batch.sheet import NAME as SHEET_NAME
from understudy.batch.sheet import make_sheet
from understudy.batch.storage import Storage, open_storage
from understudy.batch.table import (
    CSV_NAME,
    PARQUET_NAME,
    SET_ASIDE_NAME,
    has_parquet,
    make_table,
    ranked,
    set_aside_table,
)
from understudy.batch.team import Lost, Team, work_through
from understudy.batch.warm_up import warm_up, warm_up_once
from understudy.errors import CaptureError, RobotError
from understudy.robots import load_robot

Say = Callable[[str], None]
Progress = Callable[[int, int], None]
"""Takes jobs done and jobs in all."""

PROCESSES, RAY = "processes", "ray"
ENGINES = (PROCESSES, RAY)

ROBOTS_AT_ONCE = 8
"""As many robots stay loaded in a process."""


@dataclass(frozen=True)
class Batch:
    """What is to be done.

    Attributes:
        places: Folders or URLs of captures.
        robots: Names of robots, or paths of cards or models.
        output: Folder or URL of results.
        recipe: What is done with every capture.
        keep: Which results are kept.
        engine: One of ``ENGINES``.
        count: Processes at once on this machine.
        address: Of a cluster of Ray's, None to start one here.
        pictures: Most thumbnails on the contact sheet.
    """

    places: tuple[str, ...]
    robots: tuple[str, ...]
    output: str
    recipe: Recipe = Recipe()
    keep: Keep = Keep()
    engine: str = PROCESSES
    count: int = 1
    address: str | None = None
    pictures: int = 200


@dataclass(frozen=True)
class BatchResult:
    """What came of a batch.

    Attributes:
        records: One a job, ranked, the best first.
        made: How many of them were made by this run; the rest had been made before.
        files: Table, sheet and so on, by kind, as names in the folder of results.
    """

    records: tuple[Record, ...]
    made: int
    files: dict[str, str]


def run_batch(batch: Batch, say: Say | None = None, progress: Progress | None = None) -> BatchResult:
    """Run a batch; what was done before is not done again, and one that was killed goes on where it was.

    Args:
        batch: What to do.
        say: Told in a sentence what goes on.
        progress: Told how many jobs are done.

    Raises:
        CaptureError: Where there are no captures.
        RobotError, MethodError, OptionError: For an unknown robot, method or option.
        OutputError: Where results cannot be written.
    """
    plan = _Plan(batch)
    storage = open_storage(batch.output)
    with ExitStack() as stack:
        manifest = stack.enter_context(open_manifest(storage))
        team = cache(lambda: stack.enter_context(_team(batch, say)))
        records, made = _do_jobs(plan, manifest, team, progress)
        records = ranked(records, batch.keep)
        files = _write_tables(storage, records, batch.keep)
        pictures, note = draw_pictures(storage, records, plan.jobs, batch.pictures, team)
        if note and say is not None:
            say(note)
        storage.write(SHEET_NAME, make_sheet(records, batch.keep, pictures, note))
    return BatchResult(records, made, files | {"sheet": SHEET_NAME, "manifest": MANIFEST_NAME})


class _Plan:
    """The jobs of a batch, made as they are asked for, since that reads every capture."""

    def __init__(self, batch: Batch) -> None:
        """Find the captures, and look at robots and recipe."""
        self._batch = batch
        self.robots, self.method = batch.robots, batch.recipe.method
        folders = Counter(robot_folder(robot) for robot in batch.robots)
        twice = next((name for name, count in folders.items() if count > 1), None)
        if twice is not None:
            raise RobotError(
                f"two of the robots are called '{twice}', expected names that tell results apart"
            )
        self._digests = {robot: robot_digest(load_robot(robot)) for robot in batch.robots}
        self._recipe = batch.recipe.parts()
        self.inputs = find_inputs(batch.places, batch.output)
        self._storages = {capture.source: open_storage(capture.source) for capture in self.inputs}
        self._captured: dict[Input, str] = {}
        self.jobs: dict[str, Job] = {}

    def groups(self) -> Iterator[tuple[Input, tuple[str, ...]]]:
        """Yield captures, each with the robots that perform it one after the other: it is read once for them.

        Of many robots only as many as stay loaded are in turn.
        """
        for start in range(0, len(self.robots), ROBOTS_AT_ONCE):
            for capture in self.inputs:
                yield capture, self.robots[start : start + ROBOTS_AT_ONCE]

    def jobs_on(self, capture: Input, robots: Sequence[str]) -> tuple[Job, ...]:
        """Return the jobs of some robots on one capture.

        Raises:
            CaptureError: Where it cannot be read.
        """
        batch, digest = self._batch, self._digest(capture)
        keys = [job_key(capture.label, digest, self._digests[robot], self._recipe) for robot in robots]
        jobs = tuple(
            Job(key, capture, robot, batch.recipe, batch.output, batch.keep)
            for key, robot in zip(keys, robots, strict=True)
        )
        self.jobs.update({job.key: job for job in jobs})
        return jobs

    def _digest(self, capture: Input) -> str:
        if capture not in self._captured:
            self._captured[capture] = capture.digest(self._storages[capture.source])
        return self._captured[capture]


def _do_jobs(
    plan: _Plan, manifest: Manifest, team: Callable[[], Team], progress: Progress | None
) -> tuple[list[Record], int]:
    """Do what has not been done yet; return all records, and how many were made now."""
    known: list[Record] = []
    made: list[Record] = []
    count = len(plan.inputs) * len(plan.robots)

    def left() -> Iterator[tuple[Job, ...]]:
        """Yield the jobs on one capture that are to be done."""
        for capture, robots in plan.groups():
            try:
                jobs = plan.jobs_on(capture, robots)
            except CaptureError as error:
                known.extend(_unread(capture, robots, plan.method, error))
                continue
            records = [manifest.find(job) for job in jobs]
            known.extend(record for record in records if record is not None)
            todo = tuple(job for job, record in zip(jobs, records, strict=True) if record is None)
            for job in todo:
                manifest.begin(job)
            if todo:
                yield todo

    tasks = left()
    for first in tasks:
        for jobs, result in work_through(team(), run_jobs, chain((first,), tasks)):
            if isinstance(result, Lost) and len(jobs) > 1:
                # One of them is to blame; by themselves the others are done.
                for job in jobs:
                    team().submit(run_jobs, (job,))
                continue
            for record in (_lost(jobs[0], result),) if isinstance(result, Lost) else result:
                manifest.add(record)
                made.append(record)
            if progress is not None:
                progress(len(known) + len(made), count)
    return known + made, len(made)


def _unread(capture: Input, robots: Sequence[str], method: str, error: CaptureError) -> Iterator[Record]:
    """Yield records of a capture whose content could not even be looked at; the next run tries again."""
    for robot in robots:
        yield Record("", capture.label, robot_folder(robot), method, REFUSED, str(error))


def _lost(job: Job, lost: Lost) -> Record:
    """Return the record of a job that ended its process; the next run tries again."""
    sentence = f"{job.input.label}: {lost.sentence}"
    return Record(job.key, job.input.label, job.robot_folder, job.recipe.method, FAILED, sentence)


def _team(batch: Batch, say: Say | None) -> AbstractContextManager[Team]:
    """Return who does the work; kernels are compiled once a machine, before anything else."""
    prepare = partial(warm_up_once, batch.robots[0], batch.recipe.method)
    if batch.engine == RAY:
        return ray_team(batch.address, batch.count, prepare)
    warm_up(batch.robots[0], batch.recipe.method, say)
    return processes(batch.count, prepare)


def _write_tables(storage: Storage, records: Sequence[Record], keep: Keep) -> dict[str, str]:
    table = make_table(records, keep)
    storage.write(CSV_NAME, table.to_csv())
    storage.write(SET_ASIDE_NAME, set_aside_table(records))
    files = {"table": CSV_NAME, "set_aside": SET_ASIDE_NAME}
    if has_parquet():
        storage.write(PARQUET_NAME, table.to_parquet())
        files["parquet"] = PARQUET_NAME
    return files
