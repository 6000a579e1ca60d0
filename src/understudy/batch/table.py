"""One table of all jobs, the best first: CSV always, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import importlib.util
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from understudy.batch.figures import CLIP_FIGURES, FIGURES
from understudy.batch.keep import Keep
from understudy.batch.record import DONE, Record

CSV_NAME, PARQUET_NAME, SET_ASIDE_NAME = "table.csv", "table.parquet", "set_aside.csv"

KEPT, TURNED_DOWN = "kept", "not kept"

_FIRST = ("rank", "capture", "robot", "method", "verdict", "missed_targets", "missed")
_LAST = ("motion", "warnings", "sentence", "key")


@dataclass(frozen=True)
class Table:
    """Jobs in order of rank.

    Attributes:
        columns: Names of columns; figures in the units of ``--keep``, metrics in SI units.
        rows: Column → value of each job; what does not apply is not in it.
    """

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]

    def to_csv(self) -> bytes:
        """Return the table as CSV."""
        return _csv(self.columns, self.rows)

    def to_parquet(self) -> bytes:
        """Return the table as Parquet."""
        import pyarrow as arrow
        from pyarrow import parquet

        columns = {name: [row.get(name) for row in self.rows] for name in self.columns}
        sink = arrow.BufferOutputStream()
        parquet.write_table(arrow.table(columns), sink)
        return sink.getvalue().to_pybytes()


def ranked(records: Sequence[Record], keep: Keep) -> tuple[Record, ...]:
    """Return records, the best first: kept ones, those that miss fewer targets, those with less regret."""

    def rank(record: Record) -> tuple[Any, ...]:
        regret = record.figures.get("p99", math.inf)
        return record.status != DONE, not record.is_kept(keep), len(record.missed), regret, record.place

    return tuple(sorted(records, key=rank))


def verdict(record: Record, keep: Keep) -> str:
    """Return ``kept``, ``not kept``, or why there is nothing to keep."""
    if record.status != DONE:
        return record.status
    return KEPT if record.is_kept(keep) else TURNED_DOWN


def make_table(records: Sequence[Record], keep: Keep) -> Table:
    """Return the table of ranked records."""
    metrics = dict.fromkeys(name for record in records for name in record.metrics)
    columns = (*_FIRST, *CLIP_FIGURES, "fps", *FIGURES, *_LAST, *metrics)
    return Table(columns, tuple(_row(rank, record, keep) for rank, record in enumerate(records, start=1)))


def set_aside_table(records: Sequence[Record]) -> bytes:
    """Return the captures that could not be used and why, as CSV."""
    rows = [
        {"capture": record.label, "robot": record.robot, "sentence": record.sentence}
        for record in records
        if record.status != DONE
    ]
    return _csv(("capture", "robot", "sentence"), rows)


def has_parquet() -> bool:
    """Return whether Parquet can be written."""
    return importlib.util.find_spec("pyarrow") is not None


def _row(rank: int, record: Record, keep: Keep) -> dict[str, Any]:
    row: dict[str, Any] = {
        "rank": rank,
        "capture": record.label,
        "robot": record.robot,
        "method": record.method,
        "verdict": verdict(record, keep),
        "sentence": record.sentence,
        "key": record.key,
    }
    if record.status == DONE:
        row |= {
            "missed_targets": len(record.missed),
            "missed": "; ".join(record.missed),
            "fps": record.fps,
            "motion": record.paths(keep)[record.motion_index],
            "warnings": " | ".join(record.warnings),
        }
    return {**row, **record.figures, **record.metrics}


def _csv(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
