"""Whether simulated robots perform: infants on a mattress, arms on a stand, robots that stand and bend.

    python benchmarks/simulate.py [--only infants arms standing bending leaning speed] [--minutes 10]

- ``infants``: made-up infants of each difficulty of the infant study, read, cleaned and filtered as there, on
  MIMo and the Fetus simulator's infant by ``track``; lying, dynamic. Asked: joints within 4° RMS where range
  and torque allow, no contact deeper than 5 mm, no divergence in ten simulated minutes on each robot.
- ``arms``: CMU's clips on G1 with its pelvis held. Asked: joints of the arms within 4° RMS.
- ``standing``: robots on a free base in their home pose. Asked: none falls in 60 s.
- ``bending``: a slow bend on a free base, retargeted with balance and without. Asked: no fall with balance.
- ``leaning``: the whole robot leans forward at its ankles, until its centre of mass is over the middle of its
  toes' half, and 5 cm beyond its toes. Asked: no fall, and a fall.
- ``speed``: processor time of one core. Asked: MIMo at 10 × real time, in time that is linear in frames.

Prints tables in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.evaluate import evaluate_rollout
from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world
from understudy.simulate import SimulationOptions, simulate_to_file
from understudy.spatial import rotations as rot
from understudy.study.captures import made_up
from understudy.study.infants import DIFFICULTIES, Infant
from understudy.study.preparation import prepare
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

INFANTS, WEEKS, STUDY_FPS = ("mimo", "fetus"), 14.0, 25.0
STANDING, STANDING_TIME, HOME_FPS = ("g1", "hrp4", "h1", "talos", "nao", "icub"), 60.0, 25.0
BENDING = ("hrp4", "g1")
CLIPS = ("02_01", "07_01", "13_29")
ARM_WORDS = ("shoulder", "elbow", "wrist")
MOST_ERROR, MOST_DEPTH, LEAST_SPEED = np.radians(4.0), 0.005, 10.0
LENGTHS = (250, 1000, 4000)
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass(frozen=True, eq=False)
class Result:
    """What came of a simulation: its rollout, its figures, and processor time [s]."""

    rollout: Rollout
    found: Evaluation
    seconds: float

    @property
    def fell(self) -> bool:
        """Whether the robot fell, or the simulation diverged."""
        return bool(self.rollout.ending) or self.found["falls/fallen"].summary["frames"] > 0.0

    @property
    def speed(self) -> float:
        """Simulated time in multiples of processor time."""
        return float(self.rollout.time[-1]) / self.seconds


def run(motion: RobotMotion, robot: Robot, options: SimulationOptions | None = None) -> Result:
    """Simulate a motion to a file, as the command does."""
    with tempfile.TemporaryDirectory() as folder:
        path, start = Path(folder) / "rollout.npz", time.process_time()
        simulate_to_file(path, motion, robot, options)
        seconds = time.process_time() - start
        rollout = Rollout.load(path)
    return Result(rollout, evaluate_rollout(rollout, robot), seconds)


def infants(minutes: float) -> bool:
    """Let baby robots lie and kick."""
    write("robot", "infant", "simulated", "joints RMS", "where able", "deepest contact", "diverged", "speed")
    write(*["---"] * 8)
    met = True
    frames = round(minutes * 60.0 * STUDY_FPS / len(DIFFICULTIES))
    with tempfile.TemporaryDirectory() as folder:
        for name in INFANTS:
            robot = load_robot(name)
            for index, kind in enumerate(DIFFICULTIES):
                human = infant(Path(folder), Infant(kind, WEEKS, "body25", frames, index))
                result = run(track(human, robot), robot)
                joints, depth = (result.found[key].summary for key in ("tracking/joints", "contact/depth"))
                write(
                    name,
                    kind,
                    f"{result.rollout.time[-1]:.0f} s",
                    degrees(joints["rms"]),
                    degrees(joints["rms_able"]),
                    f"{1e3 * depth['max']:.1f} mm",
                    result.rollout.ending or "no",
                    f"{result.speed:.1f} ×",
                )
                met &= joints["rms_able"] <= MOST_ERROR and depth["max"] <= MOST_DEPTH
                met &= not result.rollout.ending
    return met


def infant(folder: Path, who: Infant) -> HumanMotion:
    """Return the motion of a made-up infant, read, cleaned and filtered as in the study."""
    (capture,) = made_up((who,), folder)
    prepared = prepare(capture, folder, "benchmark")
    return HumanMotion.load(folder / prepared.motion)


def arms(recordings: Path) -> bool:
    """Let G1, its pelvis held, follow the arms of CMU's clips."""
    headings = ("clip", "arms RMS", "all joints RMS", "where able", "frames with a motor at its limit")
    write(*headings, "deepest contact")
    write(*["---"] * 6)
    robot, met = load_robot("g1"), True
    columns = [i for i, name in enumerate(robot.joints) if any(word in name for word in ARM_WORDS)]
    for clip in CLIPS:
        motion = track(read_human(recordings / f"{clip}.bvh"), robot)
        result = run(motion, robot, SimulationOptions(base="fixed"))
        error = float(np.sqrt(np.mean(result.rollout.joint_errors[:, columns] ** 2)))
        joints, use = (result.found[key].summary for key in ("tracking/joints", "effort/torque_use"))
        saturated = f"{100.0 * use['saturated']:.0f} %"
        depth = f"{1e3 * result.found['contact/depth'].summary['max']:.1f} mm"
        write(clip, degrees(error), degrees(joints["rms"]), degrees(joints["rms_able"]), saturated, depth)
        met &= error <= MOST_ERROR
    return met


