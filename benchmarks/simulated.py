"""How long simulated robots stay up: CMU's clips and the built-in ones on their own feet, open loop.

    python benchmarks/simulated.py [--robots g1 hrp4 talos nao] [--clips 02_01 walk] [--ways none contact]
                                   [--json simulated.json]

How things are counted, one clip on one robot at a time:

* The motion is `track`'s with each value of its option `physics`. Nothing is cut off, slowed down or mended.
* The robot starts in the first frame at the motion's speed, the lowest point of it on the floor, and performs
  by the controller `feedforward`: servos within the joints' largest torques, and the torques that the whole
  clip's inverse dynamics and ground forces give, found once. Nothing measures root or ground.
* `own`: the servos of the robot's card, which hold what stands on a joint. `tuned`: the softer ones that
  `simulate` takes by default, critically damped at 8 Hz for what a joint moves.
* The time until the fall is `upright` of `falls/fallen`: until the root first leans 30° further than wanted
  or is lower by 30 % of the height of the robot's centre of mass, or until the simulation diverges; the
  whole clip where neither happens. The share is of the clip's duration.
* A robot that lies (its root more than 45° from upright in the median frame) cannot fall: the row says so,
  and where `track` refuses, as of a person who never stands.

No bar: figures are shown. Nothing is random; two runs print the same table.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from understudy.data import BUILT_IN_MOTIONS, built_in_motion
from understudy.errors import OptionError
from understudy.evaluate.falls import falls_metrics
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import TrackOptions, track
from understudy.retarget.options import options_of
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.setting import LYING, tilts
from understudy.takes import read_human

WAYS = next(option.choices for option in options_of(TrackOptions) if option.name == "physics")
SERVOS = {"own": "card", "tuned": "tuned"}
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass(frozen=True)
class Row:
    """One clip on one robot: its duration [s], and for how long [s] the robot stays up with each servo."""

    clip: str
    robot: str
    physics: str
    duration: float
    upright: dict[str, float]
    note: str = ""

    def cells(self) -> list[str]:
        """Return the table's cells."""
        times = [f"{up:.2f} s, {100.0 * up / self.duration:.0f} %" for up in self.upright.values()]
        found = times or [self.note] * len(SERVOS)
        return [self.clip, self.robot, self.physics, f"{self.duration:.2f} s", *found]


def main() -> int:
    """Let every robot perform every clip in every way."""
    parser = argparse.ArgumentParser(description="How long simulated robots stay up.")
    parser.add_argument("--robots", nargs="+", default=("g1",))
    parser.add_argument("--clips", nargs="+", help="of CMU's folder, or built-in ones")
    parser.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    parser.add_argument("--json", type=Path, help="where rows are written, too")
    options = parser.parse_args()
    write(("clip", "robot", "physics", "duration", *(f"up, {name} servos" for name in SERVOS)))
    write(["---"] * (4 + len(SERVOS)))
    rows = []
    for name, human in clips(options.motions, options.clips):
        for robot in map(load_robot, options.robots):
            for way in options.ways:
                rows.append(performed(name, human, robot, way))
                write(rows[-1].cells())
    for robot in options.robots:
        for way in options.ways:
            write(summed([row for row in rows if (row.robot, row.physics) == (robot, way)], robot, way))
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")
    return 0


def clips(folder: Path, wanted: Iterable[str] | None) -> list[tuple[str, HumanMotion]]:
    """Return people's motions by name, all of a folder and the built-in ones unless some are wanted."""
    names = wanted or [*sorted(path.stem for path in folder.glob("*.bvh")), *BUILT_IN_MOTIONS]
    paths = {name: folder / f"{name}.bvh" for name in names}
    return [
        (name, read_human(path if path.exists() else built_in_motion(name))) for name, path in paths.items()
    ]


def performed(name: str, human: HumanMotion, robot: Robot, way: str) -> Row:
    """Return how long a robot performs a clip."""
    try:
        motion = track(human, robot, TrackOptions(physics=way))
    except OptionError:
        return Row(name, robot.name, way, human.duration, {}, "refused")
    if float(np.median(tilts(robot, motion.q))) > LYING:
        return Row(name, robot.name, way, motion.duration, {}, "lies")
    upright = {servos: time_upright(motion, robot, kind) for servos, kind in SERVOS.items()}
    return Row(name, robot.name, way, motion.duration, upright)


def time_upright(motion: RobotMotion, robot: Robot, servos: str) -> float:
    """Return how long [s] a robot stays up."""
    how = SimulationOptions(base="free", controller="feedforward", start="moving", servos=servos)
    found = {metric.name: metric for metric in falls_metrics(simulate(motion, robot, how), robot)}
    return found["falls/fallen"].summary["upright"]


def summed(rows: list[Row], robot: str, way: str) -> list[str]:
    """Return the cells of the means over clips: of their shares, whatever their durations."""
    stood = [row for row in rows if row.upright]
    shares = [float(np.mean([row.upright[servos] / row.duration for row in stood])) for servos in SERVOS]
    return ["**mean of clips**", robot, way, "", *(f"{100.0 * share:.0f} %" for share in shares)]


def write(cells: Iterable[str]) -> None:
    """Write a row of a table."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
