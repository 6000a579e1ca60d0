"""How long an iteration over a whole clip takes, and how that grows with its frames.

    python benchmarks/batch_speed.py [--robot g1] [--json]

The costs of ``track`` without its pins, which depend on earlier frames, with a cost of acceleration that ties
the frames together. Time is that of one iteration: a step, and the costs where it leads.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from understudy.bench.growth import repeated
from understudy.commands.terminal import Terminal
from understudy.data import built_in_motion
from understudy.kinematics.batch import BatchOptions, solve_batch
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.retarget import TrackOptions
from understudy.retarget.track import track_problem
from understudy.robots import load_robot
from understudy.takes import read_human

FRAMES = (300, 1000, 3000)
STEADY = 2e-4
ITERATIONS, REPEATS = 10, 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time of an iteration over a whole clip.")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    terminal, robot = Terminal(options.json), load_robot(options.robot)
    human = read_human(built_in_motion("walk"))
    rows = []
    for frames in FRAMES:
        problem = track_problem(repeated(human, frames), robot, TrackOptions(steady=STEADY, stance=0.0))
        start = solve_clip(problem, frames).q
        best = min(_seconds(problem, start) for _ in range(REPEATS))
        rows.append({"frames": frames, "variables": len(problem.tree.variable), "iteration_ms": 1e3 * best})
    terminal.give({"robot": robot.name, "rows": rows})
    terminal.table(
        ("frames", "variables a frame", "ms an iteration", "µs a frame"),
        [
            (str(r["frames"]), str(r["variables"]), f"{r['iteration_ms']:.1f}",
             f"{1e3 * r['iteration_ms'] / r['frames']:.1f}")
            for r in rows
        ],
    )  # fmt: skip


def _seconds(problem: Problem, start: np.ndarray) -> float:
    """Return the time of one iteration [s], from a run of several."""
    options = BatchOptions(iterations=ITERATIONS, smallest_step=0.0)
    begin = time.perf_counter()
    found = solve_batch(problem, start, options=options)
    return (time.perf_counter() - begin) / found.iterations


if __name__ == "__main__":
    main()
