"""Touches as a table for others: CSV for spreadsheets, plain values for JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from understudy.evaluate.touch_events import TouchEvent

_DIGITS = 6


def touch_rows(events: Sequence[TouchEvent]) -> list[dict[str, object]]:
    """Return one row a touch: names, times [s], forces [N], places [m] and sides."""
    return [
        {
            "first": event.first,
            "second": event.second,
            "self": event.is_self,
            "start_s": round(event.start, _DIGITS),
            "duration_s": round(event.duration, _DIGITS),
            "max_force_n": round(event.max_force, _DIGITS),
            "mean_force_n": round(event.mean_force, _DIGITS),
            "max_shear_n": round(event.max_shear, _DIGITS),
            "side_first": event.side_first,
            "side_second": event.side_second,
            **_place("first", event.place_first),
            **_place("second", event.place_second),
        }
        for event in events
    ]


def touch_csv(events: Sequence[TouchEvent]) -> str:
    """Return touches as CSV with a header, also where there are none."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in touch_rows(events):
        writer.writerow(row | {"self": "yes" if row["self"] else "no"})
    return text.getvalue()


def _place(which: str, point: np.ndarray) -> dict[str, object]:
    return {
        f"{axis}_{which}_m": round(float(value), _DIGITS) for axis, value in zip("xyz", point, strict=True)
    }


COLUMNS = (
    *("first", "second", "self", "start_s", "duration_s", "max_force_n", "mean_force_n", "max_shear_n"),
    *("side_first", "side_second"),
    *(f"{axis}_{which}_m" for which in ("first", "second") for axis in "xyz"),
)
"""Columns of the table, in order."""
