"""What limits of velocity and acceleration do: every clip with them and without, on a robot.

    python benchmarks/motion_limits.py [--robot g1] [--motions ../shared/motions/cmu]

Of the eight CMU clips and the two built-in ones, without the limits → with them: the largest joint speed and
acceleration, frames over either limit, and what the limits cost: medians of the worst leg and
arm segments, and sliding. Prints a table in Markdown and exits with 1 where a frame is over a
limit with the limits on.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.pipeline import perform
from understudy.retarget import TrackOptions
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

BUILT_IN = ("walk", "infant_kicking")
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
COLUMNS = ("clip", "rad/s", "rad/s²", "frames over", "legs", "arms", "sliding")


def main() -> int:
    """Perform every clip both ways and print what becomes of it."""
    parser = argparse.ArgumentParser(description="Clips with limits of motion and without.")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    asked = parser.parse_args()
    robot = load_robot(asked.robot)
    paths = [*sorted(asked.motions.glob("*.bvh")), *(built_in_motion(name) for name in BUILT_IN)]
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    over = 0
    for path in paths:
        human = read_human(path)
        free = replace(TrackOptions(), velocity_limits=False, acceleration_limits=False)
        without, _ = _cells(human, robot, free)
        kept, here = _cells(human, robot, TrackOptions())
        over += here
        _write([Path(path).stem, *(f"{a} → {b}" for a, b in zip(without, kept, strict=True))])
    sys.stdout.write("no frame is over a limit\n" if over == 0 else f"{over} frames are over a limit\n")
    return 0 if over == 0 else 1


def _cells(human: HumanMotion, robot: Robot, options: TrackOptions) -> tuple[list[str], int]:
    """Return the cells of one way of performing a clip, and the frames over a limit."""
    performance = perform(human, robot, options=options)
    found, joints = performance.evaluation, performance.motion.joint_positions
    speed, acceleration = (np.abs(np.diff(joints, order, axis=0)) * human.fps**order for order in (1, 2))
    over = sum(round(found[f"limits/{kind}"].summary["frames"]) for kind in ("velocity", "acceleration"))
    medians = {metric.name.split("/")[1]: metric.summary["median"] for metric in found.family("direction")}
    legs, arms = (
        max((value for name, value in medians.items() if name[:-2] in kinds), default=float("nan"))
        for kinds in (("thigh", "shin"), ("upper_arm", "forearm"))
    )
    sliding = [m.summary["share_over_0.1"] for m in found.family("feet") if m.name == "feet/sliding"]
    return [
        f"{speed.max():.0f}",
        f"{acceleration.max():.0f}",
        str(over),
        f"{np.degrees(legs):.1f}°",
        f"{np.degrees(arms):.1f}°",
        f"{100.0 * sliding[0]:.1f} %" if sliding and np.isfinite(sliding[0]) else "–",
    ], over


def _write(cells: list[str] | tuple[str, ...]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
