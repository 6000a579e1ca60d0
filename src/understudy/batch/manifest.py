"""What has been done, job by job: lines that are only ever added, so that a batch can be killed at any time.

Whoever does a job first writes its outputs, each whole or not at all, and then the one process that leads the
batch adds the job's record. Killed before the outputs are whole, between them, or before the line is: the job
is not in the manifest and is done again, which gives the same bytes at the same places. Killed while the line
is written: a line without its end is dropped. Killed later: the job is done.

Where outputs are about to be replaced, since capture, robot or options have changed, a line says so first.
Without it, somebody who changes them back after a kill would be told that the old outputs are still there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from understudy.batch.job import Job
from understudy.batch.keep import Keep
from understudy.batch.record import DONE, FAILED, Record
from understudy.batch.storage import Log, Storage

NAME = "manifest.jsonl"

_REPLACED = "replaced"


class Manifest:
    """The records of a batch."""

    def __init__(self, storage: Storage, log: Log) -> None:
        """Read what has been done before."""
        self._storage = storage
        self._log = log
        self._records: dict[tuple[str, str], Record] = {}
        for line in log.read():
            self._take(line)
        self._sizes = storage.sizes()

    def _take(self, line: bytes) -> None:
        try:
            data = json.loads(line)
            if _REPLACED in data:
                label, robot = data[_REPLACED]
                self._records.pop((label, robot), None)
            else:
                record = Record.from_dict(data)
                self._records[record.place] = record
        except (ValueError, KeyError, TypeError):
            # What a stranger or a broken disk left here says nothing about any job: that is done again.
            return

    def find(self, job: Job) -> Record | None:
        """Return the record of a job whose outputs are where they belong, None where it is to be done.

        Outputs that belong elsewhere, since another rule says which to keep, are moved there.
        """
        record = self._records.get((job.input.label, job.robot_folder))
        if record is None or record.key != job.key or record.status == FAILED:
            return None
        return record if self._settle(record, job.keep) else None

    def begin(self, job: Job) -> None:
        """Prepare for a job: say that it replaces what another one has left, and remove that.

        Neither a capture that was broken meanwhile, nor one that is no longer kept, nor a kill before a
        record was added may leave an older motion in the training set.
        """
        place = (job.input.label, job.robot_folder)
        former = self._records.pop(place, None)
        left = set(job.paths())
        if former is not None and former.status == DONE:
            left.update((*former.paths(job.keep), *former.other_paths(job.keep)))
            self._log.append(json.dumps({_REPLACED: place}).encode())
        for path in sorted(left.intersection(self._sizes)):
            self._storage.remove(path)
            del self._sizes[path]

    def add(self, record: Record) -> None:
        """Add the record of a job whose outputs are written."""
        self._log.append(record.to_line())
        self._records[record.place] = record

    def _settle(self, record: Record, keep: Keep) -> bool:
        """Move outputs to where they belong; return whether all are there."""
        wanted = record.paths(keep)
        elsewhere = record.other_paths(keep)
        for own, path, other in zip(record.outputs, wanted, elsewhere, strict=True):
            if self._sizes.get(path) == own.size:
                # Where files are moved by copying, a kill may leave both.
                if other in self._sizes:
                    self._storage.remove(other)
                continue
            if self._sizes.get(other) != own.size:
                return False
            self._storage.move(other, path)
            self._sizes[path] = self._sizes.pop(other)
        return True

    @property
    def records(self) -> Mapping[tuple[str, str], Record]:
        """The last record of every label and robot."""
        return self._records


@contextmanager
def open_manifest(storage: Storage) -> Iterator[Manifest]:
    """Open the manifest of a folder of results for this process alone.

    Raises:
        OutputError: Where it cannot be written, or another batch is writing.
    """
    with storage.log(NAME) as log:
        yield Manifest(storage, log)
