"""How long a user waits: for help, for the first compilation, for a clip once everything is compiled.

    python benchmarks/startup.py [FILE ...] [--robot g1] [--against REF]

Every figure is of the command in a process of its own, with caches in folders of their own and Python's byte
code ready. Each FILE is compiled for from nothing, by default a walk of 300 frames. An older commit REF is
measured in turn with the present one, so that whatever else the machine does bears on both alike.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS

PROJECT = Path(__file__).resolve().parent.parent
REPEATS = 5
FRAMES, FPS = 300, 60.0

COLD_BAR = "≤ 18 s, aim 12 s"
WARM_BAR = "≤ 1.6 s"
HELP_BAR = "≤ 0.5 s"

# The smallest kernel makes Numba import everything that it compiles with.
IMPORT_ALL = "import understudy.pipeline, rich.table, numba; numba.njit(lambda x: x)(1.0)"


@dataclass(frozen=True)
class Version:
    """A version of the package: what it is called, its sources, and a folder for what it keeps."""

    name: str
    sources: Path
    folder: Path

    def seconds(self, words: list[str], cache: str = "usual") -> float:
        """Return how long a command takes in a new process, with what was kept in a cache of this name."""
        return self._seconds(["-m", "understudy.cli", *words], cache)

    def prepare(self) -> None:
        """Let Python compile its byte code."""
        self._seconds(["-c", IMPORT_ALL], "other")

    def _seconds(self, words: list[str], cache: str) -> float:
        own = {
            "PYTHONPATH": str(self.sources),
            "PYTHONPYCACHEPREFIX": str(self.folder / "byte code"),
            "NUMBA_CACHE_DIR": str(self.folder / cache),
            "UNDERSTUDY_CACHE": str(self.folder / cache),
        }
        left = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *words], env=left | own, cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"{self.name}: {' '.join(words)} failed:\n{done.stderr}")
        return time.perf_counter() - start


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="How long a user waits.")
    parser.add_argument("files", nargs="*", type=Path, help="captures to compile for (default: a walk)")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--against", metavar="REF", help="an older commit, measured in turn with this one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, _versions(Path(name), options.against) as versions:
        walk = _walk(Path(name))
        rows = list(_measure(versions, walk, options.files or [walk], options.robot))
    titles = ["what", "asked", *(version.name for version in versions)]
    lines = [titles, ["---"] * len(titles), *rows]
    sys.stdout.write("\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")
    return 0


def _measure(versions: list[Version], walk: Path, files: list[Path], robot: str) -> Iterator[list[str]]:
    """Yield the rows of the table."""
    for version in versions:
        version.prepare()
    for index, file in enumerate(files):
        words = ["retarget", str(file.resolve()), "--robot", robot, "-o", "out.npz"]
        cold = [version.seconds(words, f"cold {index}") for version in versions]
        later = _least(versions, words, f"cold {index}", repeats=2)
        spent = [f"{first - second:.1f} s" for first, second in zip(cold, later, strict=True)]
        yield [f"compiling for `{file.name}` (first run less a later one)", COLD_BAR, *spent]
    warm = {
        f"`retarget` {FRAMES} frames on `{robot}`, compiled": (
            WARM_BAR,
            ["retarget", str(walk), "--robot", robot, "-o", "out.npz"],
        ),
        "`inspect`": ("", ["inspect", str(walk)]),
        "`--help`": (HELP_BAR, ["--help"]),
    }
    for what, (bar, words) in warm.items():
        for version in versions:
            version.seconds(words)
        yield [what, bar, *(f"{seconds:.2f} s" for seconds in _least(versions, words, "usual", REPEATS))]


def _least(versions: list[Version], words: list[str], cache: str, repeats: int) -> list[float]:
    """Return the shortest time of each version, measured in turn."""
    runs = [[version.seconds(words, cache) for version in versions] for _ in range(repeats)]
    return [min(times) for times in zip(*runs, strict=True)]


def _walk(folder: Path) -> Path:
    """Write a walk and return its file."""
    rendering = RENDERINGS["bvh"]
    motion = make("walk", seconds=(FRAMES - 1) / FPS, fps=FPS)
    path = folder / f"walk{rendering.suffix}"
    rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
    return path


@contextmanager
def _versions(folder: Path, reference: str | None) -> Iterator[list[Version]]:
    """Yield the present version, and the older one where one was asked for."""
    here = Version("measured", PROJECT / "src", folder / "here")
    here.folder.mkdir()
    if reference is None:
        yield [here]
        return
    there = Version(reference, folder / "tree" / "src", folder / "there")
    there.folder.mkdir()
    git = ["git", "-C", str(PROJECT), "worktree"]
    subprocess.run([*git, "add", "--detach", "--quiet", str(folder / "tree"), reference], check=True)
    try:
        yield [here, there]
    finally:
        subprocess.run([*git, "remove", "--force", str(folder / "tree")], check=True)


if __name__ == "__main__":
    sys.exit(main())