def standing() -> bool:
    """Let robots stand."""
    write("robot", "stood", "root leans at most", "root moves at most", "speed")
    write(*["---"] * 5)
    met = True
    for name in STANDING:
        try:
            robot = load_robot(name)
        except RobotError as error:
            write(name, str(error))
            continue
        count = round(STANDING_TIME * HOME_FPS) + 1
        q = np.tile(robot.home, (count, 1))
        motion = RobotMotion(name, "home", robot.joints, q, HOME_FPS, np.zeros(count))
        result = run(motion, robot, SimulationOptions(base="free"))
        tilt, moved = (result.found[key].summary["max"] for key in ("falls/tilt", "tracking/root"))
        stood = "fell" if result.fell else f"{result.rollout.time[-1]:.0f} s"
        write(name, stood, degrees(tilt), f"{1e3 * moved:.1f} mm", f"{result.speed:.1f} ×")
        met &= not result.fell
    return met


def bending() -> bool:
    """Let robots bend, on their own feet."""
    write("robot", "balance", "fell", "joints RMS", "root off by at most", "largest share of a torque")
    write(*["---"] * 6)
    human, met = person("bend"), True
    for name in BENDING:
        robot = load_robot(name)
        for is_on in (True, False):
            result = run(
                track(human, robot, TrackOptions(physics="contact" if is_on else "none")),
                robot,
                SimulationOptions(base="free"),
            )
            first = result.found["falls/fallen"].summary["first"]
            write(
                name,
                "on" if is_on else "off",
                f"at {first / human.fps:.2f} s" if result.fell else "no",
                degrees(result.found["tracking/joints"].summary["rms"]),
                f"{1e3 * result.found['tracking/root'].summary['max']:.1f} mm",
                f"{100.0 * result.found['effort/torque_use'].summary['max']:.0f} %",
            )
            met &= not (is_on and result.fell)
    return met


