"""The bars of real clips on every robot: five CMU recordings performed by all that are installed.

    python benchmarks/cmu_on_robots.py [--robots g1 talos] [--motions ../shared/motions/cmu]

A direction counts in the frames in which the robot has the joints and the range for it. Whether it has is
found out by asking: the clip is solved again with hardly any other goal. In order of their weights: the
torso as the person's, the segment before a forearm or shin, the segment itself; feet and floor do not count.
Where even then a segment stays farther off than half the bar, no method could meet it, and the frame is left
out of that segment's median.

Prints a table in Markdown, of every segment the median over the frames of all clips that count, their
share, on the worse side, and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.evaluate import evaluate
from understudy.motion import Evaluation, HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.pipeline import read_human
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot, robot_names

CLIPS = ("02_01", "07_01", "16_01", "143_01", "13_29")
SEGMENTS = ("upper_arm", "forearm", "thigh", "shin")
BAR = np.radians(5.0)
REACHED = 0.5 * BAR
FEWEST_FRAMES = 30
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))

_TORSO = {"trunk": 100.0, "hip_line": 100.0, "shoulder_line": 100.0}
_BEFORE = 10.0
"""Weight of the segment before the one that is asked about: a forearm counts with the upper arm in place, and
both with the torso in place, in whose frame directions are judged."""

_ASKED = 1.0

_ANY_ANGLE = 4.0
"""An angle [rad] that no direction is off by, so that what is asked about always pulls."""


@dataclass
class Row:
    """What one robot reached over all clips.

    Attributes:
        errors: Segment with side → the errors [rad] in frames that count, clip by clip.
        possible: Segment with side → whether each frame counts, clip by clip.
        over: Frames over a limit of position or velocity.
    """

    errors: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    possible: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    over: int = 0

    def add(self, segment: str, error: np.ndarray, alone: np.ndarray) -> None:
        """Add a clip: a segment's errors (T,) [rad], and those that it has alone."""
        known = np.isfinite(error)
        possible = known & (alone <= REACHED)
        self.errors[segment].append(error[possible])
        self.possible[segment].append(possible[known])

    def met(self) -> bool:
        """Return whether every bar is met."""
        medians = [self._median(segment) for segment in self.errors]
        return self.over == 0 and all(median <= BAR for median in medians if median is not None)

    def cells(self) -> list[str]:
        """Return the table's cells, of every segment the worse side."""
        cells = []
        for name in SEGMENTS:
            worse = max(
                (f"{name}_{side}" for side in SIDES), key=lambda segment: self._median(segment) or -1.0
            )
            cells.append(self._cell(worse))
        return [*cells, str(self.over)]

    def _median(self, segment: str) -> float | None:
        errors = np.concatenate([*self.errors.get(segment, ()), np.zeros(0)])
        return float(np.median(errors)) if len(errors) >= FEWEST_FRAMES else None

    def _cell(self, segment: str) -> str:
        if segment not in self.possible:
            return "–"
        median, share = self._median(segment), np.concatenate(self.possible[segment]).mean()
        angle = "none" if median is None else f"{np.degrees(median):.2f}°"
        return f"{angle} ({100.0 * share:.0f} %)"


def main() -> int:
    """Let every robot perform every clip and print what was reached beside what is asked."""
    parser = argparse.ArgumentParser(description="Five CMU clips performed by every robot.")
    parser.add_argument("--robots", nargs="+", default=robot_names())
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    humans = [read_human(options.motions / f"{clip}.bvh") for clip in CLIPS]
    names = ("robot", *(f"{name.replace('_', ' ')} (counted)" for name in SEGMENTS), "over limits")
    _write(names)
    _write(["---"] * len(names))
    _write(("asked", *("≤ 5°" for _ in SEGMENTS), "0"))
    met = True
    for name in options.robots:
        try:
            robot = load_robot(name)
        except RobotError as error:
            _write((name, str(error)))
            continue
        row = perform_all(humans, robot)
        _write((name, *row.cells()))
        met = met and row.met()
    sys.stdout.write("all bars met\n" if met else "a bar is missed\n")
    return 0 if met else 1


def perform_all(humans: list[HumanMotion], robot: Robot) -> Row:
    """Let a robot perform every clip."""
    row = Row()
    for human in humans:
        whole = evaluate(human, track(human, robot), robot)
        row.over += round(sum(whole[f"limits/{kind}"].summary["frames"] for kind in ("position", "velocity")))
        reach = limbs_alone(human, robot)
        for segment in SEGMENTS:
            for side in SIDES:
                name = f"direction/{segment}_{side}"
                if any(metric.name == name for metric in whole.family("direction")):
                    row.add(f"{segment}_{side}", whole[name].series, reach[segment][name].series)
    return row


def limbs_alone(human: HumanMotion, robot: Robot) -> dict[str, Evaluation]:
    """Return for every segment the evaluation of a solution that minds little else."""
    first = _solve(human, robot, {"upper_arm": _ASKED, "thigh": _ASKED})
    second = _solve(human, robot, {"upper_arm": _BEFORE, "thigh": _BEFORE, "forearm": _ASKED, "shin": _ASKED})
    return {"upper_arm": first, "thigh": first, "forearm": second, "shin": second}


def _solve(human: HumanMotion, robot: Robot, segments: dict[str, float]) -> Evaluation:
    options = TrackOptions(
        segments=_TORSO | segments,
        parts={"pelvis": 1.0},
        reach=_ANY_ANGLE,
        stance=0.0,
        floor=0.0,
        ankle_height=0.0,
    )
    return evaluate(human, track(human, robot, options), robot)


def _write(cells: tuple[str, ...] | list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
