"""Smoothness: root acceleration beside the person's, and joint jerk, on every robot with feet.

    python benchmarks/smoothness.py [--robots g1 nao] [--clips 02_01] [--method track] [--json smooth.json]

How things are counted:

* The person's acceleration is that of the landmark ``mid_hip`` as the capture is read, low-passed by a
  Butterworth filter of 4th order at 10 Hz that runs forwards and backwards: second differences times fps²,
  norm per frame [m/s²], RMS and 99th percentile over all frames.
* The robot's is that of the root position, ``q[:, :3]``: second differences times fps², no filter, norm per
  frame [m/s²], RMS and 99th percentile over all frames.
* Joint jerk is third differences times fps³ [rad/s³], RMS over all frames and all hinges that move; one moves
  if its angle changes by more than 0.001 rad within the clip.

Bars: root acceleration at most 1.3 × the person's, in RMS and in p99; jerk RMS at most 2,000 rad/s³. In
brackets stands the ratio to the person's path scaled by leg length, which is information and no bar. Robots
are those of the catalogue that are installed, have a free base and two soles. A clip that cannot be
retargeted misses its three bars. Prints a table in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from scipy.signal import butter, sosfiltfilt

from understudy.errors import RobotError
from understudy.evaluate.joints import joint_groups
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import SIDES
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.source import leg_scale
from understudy.takes import Take, read_take

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
CLIPS = ("02_01", "07_01", "16_01")
HIPS = "mid_hip"
"""The person's landmark that the root is compared with."""
CUTOFF, ORDER = 10.0, 4
"""Frequency [Hz] up to which the person's path counts, and the order of each run of the filter."""
MOVES = 1e-3
"""Range [rad] from which on a joint moves within a clip."""
RATIO_BAR, JERK_BAR = 1.3, 2000.0
"""Most times the person's acceleration, and the most jerk [rad/s³]."""
COLUMNS = (
    *("clip", "robot", "person RMS, p99 [m/s²]", "root RMS, p99 [m/s²]"),
    *("RMS ratio (scaled)", "p99 ratio (scaled)", "jerk RMS [rad/s³]", "met"),
)
ASKED = ("asked", "", "", "", f"≤ {RATIO_BAR:g}", f"≤ {RATIO_BAR:g}", f"≤ {JERK_BAR:,.0f}", "3 of 3")


@dataclass(frozen=True)
class Smoothness:
    """How smooth a robot's rendering of a clip is; NaN where the clip could not be retargeted.

    Attributes:
        clip, robot: What was retargeted.
        person_rms, person_p99: Acceleration of the person's hips [m/s²].
        root_rms, root_p99: Acceleration of the robot's root [m/s²].
        scale: The robot's leg length over the person's.
        jerk: RMS of the joints' jerk [rad/s³].
        problem: Why there is no motion, empty where there is one.
    """

    clip: str
    robot: str
    person_rms: float
    person_p99: float
    root_rms: float = float("nan")
    root_p99: float = float("nan")
    scale: float = float("nan")
    jerk: float = float("nan")
    problem: str = ""

    @property
    def rms_ratio(self) -> float:
        """Root acceleration over the person's, RMS."""
        return self.root_rms / self.person_rms

    @property
    def p99_ratio(self) -> float:
        """Root acceleration over the person's, 99th percentile."""
        return self.root_p99 / self.person_p99

    @property
    def bars(self) -> tuple[bool, bool, bool]:
        """Whether each of the three bars is met; what is not known meets none."""
        return self.rms_ratio <= RATIO_BAR, self.p99_ratio <= RATIO_BAR, self.jerk <= JERK_BAR