def leaning() -> bool:
    """Let robots lean, as far as their soles reach and further."""
    write("robot", "centre of mass before the toes' edge", "fell")
    write(*["---"] * 3)
    met = True
    for name in BENDING:
        robot = load_robot(name)
        data = home_data(robot.model, robot.home)
        mujoco.mj_comPos(robot.model, data)
        centre, sole = data.subtree_com[0], robot.soles["l"]
        corners = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        ankle = point_in_world(data, robot.landmarks["ankle_l"])
        toe = float(corners[2:, 0].max())
        for wanted in (0.5 * (centre[0] + toe), toe + 0.05):
            angle = float(np.arcsin((wanted - centre[0]) / (centre[2] - ankle[2])))
            result = run(lean(robot, angle, ankle, data), robot, SimulationOptions(base="free"))
            first = result.found["falls/fallen"].summary["first"]
            write(
                name,
                f"{1e3 * (toe - wanted):.0f} mm",
                f"at {first / HOME_FPS:.2f} s" if result.fell else "no",
            )
            met &= result.fell == (wanted > toe)
    return met


def lean(robot: Robot, angle: float, ankle: np.ndarray, home: mujoco.MjData) -> RobotMotion:
    """Return a robot that leans forward about its ankles by an angle [rad] in two seconds, and stays."""
    share = np.clip(np.arange(round(5.0 * HOME_FPS)) / (2.0 * HOME_FPS), 0.0, 1.0)
    turned = angle * share**2 * (3.0 - 2.0 * share)
    q = np.tile(robot.home, (len(share), 1))
    for side in ("l", "r"):
        axes = {name: home.xaxis[robot.model.joint(name).id][1] for name in _ankle_joints(robot, side)}
        pitch = max(axes, key=lambda name: abs(axes[name]))
        q[:, 7 + robot.joints.index(pitch)] -= np.sign(axes[pitch]) * turned
    turn = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), turned)
    q[:, :3] = ankle + rot.rotate(turn, q[:, :3] - ankle)
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    return RobotMotion(robot.name, "lean", robot.joints, q, HOME_FPS, np.zeros(len(q)))


def _ankle_joints(robot: Robot, side: str) -> tuple[str, ...]:
    return robot.card.landmarks[f"ankle_{side}"].joints


def person(name: str) -> HumanMotion:
    """Return a synthetic motion as it comes back from a file."""
    motion, rendering = make(name), RENDERINGS["bvh"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.bvh"
        rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
        return read_human(path)


def speed() -> bool:
    """Measure processor time and memory over frames."""
    write("mode", "frames", "simulated", "µs a frame", "× real time", "peak of memory")
    write(*["---"] * 6)
    robot, met = load_robot("mimo"), True
    with tempfile.TemporaryDirectory() as folder:
        human = infant(Path(folder), Infant("medium", WEEKS, "body25", max(LENGTHS), 0))
    whole = track(human, robot)
    for mode in ("dynamic", "kinematic"):
        for count in LENGTHS:
            motion = whole.section(0, count)
            with tempfile.TemporaryDirectory() as folder:
                start = time.process_time()
                path = Path(folder) / "rollout.npz"
                simulate_to_file(path, motion, robot, SimulationOptions(mode=mode))
                seconds = time.process_time() - start
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
            ratio = motion.duration / seconds
            told = (
                f"{motion.duration:.0f} s",
                f"{1e6 * seconds / count:.0f}",
                f"{ratio:.1f}",
                f"{memory:.0f} MB",
            )
            write(mode, str(count), *told)
            met &= count < max(LENGTHS) or ratio >= LEAST_SPEED
    return met


def degrees(angle: float) -> str:
    """Return an angle [rad] in degrees."""
    return f"{np.degrees(angle):.2f}°"


def write(*cells: str) -> None:
    """Write a row of a table."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


def main() -> int:
    """Run what is asked for."""
    parts = ("infants", "arms", "standing", "bending", "leaning", "speed")
    parser = argparse.ArgumentParser(description="Whether simulated robots perform.")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--minutes", type=float, default=10.0, help="of infants on each robot (10)")
    parser.add_argument("--recordings", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    jobs = {
        "infants": lambda: infants(options.minutes),
        "arms": lambda: arms(options.recordings),
        "standing": standing,
        "bending": bending,
        "leaning": leaning,
        "speed": speed,
    }
    met = True
    for name in options.only:
        sys.stdout.write(f"\n{name}\n\n")
        met &= jobs[name]()
    sys.stdout.write("\nall bars met\n" if met else "\na bar is missed\n")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
