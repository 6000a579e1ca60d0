"""A folder tree into a library, in one command that can be killed and run again.

What came of a file is written in the same transaction as its motion, so that a kill at any moment leaves both
or neither: run again, nothing is lost and nothing is doubled. A file that is there already is known by the
hash of its content, wherever it lies. What cannot be read is listed with a sentence, and the rest goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from understudy.batch.inputs import Input, find_inputs
from understudy.batch.processes import team_of
from understudy.batch.storage import Storage, is_remote, open_storage
from understudy.batch.team import Lost, work_through
from understudy.errors import CaptureError, UnderstudyError
from understudy.library.describing import Described
from understudy.library.entries import About, Institution, Project
from understudy.library.importing.layout import Sorted, sort_files
from understudy.library.parcel import Parcel, parcel_of

ADDED, DUPLICATE, REFUSED, FAILED = "added", "duplicate", "set aside", "failed"
"""What may come of a file; one that failed by a fault of ours is tried again, the others are done."""

_TOGETHER = 64
_SECONDS = 2.0
"""Files that are written in one transaction, and how long the first of them waits [s]."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Looked:
    """A file in which somebody has looked.

    Attributes:
        name: Of the file below the folder.
        digest: Of everything that was captured and stated.
        about: What the layout says of it.
        parcel: The file, None where it cannot be read.
        found: What is in it.
        attached: Name and content of files that belong to it.
        sentence: Why it cannot be read.
        status: What came of it, as far as that is known.
    """

    name: str
    digest: str
    about: About
    parcel: Parcel | None = None
    found: Described | None = None
    attached: tuple[tuple[str, bytes], ...] = ()
    sentence: str = ""
    status: str = ADDED


@dataclass(frozen=True)
class Outcome:
    """What came of a file: its name, one of the words above, and a sentence where there is one to say."""

    name: str
    status: str
    sentence: str = ""


class Target(Protocol):
    """Where files go: a library here, or one behind a server."""

    def prepare(self, projects: Iterable[Project], institutions: Iterable[Institution]) -> None:
        """Make what the files of a set belong to."""
        ...

    def done(self, source: str) -> dict[str, tuple[str, str]]:
        """Return name → digest and status of what was imported from a place before."""
        ...

    def write(self, source: str, looked: list[Looked]) -> list[Outcome]:
        """Write some files together, and what came of them."""
        ...

    def finish(self) -> None:
        """Do once, at the end, what somebody would else have to wait for later."""
        ...


@dataclass(frozen=True)
class _Task:
    input: Input
    digest: str
    about: About
    attached: tuple[str, ...]


@dataclass(frozen=True)
class ImportResult:
    """What came of an import.

    Attributes:
        layout: What the folder was taken for.
        outcomes: Of files that were looked at in this run.
        before: How many had been imported before.
    """

    layout: str
    outcomes: tuple[Outcome, ...]
    before: int

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each outcome."""
        return dict(Counter(outcome.status for outcome in self.outcomes))


def import_folder(
    target: Target,
    place: str,
    given: About | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    own: str = "",
) -> ImportResult:
    """Import every capture below a folder or URL.

    Args:
        target: Where to.
        place: The folder or URL.
        given: What holds for all of them.
        jobs: Processes that read at once.
        progress: Told how many files are done, and how many there are.
        own: The library's own folder, in which nothing is looked for.

    Raises:
        CaptureError: There is no such place, or it holds no captures.
    """
    source = place.rstrip("/") if is_remote(place) else str(Path(place).resolve())
    inputs = find_inputs((place,), own)
    storage = open_storage(inputs[0].source)
    sorted_files = sort_files(storage, storage.sizes(), given or About())
    inputs = tuple(each for each in inputs if each.name not in sorted_files.passed_over)
    if not inputs:
        raise CaptureError(place, "holds no captures, expected some in it or in folders below it")
    target.prepare(sorted_files.projects, sorted_files.institutions)
    done = target.done(source)
    before = sum(1 for each in inputs if each.label in done)
    outcomes: list[Outcome] = []
    skipped = [0]
    tasks = _tasks(inputs, storage, sorted_files, done, skipped)
    with team_of(jobs) as team:
        for group in _grouped(result for _, result in _looked(work_through(team, _look, tasks))):
            outcomes += target.write(source, group)
            if progress is not None:
                progress(skipped[0] + len(outcomes), len(inputs))
    if outcomes:
        target.finish()
    return ImportResult(sorted_files.name, tuple(outcomes), min(before, skipped[0]))


def _tasks(
    inputs: Iterable[Input],
    storage: Storage,
    sorted_files: Sorted,
    done: dict[str, tuple[str, str]],
    skipped: list[int],
) -> Iterator[_Task]:
    """Yield what is still to be looked at; what is done is counted."""
    for each in inputs:
        attached = sorted_files.attached.get(each.name, ())
        digest = each.digest(storage)
        former = done.get(each.label)
        if former is not None and former[0] == digest and former[1] != FAILED:
            skipped[0] += 1
            continue
        yield _Task(each, digest, sorted_files.about(each.name), attached)


def _look(task: _Task) -> Looked:
    """Read a file, in whichever process; nothing is written."""
    looked = Looked(task.input.label, task.digest, task.about)
    storage = open_storage(task.input.source)
    names = (*task.input.files, *task.input.beside)
    try:
        with storage.fetched(names) as folder:
            try:
                parcel = parcel_of(folder / task.input.name)
                found = parcel.describe_at(folder / task.input.name)
            except UnderstudyError as error:
                told = str(error).replace(f"{folder}/", "")
                return _with(looked, status=REFUSED, sentence=told)
        attached = tuple((name, storage.read(name)) for name in task.attached)
    except UnderstudyError as error:
        return _with(looked, status=REFUSED, sentence=str(error))
    except Exception as error:
        # One file that brings out a fault of ours must not end an import of thousands; the fault is told.
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
        told = f"{task.input.label}: a fault of Understudy, please report it ({problem})"
        return _with(looked, status=FAILED, sentence=told)
    return _with(looked, parcel=parcel, found=found, attached=attached)


def _with(looked: Looked, **changes: Any) -> Looked:
    return Looked(**{**vars(looked), **changes})


def _looked(results: Iterator[tuple[Any, Any]]) -> Iterator[tuple[_Task, Looked]]:
    for task, result in results:
        if isinstance(result, Lost):
            result = Looked(
                task.input.label, task.digest, task.about, sentence=result.sentence, status=FAILED
            )
        yield task, result


def _grouped(results: Iterator[Looked]) -> Iterator[list[Looked]]:
    """Yield results in groups that are written together, none of which waits long."""
    for first in results:
        group, start = [first], time.monotonic()
        for each in results:
            group.append(each)
            if len(group) >= _TOGETHER or time.monotonic() - start > _SECONDS:
                break
        yield group


def problems(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes of files that are not in the library."""
    return [outcome for outcome in chain(outcomes) if outcome.status in (REFUSED, FAILED)]
