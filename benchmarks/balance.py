"""Whether robots keep their balance: squats, reaches and slow walks with the option ``balance`` and without.

    python benchmarks/balance.py [--robots g1 hrp4] [--motions squat 02_01] [--recordings FOLDER]

Counted are the frames in which the person stands: with weight on a heel or a toe. In how many of them is the
ZMP of the whole body over the robot's support polygon?

- The ZMP is told by MuJoCo's inverse dynamics of the robot's model, from the wrench that its
  root would need; balance itself goes by momentum. Velocities and accelerations are those of polynomials
  that are fitted to a window around every frame and pass 10 Hz (Savitzky and Golay;
  ``dynamics/derivatives.py``), up to the first and the last frame. "As it is" takes plain central differences
  at the clip's rate instead.
- The polygon is the convex hull of the real corners of the soles, without a margin, where they are in that
  frame. A foot of the person on heel and toe stands for the whole sole, one on either alone for that half.

What it costs: of thighs and shins, and of upper arms and forearms, the median direction error of the worst
one; the share of stance frames in which a sole slides faster than 0.1 m/s.

Prints a table in Markdown, without balance / with it, and exits with 1 where a synthetic motion is balanced
in fewer than 95 % of its stance frames. CMU's recordings are shown and not asked for.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from understudy.dynamics.derivatives import SmoothMotion, smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.support import support
from understudy.dynamics.wrench import root_wrench
from understudy.dynamics.zmp import GRAVITY, zero_moment_point
from understudy.errors import RobotError
from understudy.evaluate import evaluate
from understudy.evaluate.poses import compute_poses
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.synth import MOTIONS, Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

ROBOTS = ("g1", "hrp4", "nao", "jvrc1", "talos")
SYNTHETIC = ("squat", "reach", "slow_walk")
RECORDED = ("02_01", "07_01")
BAR = 0.95
CUTOFF = 10.0
"""[Hz]."""

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass(frozen=True)
class Figures:
    """What one performance reached: shares of stance frames, direction errors [deg], share that slides."""

    balanced: float
    balanced_as_it_is: float
    legs: float
    arms: float
    sliding: float


def main() -> int:
    """Let every robot perform every motion, without balance and with it."""
    parser = argparse.ArgumentParser(description="Whether robots keep their balance.")
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    parser.add_argument("--motions", nargs="+", default=(*SYNTHETIC, *RECORDED))
    parser.add_argument("--recordings", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    _write(("motion", "robot", "ZMP over the soles", "as it is", "legs off by", "arms off by", "sliding"))
    _write(["---"] * 7)
    met = True
    for name in options.motions:
        human = perform_as_person(name) if name in MOTIONS else read_human(options.recordings / f"{name}.bvh")
        for robot_name in options.robots:
            try:
                robot = load_robot(robot_name)
            except RobotError as error:
                _write((name, robot_name, str(error)))
                continue
            pair = [
                judge(human, robot, TrackOptions(physics="contact" if is_on else "none"))
                for is_on in (False, True)
            ]
            _write((name, robot_name, *cells(*pair)))
            met = met and (name not in MOTIONS or pair[1].balanced >= BAR)
    sys.stdout.write("all bars met\n" if met else "a bar is missed\n")
    return 0 if met else 1


def perform_as_person(name: str) -> HumanMotion:
    """Return a synthetic motion as it comes back from a file."""
    motion, rendering = make(name), RENDERINGS["bvh"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.bvh"
        rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
        return read_human(path)


def judge(human: HumanMotion, robot: Robot, options: TrackOptions) -> Figures:
    """Return what a robot reached."""
    motion = track(human, robot, options)
    poses = compute_poses(robot, motion)
    soles = np.stack([poses.points(sole.body, sole.points) for sole in robot.soles.values()], axis=1)
    polygons = support(soles, tuple(robot.soles), human.contact_mask)
    smooth = smooth_motion(motion.q, motion.fps, CUTOFF)
    shares = [
        float(polygons.holds(zmp(robot, each))[polygons.stands].mean())
        for each in (smooth, plain_differences(robot, motion))
    ]
    found = evaluate(human, motion, robot)
    legs, arms = (
        max(
            np.degrees(metric.summary["median"])
            for metric in found.family("direction")
            if metric.name.removeprefix("direction/")[:-2] in segments
        )
        for segments in (("thigh", "shin"), ("upper_arm", "forearm"))
    )
    return Figures(shares[0], shares[1], legs, arms, found["feet/sliding"].summary["share_over_0.1"])


def zmp(robot: Robot, motion: SmoothMotion) -> np.ndarray:
    """Return the ZMP (T, 2) [m]: where the wrench at the root tips nothing over."""
    weight = float(robot.model.body_mass[1:].sum()) * GRAVITY
    return zero_moment_point(root_wrench(motion, inverse_forces(robot.model, motion).forces), weight)


def plain_differences(robot: Robot, motion: RobotMotion) -> SmoothMotion:
    """Return a motion with central differences, at both ends those of the frames beside them."""
    steps = np.zeros((motion.frame_count - 1, robot.model.nv))
    for frame, (q, following) in enumerate(zip(motion.q[:-1], motion.q[1:], strict=True)):
        mujoco.mj_differentiatePos(robot.model, steps[frame], 1.0 / motion.fps, q, following)
    velocities, accelerations = 0.5 * (steps[1:] + steps[:-1]), np.diff(steps, axis=0) * motion.fps
    ends = ((1, 1), (0, 0))
    return SmoothMotion(
        motion.q, np.pad(velocities, ends, mode="edge"), np.pad(accelerations, ends, mode="edge")
    )


def cells(without: Figures, balanced: Figures) -> list[str]:
    """Return the table's cells, without balance / with it."""
    pairs = zip(vars(without).items(), vars(balanced).values(), strict=True)
    return [
        f"{value:.2f}° / {other:.2f}°"
        if name in ("legs", "arms")
        else f"{100.0 * value:.1f} / {100.0 * other:.1f} %"
        for (name, value), other in pairs
    ]


def _write(row: tuple[str, ...] | list[str]) -> None:
    sys.stdout.write("| " + " | ".join(row) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
