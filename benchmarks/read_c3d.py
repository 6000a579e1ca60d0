"""How fast C3D files are read, against bare ezc3d on the same files in the same process.

    python benchmarks/read_c3d.py [FILE ...]

Prints a table in Markdown, by default of the real recordings and a long one made of them, and exits with 1
where reading takes longer than ezc3d, which would be used instead then, or beside the file's own bytes over
five times the memory of the points that it returns. Ours names and places the points as well.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.capture import read_capture
from understudy.capture.c3d.reader import read_c3d
from understudy.capture.placing.place import place
from understudy.capture.source import read_source
from understudy.export.captures.c3d import write_c3d

# A peer to measure against, not a package that this project needs.
ezc3d = importlib.import_module("ezc3d")

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
REPEATS = 5
MAX_RATIO, MAX_MEMORY = 1.0, 5.0
LONG_REPEATS = 60
"""The real walk is about three seconds long; so often repeated it makes up a take of almost three minutes."""


def main() -> int:
    """Read every file in both ways and print the ratios."""
    parser = argparse.ArgumentParser(description="C3D files read by Understudy and by ezc3d.")
    parser.add_argument("files", nargs="*", type=Path)
    with tempfile.TemporaryDirectory() as folder:
        files = parser.parse_args().files or _real_files(Path(folder))
        head = ("file", "MiB", "frames", "understudy [ms]", "ezc3d [ms]", "ratio", "memory / points")
        rows: list[tuple[str, ...]] = [head, tuple("---" for _ in head)]
        met = True
        for path in files:
            own, theirs = (
                _seconds(lambda path=path: read_capture(path)),
                _seconds(lambda path=path: ezc3d.c3d(str(path))),
            )
            frames, memory = _memory(path)
            met = met and own <= MAX_RATIO * theirs and memory <= MAX_MEMORY
            size = path.stat().st_size / 2**20
            cells = (
                f"{size:.1f}",
                str(frames),
                f"{own * 1e3:.1f}",
                f"{theirs * 1e3:.1f}",
                f"{own / theirs:.2f}",
            )
            rows.append((path.name, *cells, f"{memory:.1f}"))
    sys.stdout.write("".join(f"| {' | '.join(row)} |\n" for row in rows))
    sys.stdout.write(f"\nasked: ratio ≤ {MAX_RATIO:g}, memory ≤ {MAX_MEMORY:g} times the points returned\n")
    return 0 if met else 1


def _real_files(folder: Path) -> list[Path]:
    """Return the real recordings, and a long one made of them."""
    real = sorted((SHARED / "motions" / "c3d").glob("*.c3d"))
    take = read_capture(real[0])
    long_take = replace(
        take,
        points=np.tile(take.points, (LONG_REPEATS, 1, 1)),
        valid=np.tile(take.valid_mask, (LONG_REPEATS, 1)),
        contacts=None,
        contacts_known=None,
    )
    write_c3d(folder / "long.c3d", long_take)
    return [*real, folder / "long.c3d"]


def _seconds(read: Callable[[], object]) -> float:
    """Return the shortest of several times [s]."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        read()
        times.append(time.perf_counter() - start)
    return min(times)


def _memory(path: Path) -> tuple[int, float]:
    """Return the frames, and the greatest memory while reading over that of the points."""
    source = read_source(path)
    tracemalloc.start()
    recording = place(read_c3d(source), source.sidecar)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return recording.frame_count, peak / recording.points.nbytes


if __name__ == "__main__":
    sys.exit(main())
