"""Whether a change of the readers moves landmarks: every capture at hand, read by two commits.

    python benchmarks/compare_captures.py BEFORE [AFTER]

AFTER is the working tree by default. Reads every file of ``../shared/motions`` and a synthetic walk in every
format, as the newer of both commits writes it; prints the farthest that a landmark moved [mm], what appeared
or went missing, and how long reading took by each. Exits with 1 where a landmark moved by over 1 mm.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from compare_commits import PROJECT, SHARED, sources_of

MOVED = 1e-3
"""Landmarks [m] that are farther apart have moved."""

REPEATS = 3
"""The fastest of so many readings counts."""


def main() -> int:
    """Read by both commits and compare."""
    parser = argparse.ArgumentParser(description="Landmarks read by two commits, compared.")
    parser.add_argument("before", help="a commit")
    parser.add_argument("after", nargs="?", default="", help="another (default: the working tree)")
    parser.add_argument("--landmarks-to", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--captures", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.landmarks_to is not None:
        _read_all(options.captures, options.landmarks_to)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        captures = Path(folder) / "captures"
        _write_captures(captures)
        results = [Path(folder) / name for name in ("before", "after")]
        for commit, result in zip((options.before, options.after), results, strict=True):
            _run(commit, captures, result)
        return _compare(*results)


def _write_captures(folder: Path) -> None:
    """Write one motion in every format, and links to the shared captures."""
    from understudy.synth import Corruption, make, record
    from understudy.synth.formats import RENDERINGS

    folder.mkdir()
    motion = make("walk", seed=1)
    for name, rendering in RENDERINGS.items():
        take = record(motion, rendering.point_set(motion.body), Corruption())
        rendering.write(folder / f"synthetic {name}{rendering.suffix}", take)
    for path in sorted((SHARED / "motions").rglob("*.*")):
        if path.suffix != ".md":
            (folder / path.name).symlink_to(path)


def _run(commit: str, captures: Path, result: Path) -> None:
    result.mkdir()
    with sources_of(commit) as tree:
        words = [sys.executable, str(Path(__file__).resolve()), "-", "--landmarks-to", str(result)]
        environment = os.environ | {
            "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{PROJECT / 'benchmarks'}",
            "NUMBA_CACHE_DIR": str(result / "kernels"),
        }
        subprocess.run([*words, "--captures", str(captures)], env=environment, check=True)


def _read_all(captures: Path, result: Path) -> None:
    from understudy.capture import read_capture
    from understudy.errors import CaptureError
    from understudy.motion.landmarks import LANDMARKS

    seconds: dict[str, float] = {}
    for path in sorted(captures.iterdir()):
        if path.name.endswith(".capture.toml"):
            continue
        try:
            recording = read_capture(path)
            times = []
            for _ in range(REPEATS):
                start = time.perf_counter()
                read_capture(path)
                times.append(time.perf_counter() - start)
        except CaptureError as error:
            sys.stderr.write(f"{error}\n")
            continue
        seconds[path.name] = min(times)
        known = {name: recording.landmark(name) for name in LANDMARKS if name in recording.landmark_points}
        tracks = {name: np.where(valid[:, None], points, np.nan) for name, (points, valid) in known.items()}
        np.savez(result / f"{path.name}.npz", **tracks)  # pyright: ignore[reportArgumentType]
    (result / "seconds.json").write_text(json.dumps(seconds), encoding="utf-8")


def _compare(before: Path, after: Path) -> int:
    old, new = (json.loads((folder / "seconds.json").read_text("utf-8")) for folder in (before, after))
    worst = 0.0
    for name in sorted({*old, *new}):
        if name not in old or name not in new:
            sys.stdout.write(f"{name:48} read by the {'later' if name in new else 'earlier'} commit only\n")
            continue
        with np.load(before / f"{name}.npz") as first, np.load(after / f"{name}.npz") as second:
            both = sorted(set(first.files) & set(second.files))
            lost, gained = sorted(set(first.files) - set(both)), sorted(set(second.files) - set(both))
            moved = max((_moved(first[landmark], second[landmark]) for landmark in both), default=np.inf)
        worst = max(worst, moved)
        words = f"{name:48} {1e3 * moved:9.3f} mm  reading {new[name] / old[name]:5.2f} x"
        words += f"  lost {', '.join(lost)}" if lost else ""
        words += f"  gained {', '.join(gained)}" if gained else ""
        sys.stdout.write(words + "\n")
    sys.stdout.write(f"reading in all {sum(new.values()) / sum(old.values()):.2f} x\n")
    return int(worst > MOVED)


def _moved(first: np.ndarray, second: np.ndarray) -> float:
    """Return the farthest [m] that a landmark moved; infinite where another frame or gap is there."""
    if first.shape != second.shape or not np.array_equal(np.isnan(first), np.isnan(second)):
        return np.inf
    return float(np.nanmax(np.linalg.norm(first - second, axis=1), initial=0.0))


if __name__ == "__main__":
    sys.exit(main())
