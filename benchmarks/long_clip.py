"""What a long clip costs beside its solving: every stage's processor time as a multiple of the solver's.

    python benchmarks/long_clip.py [--frames 72000] [--robot g1] [FILE]

Without a file, ten minutes of walking at 120 Hz are made up as a BVH of 31 joints. The job runs in a new
process as users run it, from the file to a saved motion with its verdict; kernels are compiled and loaded by
a short clip before. Processor time rather than elapsed time is taken, since other work on the machine then
does not count. Asked is that the whole job takes at most twice the solver's time, within 1 GB.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from read_bvh import FRAMES, peak_bytes, write_long_walk

SHORT = 600
"""Frames of the clip that everything is compiled and loaded with."""

SOLVE = "solve"
MOST_TIMES_SOLVING, MOST_BYTES = 2.0, 1e9

Result = TypeVar("Result")


class Stages:
    """Processor time [s] and peak of memory [bytes] of one stage after the other."""

    def __init__(self) -> None:
        """Begin without any."""
        self.seconds: dict[str, float] = {}
        self.peaks: dict[str, int] = {}

    def run(self, name: str, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do a stage's work and note what it took."""
        start = time.process_time()
        result = work(*arguments)
        self.seconds[name] = time.process_time() - start
        self.peaks[name] = peak_bytes()
        return result


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="What a long clip costs beside its solving.")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--worker", nargs=2, metavar=("SHORT", "OUT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        sys.stdout.write(json.dumps(measure(options.file, options.robot, *options.worker)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        short, path = str(Path(folder) / "short.bvh"), options.file or str(Path(folder) / "long.bvh")
        write_long_walk(short, SHORT)
        if options.file is None:
            write_long_walk(path, options.frames)
        # A peak of memory never sinks, and making the clip has one of its own.
        words = [sys.executable, __file__, path, "--robot", options.robot]
        words += ["--worker", short, str(Path(folder) / "out.npz")]
        done = subprocess.run(words, check=True, stdout=subprocess.PIPE)
    sys.stdout.write(table(**json.loads(done.stdout.splitlines()[-1])))
    return 0


def measure(path: str, robot: str, short: str, out: str) -> dict[str, dict[str, float]]:
    """Return what each stage of a clip takes, after a short one has loaded all that is compiled."""
    run_job(short, robot, out, Stages())
    loaded = Stages()
    loaded.run("loaded", int)
    stages = Stages()
    run_job(path, robot, out, stages)
    return {"seconds": stages.seconds, "peaks": {**loaded.peaks, **stages.peaks}}


def run_job(path: str, robot_name: str, out: str, stages: Stages) -> None:
    """Go the whole path from a capture to a saved and judged motion; nothing is kept longer than there."""
    from understudy.capture import read_capture
    from understudy.clean import clean
    from understudy.evaluate import evaluate
    from understudy.evaluate.table import summary_rows
    from understudy.human import human_from_recording
    from understudy.pipeline import retarget
    from understudy.robots import load_robot

    robot = load_robot(robot_name)
    captured = stages.run("read", read_capture, path)
    recording = stages.run("clean", clean, captured)
    del captured
    human = stages.run("landmarks", human_from_recording, recording)
    del recording
    motion = stages.run(SOLVE, retarget, human, robot, "track")
    evaluation = stages.run("evaluate", evaluate, human, motion, robot)
    stages.run("verdict", summary_rows, evaluation)
    stages.run("save", motion.save, out)


def table(seconds: dict[str, float], peaks: dict[str, float]) -> str:
    """Return the results in Markdown."""
    solving, total = seconds[SOLVE], sum(seconds.values())
    lines = ["| stage | processor time [s] | × solving | peak of memory [MB] |"]
    lines.append("| --- | ---: | ---: | ---: |")
    lines.append(f"| everything loaded | | | {peaks['loaded'] / 1e6:.0f} |")
    for name, spent in seconds.items():
        lines.append(f"| {name} | {spent:.2f} | {spent / solving:.2f} | {peaks[name] / 1e6:.0f} |")
    peak = max(peaks.values())
    lines.append(f"| **whole job** | {total:.2f} | {total / solving:.2f} | {peak / 1e6:.0f} |")
    lines.append(f"| asked | | ≤ {MOST_TIMES_SOLVING:g} | ≤ {MOST_BYTES / 1e6:.0f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
