"""How hard the root is shaken: clips as captured, smoothed, and with hips that are left to the feet.

    python benchmarks/root_jolts.py [--robots g1 hrp4 nao icub] [--clips 02_01 143_01] [--ways "as shipped"]

Acceleration of the root's place in 99 % of frames and at most, beside that of the middle of the person's hips
in the robot's size, and how many times that it is; the same of the middle of the robot's hips, which a root
that lies elsewhere turns about; sliding, and the legs' median and 99 % of regret, all against the capture as
it is. Prints a table in Markdown; there is no bar.
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
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.tree import compile_tree
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions, track
from understudy.retarget.placement import HIPS, placed_points
from understudy.robots import Robot, load_robot
from understudy.robots.source import leg_scale
from understudy.takes import read_take

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
SMOOTH = 10.0
"""Frequency [Hz] at which captures are filtered."""

WAYS = {
    "as shipped": (None, TrackOptions()),
    "smoothed": (SMOOTH, TrackOptions()),
    "hips left to the feet": (None, TrackOptions(steady_hips=0.0)),
}
"""What is tried → how the capture is filtered, and the options."""

COLUMNS = (
    "clip",
    "robot",
    "way",
    "person p99",
    "root p99",
    "times",
    "largest",
    "hips p99",
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
    parser.add_argument("--ways", nargs="*", default=list(WAYS), choices=WAYS)
    asked = parser.parse_args()
    folder = SHARED / "motions" / "cmu"
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    for clip in asked.clips or sorted(path.stem for path in folder.glob("*.bvh")):
        people = {hz: _read(folder / f"{clip}.bvh", hz) for hz in (None, SMOOTH)}
        for robot in map(load_robot, asked.robots):
            for way in asked.ways:
                hz, options = WAYS[way]
                _write([clip, robot.name, way, *_cells(people[hz], people[None], robot, options)])


def _read(path: Path, smooth: float | None) -> HumanMotion:
    return read_take(path, cleaning=CleaningOptions(cutoff=smooth)).human


def _cells(human: HumanMotion, captured: HumanMotion, robot: Robot, options: TrackOptions) -> list[str]:
    motion = track(human, robot, options)
    found = evaluate(captured, motion, robot)
    hips, known = captured.landmark("mid_hips")
    person = _shaken(leg_scale(captured, robot) * hips[known], captured.fps)
    own = next(point for name, point in placed_points(robot) if name == HIPS)
    points = PointsOfBodies(np.array([own.body]), np.array([own.local]))
    middle = point_places(compile_tree(robot.model), points, motion.q)[:, 0]
    root, legs = found["smoothness/root_acceleration"].summary, ("thigh_l", "thigh_r", "shin_l", "shin_r")
    median = max(found[f"direction/{leg}"].summary["median"] for leg in legs)
    regret = max(found[f"regret/leg_{side}"].summary["p99"] for side in "lr")
    return [
        f"{person:.0f} m/s²",
        f"{root['p99']:.0f} m/s²",
        f"{root['p99'] / person:.2f}",
        f"{root['max']:.0f} m/s²",
        f"{_shaken(middle, captured.fps):.0f} m/s²",
        f"{100.0 * found['feet/sliding'].summary['share_over_0.1']:.1f} %",
        f"{np.degrees(median):.1f}°",
        f"{np.degrees(regret):.1f}°",
        f"{100.0 * found['feasibility/root_residual'].summary['median']:.1f} %",
    ]


def _shaken(path: np.ndarray, fps: float) -> float:
    """Return the acceleration [m/s²] of a path (T, 3) [m] in 99 % of its frames."""
    return float(np.nanquantile(np.linalg.norm(rate(path, fps, 2), axis=1), 0.99))


def _write(cells: Iterable[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
