"""Which controllers keep a robot up that is pushed: squats, reaches, bends and walks in windows of 8 s.

    python benchmarks/pushed.py [--robot g1] [--push 0.3] [--seeds 3] [--clips squat 120_01]
                                [--ways none contact] [--controllers balance whole-body]

How things are counted:

* Clips are made-up motions of 8 s and CMU's walks, each by `track` with each value of its option `physics`,
  cut into windows of 8 s one after the other. A rest of 2 s and more is a window of its own, and so is a clip
  that is shorter as a whole.
* In every window the robot starts in the first frame at the motion's speed. A push adds `--push` m/s to the
  velocity of its root, and so of all that hangs on it, in any direction on the level: one in 1 … 2 s, one in
  3.5 … 4.5 s, one in 6 … 7 s. Moments and directions are drawn by the seeds 0, 1, …, alike for all.
* A window is survived where `falls/fallen` finds no fall in it and the simulation does not diverge.
* `feedforward` has the servos of the robot's card, the others those that `simulate` takes by default; the
  physics is that of `understudy simulate` throughout.

No bar: figures are shown. Two runs print the same table.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from understudy.evaluate.falls import falls_metrics
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import TrackOptions, track
from understudy.retarget.options import options_of
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

WINDOW, REST = 8.0, 2.0
MADE_UP = ("squat", "reach", "bend", "slow_walk", "walk")
RECORDED = ("02_01", "07_01", "120_01")
WAYS = next(option.choices for option in options_of(TrackOptions) if option.name == "physics")
CONTROLLERS = ("feedforward", "balance", "whole-body")
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def main() -> int:
    """Push a robot in every window of every clip."""
    parser = argparse.ArgumentParser(description="Which controllers keep a robot up that is pushed.")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--push", type=float, default=0.3, help="[m/s] (0.3)")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--clips", nargs="+", default=(*MADE_UP, *RECORDED))
    parser.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    parser.add_argument("--controllers", nargs="+", default=CONTROLLERS)
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    write(("clip", "physics", "windows", *options.controllers))
    write(["---"] * (3 + len(options.controllers)))
    robot, totals = load_robot(options.robot), {way: np.zeros(1 + len(options.controllers)) for way in WAYS}
    for name in options.clips:
        human = person(name, options.motions)
        for way in options.ways:
            motion = track(human, robot, TrackOptions(physics=way))
            parts = [part for part in windows(motion) for _ in range(options.seeds)]
            seeds = list(range(options.seeds)) * (len(parts) // options.seeds)
            survived = [
                sum(
                    survives(part, robot, how, options.push, seed)
                    for part, seed in zip(parts, seeds, strict=True)
                )
                for how in options.controllers
            ]
            totals[way] += [len(parts), *survived]
            write((name, way, str(len(parts)), *(f"{each}" for each in survived)))
    for way in options.ways:
        count, *survived = totals[way]
        write(("**share**", way, f"{count:.0f}", *(f"{100.0 * each / count:.0f} %" for each in survived)))
    return 0


def person(name: str, folder: Path) -> HumanMotion:
    """Return a recorded motion, or a made-up one as it comes back from a file."""
    if name not in MADE_UP:
        return read_human(folder / f"{name}.bvh")
    motion, rendering = make(name, WINDOW), RENDERINGS["bvh"]
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / f"{name}.bvh"
        rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
        return read_human(path)


def windows(motion: RobotMotion) -> list[RobotMotion]:
    """Return a motion in windows, one after the other."""
    size, least = round(WINDOW * motion.fps), round(REST * motion.fps)
    starts = [at for at in range(0, motion.frame_count, size) if not at or motion.frame_count - at >= least]
    return [motion.section(at, min(at + size, motion.frame_count)) for at in starts]


def survives(motion: RobotMotion, robot: Robot, controller: str, push: float, seed: int) -> bool:
    """Return whether a robot is still up at the end of a window."""
    servos = "card" if controller == "feedforward" else "tuned"
    how = SimulationOptions(
        base="free", controller=controller, start="moving", servos=servos, push=push, seed=seed
    )
    rollout = simulate(motion, robot, how)
    found = {metric.name: metric for metric in falls_metrics(rollout, robot)}
    return not rollout.ending and bool(np.isnan(found["falls/fallen"].summary["first"]))


def write(cells: Iterable[str]) -> None:
    """Write a row of a table."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
