"""The bars of real clips on every robot: five CMU recordings performed by all that are installed.

    python benchmarks/cmu_on_robots.py [--robots g1 talos] [--motions ../shared/motions/cmu] [--jobs 2]

Robots differ in what they can do, so what counts is regret: by how much a limb is farther from the person's
than any pose within that robot's joint ranges would be, with the torso as near to the person's as it can be
(``understudy.evaluate.reach``). All frames of all clips count in which the limb was captured.

Prints a table in Markdown: of arms and of legs the median, the 99th percentile and the largest regret, of
both sides the worse, what is out of reach in the median, and the frames over a limit of position, velocity
and acceleration. Exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.evaluate import evaluate
from understudy.evaluate.limbs import LIMBS
from understudy.motion import Evaluation, HumanMotion
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot, robot_names
from understudy.takes import read_human

CLIPS = ("02_01", "07_01", "16_01", "143_01", "13_29")
KINDS = ("arm", "leg")
LIMITS = ("position", "velocity", "acceleration")
BAR = np.radians(5.0)
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass
class Row:
    """What one robot reached over all clips.

    Attributes:
        regret: Limb → its regret [rad] in all frames, clip by clip.
        reach: Limb → the error [rad] that it could not help, clip by clip.
        over: Limit → frames over it.
    """

    regret: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    reach: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    over: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LIMITS, 0))

    def add(self, evaluation: Evaluation) -> None:
        """Add a clip."""
        for family, table in (("regret", self.regret), ("reach", self.reach)):
            for metric in evaluation.family(family):
                values = metric.series
                table[metric.name.removeprefix(f"{family}/")].append(values[~np.isnan(values)])
        for metric in evaluation.family("limits"):
            kind = metric.name.removeprefix("limits/").removesuffix("_slides")
            if kind in LIMITS:
                self.over[kind] += round(metric.summary["frames"])

    def met(self) -> bool:
        """Return whether every bar is met."""
        medians = [float(np.median(np.concatenate(parts))) for parts in self.regret.values()]
        return sum(self.over.values()) == 0 and all(median <= BAR for median in medians)

    def cells(self) -> list[str]:
        """Return the table's cells."""
        cells = []
        for kind in KINDS:
            limbs = [limb for limb in LIMBS if limb.startswith(kind) and limb in self.regret]
            found = [np.degrees(np.concatenate(self.regret[limb])) for limb in limbs]
            worst = [
                max(float(np.percentile(values, q)) for values in found) for q in (50.0, 99.0, 100.0) if found
            ]
            cells.append(" / ".join(f"{value:.1f}°" for value in worst) or "–")
            least = [float(np.median(np.degrees(np.concatenate(self.reach[limb])))) for limb in limbs]
            cells.append(f"{max(least):.1f}°" if least else "–")
        return [*cells, ", ".join(str(self.over[kind]) for kind in LIMITS)]


def main() -> int:
    """Let every robot perform every clip and print what was reached beside what is asked."""
    parser = argparse.ArgumentParser(description="Five CMU clips performed by every robot.")
    parser.add_argument("--robots", nargs="+", default=robot_names())
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    names = ["robot"]
    for kind in KINDS:
        names += [f"{kind}s: median / p99 / largest", "out of reach"]
    names.append("over position, velocity, acceleration")
    _write(names)
    _write(["---"] * len(names))
    _write(("asked", *("≤ 5° in the median", "") * len(KINDS), "0, 0, 0"))
    met = True
    for name, row in _rows(options.robots, options.motions, options.jobs):
        _write((name, row) if isinstance(row, str) else (name, *row.cells()))
        met = met and (isinstance(row, str) or row.met())
    sys.stdout.write("all bars met\n" if met else "a bar is missed\n")
    return 0 if met else 1


def _rows(robots: Sequence[str], motions: Path, jobs: int) -> Iterable[tuple[str, Row | str]]:
    """Yield robots with what they reached, or why they cannot be loaded."""
    work = partial(_perform_by_name, motions)
    if jobs < 2:
        yield from map(work, robots)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, robots)


def _perform_by_name(motions: Path, name: str) -> tuple[str, Row | str]:
    try:
        return name, perform_all(_read(motions), load_robot(name))
    except RobotError as error:
        return name, str(error)


@lru_cache(maxsize=1)
def _read(motions: Path) -> tuple[HumanMotion, ...]:
    return tuple(read_human(motions / f"{clip}.bvh") for clip in CLIPS)


def perform_all(humans: Iterable[HumanMotion], robot: Robot) -> Row:
    """Let a robot perform every clip."""
    row = Row()
    for human in humans:
        row.add(evaluate(human, track(human, robot), robot))
    return row


def _write(cells: Sequence[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
