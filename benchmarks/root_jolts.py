"""How hard the root is shaken, and what steadying it costs: clips as captured, smoothed, with steady hips.

    python benchmarks/root_jolts.py [--robots g1 hrp4 nao icub] [--clips 02_01 143_01]

Acceleration of the root's place in 99 % of frames and at most, beside that of the middle of the person's hips
in the robot's size; sliding, and the legs' median and 99 % of regret, all against the capture as it is.
Prints a table in Markdown; there is no bar.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from understudy.clean import CleaningOptions
from understudy.evaluate import evaluate
from understudy.evaluate.joints import rate
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.robots.source import leg_scale
from understudy.takes import read_take

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
SMOOTH = 10.0
"""Frequency [Hz] at which captures are filtered."""

WAYS = {
    "as shipped": (None, TrackOptions()),
    "smoothed": (SMOOTH, TrackOptions()),
    "steady hips": (None, TrackOptions(steady_hips=20.0)),
    "both": (SMOOTH, TrackOptions(steady_hips=20.0)),
    "both, firm soles": (SMOOTH, TrackOptions(steady_hips=20.0, stance=30.0)),
}
"""What is tried → how the capture is filtered, and the options."""

COLUMNS = (
    "clip",
    "robot",
    "way",
    "person p99",
    "root p99",
    "largest",
    "sliding",
    "legs",
    "legs p99",
    "residual",
)


def main() -> None:
    """Perform every clip each way and print what becomes of it."""
    parser = argparse.ArgumentParser(description="How hard the root is shaken.")
    parser.add_argument("--robots", nargs="*", default=["g1", "hrp4", "nao", "icub"])
    parser.add_argument("--clips", nargs="*", help="CMU clips (all)")
    asked = parser.parse_args()
    folder = SHARED / "motions" / "cmu"
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    for clip in asked.clips or sorted(path.stem for path in folder.glob("*.bvh")):
        people = {hz: _read(folder / f"{clip}.bvh", hz) for hz in (None, SMOOTH)}
        for robot in map(load_robot, asked.robots):
            for way, (hz, options) in WAYS.items():
                _write([clip, robot.name, way, *_cells(people[hz], people[None], robot, options)])


def _read(path: Path, smooth: float | None) -> HumanMotion:
    return read_take(path, cleaning=CleaningOptions(cutoff=smooth)).human


def _cells(human: HumanMotion, captured: HumanMotion, robot: Robot, options: TrackOptions) -> list[str]:
    found = evaluate(captured, track(human, robot, options), robot)
    hips, known = captured.landmark("mid_hips")
    person = np.linalg.norm(rate(leg_scale(captured, robot) * hips[known], captured.fps, 2), axis=1)
    root, legs = found["smoothness/root_acceleration"].summary, ("thigh_l", "thigh_r", "shin_l", "shin_r")
    median = max(found[f"direction/{leg}"].summary["median"] for leg in legs)
    regret = max(found[f"regret/leg_{side}"].summary["p99"] for side in "lr")
    return [
        f"{np.nanquantile(person, 0.99):.0f} m/s²",
        f"{root['p99']:.0f} m/s²",
        f"{root['max']:.0f} m/s²",
        f"{100.0 * found['feet/sliding'].summary['share_over_0.1']:.1f} %",
        f"{np.degrees(median):.1f}°",
        f"{np.degrees(regret):.1f}°",
        f"{100.0 * found['feasibility/root_residual'].summary['median']:.1f} %",
    ]


def _write(cells: Iterable[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