def main() -> int:
    """Retarget every clip and print what was reached beside what is asked."""
    parser = argparse.ArgumentParser(description="Root acceleration and joint jerk beside the person's.")
    parser.add_argument("--robots", nargs="+", help="all with a free base and soles that are installed")
    parser.add_argument("--clips", nargs="+", default=CLIPS, help="CMU clips")
    parser.add_argument("--method", default="track")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    robots = [load_robot(name) for name in asked.robots] if asked.robots else robots_with_feet()
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    _write(ASKED)
    found: list[Smoothness] = []
    for clip in asked.clips:
        take = read_take(asked.motions / f"{clip}.bvh")
        for robot in robots:
            found.append(measured(clip, take, robot, asked.method))
            _write(_cells(found[-1]))
    if asked.json:
        rows = [asdict(row) | {"method": asked.method, "bars": row.bars} for row in found]
        asked.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    met, bars = sum(sum(row.bars) for row in found), sum(len(row.bars) for row in found)
    sys.stdout.write(f"met {met} of {bars}\n")
    return 0 if met == bars else 1


def robots_with_feet() -> list[Robot]:
    """Return the robots of the catalogue that are installed, have a free base and two soles."""
    found: list[Robot] = []
    for name in robot_names():
        try:
            robot = load_robot(name)
        except RobotError as error:
            sys.stderr.write(f"left out: {error}\n")
            continue
        if robot.has_free_base and all(side in robot.soles for side in SIDES):
            found.append(robot)
    return found


def measured(clip: str, take: Take, robot: Robot, method: str) -> Smoothness:
    """Return how smoothly a robot moves in a clip."""
    human = take.human
    person = person_acceleration(human)
    row = Smoothness(clip, robot.name, rms(person), p99(person))
    try:
        motion = retarget(human, robot, method, recording=take.wanted_by(method).recording)
    # A method that fails on one clip misses its bars there; the others are still measured.
    except Exception as error:
        return replace(row, problem=f"{type(error).__name__}: {error}")
    root = acceleration(motion.q[:, :3], motion.fps)
    return replace(
        row,
        root_rms=rms(root),
        root_p99=p99(root),
        scale=leg_scale(human, robot),
        jerk=joint_jerk(motion, robot),
    )


def person_acceleration(human: HumanMotion) -> np.ndarray:
    """Return the acceleration (T - 2,) [m/s²] of the person's hips below the cutoff."""
    path, known = human.landmark(HIPS)
    if not known.all():
        raise ValueError(f"'{human.provenance.source}' does not show {HIPS} in every frame")
    low_pass = butter(ORDER, CUTOFF, fs=human.fps, output="sos")
    return acceleration(sosfiltfilt(low_pass, path, axis=0), human.fps)


def acceleration(path: np.ndarray, fps: float) -> np.ndarray:
    """Return the size (T - 2,) [m/s²] of the acceleration of a path (T, 3) [m]."""
    return np.linalg.norm(np.diff(path, 2, axis=0), axis=1) * fps**2


def joint_jerk(motion: RobotMotion, robot: Robot) -> float:
    """Return the RMS [rad/s³] of the jerk of hinges that move, 0 where none does."""
    hinges = next(group for group in joint_groups(robot) if group.unit == "rad")
    angles = motion.joint_positions[:, hinges.columns]
    moving = angles[:, np.ptp(angles, axis=0) > MOVES]
    return rms(np.diff(moving, 3, axis=0) * motion.fps**3) if moving.size else 0.0


def rms(values: np.ndarray) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt(np.mean(np.square(values))))


def p99(values: np.ndarray) -> float:
    """Return the 99th percentile."""
    return float(np.quantile(values, 0.99))


def _cells(row: Smoothness) -> list[str]:
    person = f"{row.person_rms:.2f}, {row.person_p99:.1f}"
    if row.problem:
        return [row.clip, row.robot, person, row.problem, "–", "–", "–", "0 of 3"]
    return [
        row.clip,
        row.robot,
        person,
        f"{row.root_rms:.2f}, {row.root_p99:.1f}",
        f"{row.rms_ratio:.2f} ({row.rms_ratio / row.scale:.2f})",
        f"{row.p99_ratio:.2f} ({row.p99_ratio / row.scale:.2f})",
        f"{row.jerk:,.0f}",
        f"{sum(row.bars)} of 3",
    ]


def _write(cells: Iterable[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
