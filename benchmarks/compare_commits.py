"""Whether a change of the code changes results: `track` and `fit` by two commits, compared number by number.

    python benchmarks/compare_commits.py BEFORE [AFTER] [--robots g1 nao] [--clips 02_01] [--no-fit]

AFTER is the working tree by default. Every CMU clip goes onto every installed robot, and the reference human
is fitted to the people of ``fit_speed.py`` and to a real recording; prints the largest difference of any
coordinate and exits with 1 where it exceeds 1e-9.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

SAME = 1e-9
"""Largest difference of a coordinate [m, rad, or of a quaternion] that counts as none."""

PEOPLE, FIT_FRAMES = 2, 600
PROJECT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", PROJECT.parent / "shared"))


def main() -> int:
    """Run both commits and compare what they saved."""
    parser = argparse.ArgumentParser(description="Results of two commits, compared.")
    parser.add_argument("before", help="a commit")
    parser.add_argument("after", nargs="?", help="another (default: the working tree)")
    parser.add_argument("--robots", nargs="*", default=[], help="default: all that are installed")
    parser.add_argument("--clips", nargs="*", default=[], help="default: all CMU clips")
    parser.add_argument("--no-fit", action="store_true", help="leave the reference human out")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep results there and use those found there"
    )
    parser.add_argument("--results-to", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.results_to is not None:
        _save_results(options.results_to, options.robots, options.clips, not options.no_fit)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        kept = options.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        before, after = (
            _results_of(commit, kept, options) for commit in (options.before, options.after or "")
        )
        return _compare(before, after)


def _results_of(commit: str, folder: Path, options: argparse.Namespace) -> Path:
    """Return the folder with a commit's results; made in a process of its own with that commit's code."""
    results = folder / (commit or "working-tree")
    if commit and results.is_dir():
        return results
    results.mkdir(exist_ok=True)
    with sources_of(commit) as tree:
        words = [sys.executable, str(Path(__file__).resolve()), "-", "--results-to", str(results)]
        words += ["--robots", *options.robots, "--clips", *options.clips]
        words += ["--no-fit"] if options.no_fit else []
        environment = os.environ | {
            "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree / 'benchmarks'}",
            "NUMBA_CACHE_DIR": str(folder / f"kernels-{commit or 'working-tree'}"),
            "UNDERSTUDY_SHARED": str(SHARED),
            "UNDERSTUDY_CACHE": str(folder / f"cache-{commit or 'working-tree'}"),
        }
        subprocess.run(words, env=environment, check=True)
    return results


@contextmanager
def sources_of(commit: str) -> Iterator[Path]:
    """Lend a folder with a commit's files: a git worktree, or the project itself."""
    if not commit:
        yield PROJECT
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(PROJECT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _save_results(folder: Path, robots: list[str], clips: list[str], fit: bool) -> None:
    """Write one array a result; only names that both commits have are imported."""
    from understudy.errors import RobotError
    from understudy.retarget import track
    from understudy.robots import load_robot, robot_names
    from understudy.takes import read_human, read_recording

    motions = sorted((SHARED / "motions" / "cmu").glob("*.bvh"))
    people = {path.stem: read_human(path) for path in motions if not clips or path.stem in clips}
    for name in robots or robot_names():
        try:
            robot = load_robot(name)
        except RobotError as error:
            sys.stderr.write(f"left out: {error}\n")
            continue
        for clip, human in people.items():
            _save(folder / f"track {clip} {name}.npy", lambda h=human, r=robot: track(h, r).q)
    if fit:
        # The other benchmark's people; found by the path that the comparison sets.
        from fit_speed import HEIGHT, marked, moving, person  # pyright: ignore[reportMissingImports]

        from understudy.human import Human, fit_human

        for seed in range(PEOPLE):
            true = person(seed)
            recording = marked(true, moving(true, seed)[:FIT_FRAMES], seed)
            body = Human(height=HEIGHT, subset="no_hands")
            _save(folder / f"fit person {seed}.npy", lambda r=recording, b=body: fit_human(r, b).coordinates)
        walk = read_recording(SHARED / "motions" / "c3d" / "Movement_trial.c3d")
        _save(folder / "fit Movement_trial.npy", lambda: fit_human(walk).coordinates)


def _save(path: Path, result: Callable[[], np.ndarray | None]) -> None:
    sys.stderr.write(f"{path.stem}\n")
    values = result()
    assert values is not None
    np.save(path, values)


def _compare(before: Path, after: Path) -> int:
    names = sorted(path.name for path in before.glob("*.npy"))
    missing = [name for name in names if not (after / name).exists()]
    rows = [
        (name, *_difference(np.load(before / name), np.load(after / name)))
        for name in names
        if name not in missing
    ]
    for name, largest, frame in sorted(rows, key=lambda row: -row[1])[:20]:
        sys.stdout.write(
            f"{largest:.3e}  {name.removesuffix('.npy')}, first over {SAME:g} in frame {frame}\n"
        )
    worst = max((row[1] for row in rows), default=np.inf)
    equal = sum(row[1] == 0.0 for row in rows)
    sys.stdout.write(f"{len(rows)} results, {equal} equal to the bit, largest difference {worst:.3e}\n")
    for name in missing:
        sys.stdout.write(f"missing: {name}\n")
    return 0 if worst <= SAME and not missing else 1


def _difference(one: np.ndarray, other: np.ndarray) -> tuple[float, int]:
    """Return the largest difference of two arrays and the first frame in which they differ, -1 for none."""
    if one.shape != other.shape:
        return float("inf"), 0
    off = np.abs(one - other).reshape(len(one), -1).max(axis=1)
    over = np.flatnonzero(off > SAME)
    return float(off.max()), int(over[0]) if len(over) else -1


if __name__ == "__main__":
    sys.exit(main())
