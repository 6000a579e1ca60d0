"""Whether robots can perform what comes out: CMU's clips and the built-in ones, with ``physics`` and without.

    python benchmarks/performable.py [--robots g1 nao] [--clips 02_01 walk] [--ways none contact]
                                     [--json performable.json]

How things are counted, one clip on one robot at a time:

* Residual is ``feasibility/root_residual`` over all frames, flight included: the part of the wrench that the
  base needs and no forces within friction cones at the contacts give, as a share of body weight, movements up
  to 10 Hz. Its 95th percentile counts. Beside it stands the same of plain differences of frames: a filter
  spreads what changes at once, as forces do where a jump begins and ends.
* Torque is the largest share of its limit that any motor with a stated torque uses, in the worst frame:
  ``feasibility/torque`` of movements up to 10 Hz, and ``feasibility/least_torque``, in each frame the smaller
  of that and of the same by plain differences. Robots that state no torques have neither.
* Legs and arms: of thighs and shins, and of upper arms and forearms, the worst segment's median direction
  error, and how much larger it is than without physics.
* Over are frames in which a joint is over its limit of position, velocity or acceleration. Left are frames
  that the solver left before it had converged.
* Frames a second are of the whole method in processor time of one thread, kernels compiled before.

Bars of ``contact`` and ``full``: residual ≤ 5 %; legs ≤ 4° and arms ≤ 3° or at most 2° more than without;
0 frames over limits; no exception; of ``full`` also the smaller torque ≤ 1.001. Of clips of 300 frames and
more on g1: ≥ 500 frames a second. Prints a table in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from understudy.data import BUILT_IN_MOTIONS, built_in_motion
from understudy.evaluate import evaluate
from understudy.evaluate.feasibility import feasibility_metrics
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

ROBOTS = ("g1", "hrp4", "talos", "nao")
WAYS = ("none", "contact", "full")
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
RESIDUAL, MORE, LEGS, ARMS, FRAMES, SPEED, TORQUE = 0.05, 2.0, 4.0, 3.0, 300, 500.0, 1.001
LIMITS = ("position", "velocity", "acceleration")
DEGREES = 57.29577951308232


@dataclass(frozen=True)
class Row:
    """What one clip on one robot came to."""

    clip: str
    robot: str
    way: str
    frames: int
    residual: float
    as_it_is: float
    torque: float
    least_torque: float
    legs: float
    arms: float
    over: int
    left: int
    speed: float
    failure: str = ""

    def missed(self, without: Row | None) -> list[str]:
        """Return the bars that are missed."""
        if self.failure:
            return ["failure"]
        if self.way == "none":
            return []
        found = [] if self.residual <= RESIDUAL else ["residual"]
        base = without or self
        found += ["legs"] if self.legs > max(LEGS, base.legs + MORE) else []
        found += ["arms"] if self.arms > max(ARMS, base.arms + MORE) else []
        found += ["over"] if self.over else []
        found += ["torque"] if self.way == "full" and self.least_torque > TORQUE else []
        return found + (["speed"] if self._is_slow() else [])

    def _is_slow(self) -> bool:
        return self.robot == "g1" and self.frames >= FRAMES and self.speed < SPEED


def main() -> int:
    """Let every robot perform every clip in every way."""
    parser = argparse.ArgumentParser(description="Whether robots can perform what comes out.")
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    parser.add_argument("--clips", nargs="+", help="of CMU's folder, or built-in ones")
    parser.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    parser.add_argument("--json", type=Path, help="where rows are written, too")
    options = parser.parse_args()
    cells = (
        "clip",
        "robot",
        "physics",
        "frames",
        "residual p95",
        "as it is",
        "torque",
        "least",
        "legs",
        "arms",
    )
    _write((*cells, "over", "left", "frames/s", "missed"))
    _write(["---"] * (len(cells) + 4))
    rows: list[Row] = []
    missed = 0
    for name, human in _clips(options.motions, options.clips):
        for robot in map(load_robot, options.robots):
            without = None
            for way in options.ways:
                _performed("warm-up", human[: min(60, human.frame_count)], robot, way)
                row = _performed(name, human, robot, way)
                without = row if way == "none" else without
                bars = row.missed(without)
                missed += bool(bars)
                rows.append(row)
                _show(row, bars)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")
    sys.stdout.write(f"{missed} of {len(rows)} rows miss a bar\n" if missed else "all bars met\n")
    return 1 if missed else 0


def _clips(folder: Path, wanted: list[str] | None) -> list[tuple[str, HumanMotion]]:
    names = wanted or [*sorted(path.stem for path in folder.glob("*.bvh")), *BUILT_IN_MOTIONS]
    return [
        (
            name,
            read_human(
                folder / f"{name}.bvh" if (folder / f"{name}.bvh").exists() else built_in_motion(name)
            ),
        )
        for name in names
    ]


def _performed(name: str, human: HumanMotion, robot: Robot, way: str) -> Row:
    options = TrackOptions(physics=way)
    try:
        start = time.process_time()
        motion = track(human, robot, options)
        seconds = time.process_time() - start
        found = {metric.name: metric.summary for metric in evaluate(human, motion, robot).metrics}
    except Exception:
        said = traceback.format_exc().strip().splitlines()[-1]
        nan = float("nan")
        return Row(name, robot.name, way, human.frame_count, nan, nan, nan, nan, nan, nan, 0, 0, 0.0, said)
    residual, plain = (
        each.get("feasibility/root_residual", {}).get("p95_all", float("nan"))
        for each in (found, _plainly(robot, motion))
    )
    return Row(
        clip=name,
        robot=robot.name,
        way=way,
        frames=motion.frame_count,
        residual=residual,
        as_it_is=plain,
        torque=found.get("feasibility/torque", {}).get("max", float("nan")),
        least_torque=found.get("feasibility/least_torque", {}).get("max", float("nan")),
        legs=_worst(found, "thigh", "shin"),
        arms=_worst(found, "upper_arm", "forearm"),
        over=sum(
            int(found.get(f"limits/{kind}", {}).get("frames", 0))
            for kind in ("position", "velocity", "acceleration")
        ),
        left=int((motion.status != 0).sum()),
        speed=motion.frame_count / seconds,
    )


def _plainly(robot: Robot, motion: RobotMotion) -> Mapping[str, Mapping[str, float]]:
    """Return metrics of feasibility of plain differences of frames."""
    metrics = feasibility_metrics(robot, motion, motion.contact_mask, math.inf)
    return {metric.name: metric.summary for metric in metrics}


def _worst(found: Mapping[str, Mapping[str, float]], *segments: str) -> float:
    names = [f"direction/{segment}_{side}" for segment in segments for side in ("l", "r")]
    return max((DEGREES * found[name]["median"] for name in names if name in found), default=float("nan"))


def _show(row: Row, bars: list[str]) -> None:
    if row.failure:
        _write((row.clip, row.robot, row.way, row.frames, row.failure, *[""] * 8, "failure"))
        return
    shares = (
        f"{100.0 * share:.1f} %" for share in (row.residual, row.as_it_is, row.torque, row.least_torque)
    )
    limbs = (f"{row.legs:.2f}°", f"{row.arms:.2f}°", row.over, row.left, f"{row.speed:,.0f}")
    _write((row.clip, row.robot, row.way, row.frames, *shares, *limbs, ", ".join(bars) or "–"))


def _write(cells: object) -> None:
    sys.stdout.write("| " + " | ".join(str(cell) for cell in cells) + " |\n")  # type: ignore[attr-defined]
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
