"""How fast the numbers of large text captures are read, against other readers of numbers in the same process.

    python benchmarks/read_tables.py [--seconds 600] [--repeats 3]

Makes ten minutes of a person in memory as BVH, TRC, MOT, CSV and Kinect write it, and reads the rows of each
with our table reader, compiled and in plain Python, with ``numpy.loadtxt``, with ``numpy.fromstring``, and by
splitting the text and converting all words at once. Prints processor time per number, which other work on
the machine does not change much, and how many times as long as ours the others take. Ours also finds where a
fault is, and reads empty cells, for which the last column has every fifth value missing.

Exits with 1 where the fastest of NumPy's ways, none of which reads gaps and words or finds a fault, takes
less than half as long again as the compiled reader on any table: then that would not be worth its code.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.text import text_table
from understudy.capture.text.text_table import BLANKS, Layout, parse_rows

WORTHWHILE = 1.5
FILE = Path("made")
GAPS = 0.2


@dataclass(frozen=True)
class Kind:
    """How a format writes its rows: frames a second, numbers in a row, and how these are printed."""

    name: str
    fps: float
    columns: int
    separator: str
    number: str


KINDS = (
    Kind("BVH", 120.0, 96, " ", "%.6f"),
    Kind("TRC", 120.0, 2 + 3 * 50, "\t", "%.5f"),
    Kind("MOT", 120.0, 40, "\t", "%.8f"),
    Kind("CSV", 120.0, 1 + 3 * 40, ",", "%.17g"),
    Kind("Kinect, lines", 30.0, 7 * 25, " ", "%.9f"),
    Kind("Kinect, columns", 30.0, 1 + 4 * 25, ",", "%.9f"),
)


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="How fast the numbers of text captures are read.")
    parser.add_argument("--seconds", type=float, default=600.0, help="length of the motion [s]")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    head = (
        "rows",
        "MB",
        "10⁶ numbers",
        "ours [µs]",
        "in Python",
        "loadtxt",
        "fromstring",
        "split",
        "with gaps",
    )
    lines = [head, ("---", *["---:"] * (len(head) - 1))]
    is_worth_it = True
    for kind in KINDS:
        values = np.random.default_rng(0).normal(
            scale=300.0, size=(int(options.seconds * kind.fps), kind.columns)
        )
        text = written(kind, values)
        readers = readers_of(kind, text)
        times = {name: shortest(read, options.repeats) / values.size for name, read in readers.items()}
        with_gaps = written(
            kind, np.where(np.random.default_rng(1).random(values.shape) < GAPS, np.nan, values)
        )
        times["gaps"] = (
            shortest(lambda kind=kind, text=with_gaps: ours(kind, text), options.repeats) / values.size
        )
        own = times.pop("ours")
        peers = [times[name] for name in ("loadtxt", "fromstring", "split")]
        is_worth_it = is_worth_it and min(peers) >= WORTHWHILE * own
        cells = [f"{len(text) / 1e6:.0f}", f"{values.size / 1e6:.1f}", f"{own * 1e6:.3f}"]
        lines.append((kind.name, *cells, *(f"{seconds / own:.1f} ×" for seconds in times.values())))
    sys.stdout.write("".join(f"| {' | '.join(line)} |\n" for line in lines))
    sys.stdout.write(f"\nasked: all of NumPy's take at least {WORTHWHILE:g} times as long as ours\n")
    return 0 if is_worth_it else 1


def written(kind: Kind, values: np.ndarray) -> bytes:
    """Return values (T, C) as the format writes them, empty cells or the word nan where they are missing."""
    line = kind.separator.join([kind.number] * values.shape[1])
    missing = "nan" if kind.separator == " " else ""
    return "".join(f"{line % tuple(row)}\n".replace("nan", missing) for row in values.tolist()).encode()


def readers_of(kind: Kind, text: bytes) -> dict[str, Callable[[], np.ndarray]]:
    """Return reader by name."""
    separator = kind.separator.encode()
    return {
        "ours": lambda: ours(kind, text),
        "in Python": lambda: in_python(kind, text),
        "loadtxt": lambda: np.loadtxt(
            io.BytesIO(text), delimiter=None if kind.separator == " " else kind.separator
        ),
        "fromstring": lambda: from_string(kind, text),
        "split": lambda: np.array(text.replace(separator, b" ").split(), dtype=np.float64),
    }


def ours(kind: Kind, text: bytes) -> np.ndarray:
    """Read rows by the table reader as captures of that size are read."""
    separator = BLANKS if kind.separator == " " else kind.separator
    return parse_rows(FILE, text, 0, 1, Layout(kind.columns, separator)).values


def in_python(kind: Kind, text: bytes) -> np.ndarray:
    """Read rows by the table reader as short captures are read."""
    shortest_long, text_table.SHORT_TEXT = text_table.SHORT_TEXT, len(text)
    try:
        return ours(kind, text)
    finally:
        text_table.SHORT_TEXT = shortest_long


def from_string(kind: Kind, text: bytes) -> np.ndarray:
    """Read all numbers as one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return np.fromstring(text.decode().replace("\n", kind.separator), sep=kind.separator)


def shortest(read: Callable[[], object], repeats: int) -> float:
    """Return the shortest processor time [s] of several, after a first one that compiles."""
    times = []
    for _ in range(repeats + 1):
        start = time.process_time()
        read()
        times.append(time.process_time() - start)
    return min(times[1:])


if __name__ == "__main__":
    sys.exit(main())
