"""How fast a robot sees and a rollout is filmed.

    python benchmarks/show.py [--seconds 6] [--size 320x240]

- ``eyes``: processor time of a picture of both eyes, drawn, filtered by age and packed, of MIMo on a mattress
  under a mobile; the whole simulation beside one without eyes.
- ``film``: pictures a second of the film of source, robot and both eyes, four views, and joints. Asked: 20.
- ``memory``: largest memory of a simulation that is four times as long. Asked: 15 % more at most.

Prints tables in Markdown and exits with 1 where a bar is missed. The film's bar is by the clock: run it on a
quiet machine, or look at the processor's time beside it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from understudy.motion import HumanMotion, RobotMotion, Rollout
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, parse_senses, simulate_to_file
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human
from understudy.view.show import render_show

LEAST_FPS = 20.0
MOST_GROWTH = 1.15
FPS = 25.0


@dataclass(frozen=True)
class Timing:
    """Time by the clock and of this process [s]."""

    clock: float
    processor: float


class Stopwatch:
    """Takes both times from when it is made."""

    def __init__(self) -> None:
        """Start."""
        self._clock, self._processor = time.perf_counter(), time.process_time()

    def read(self) -> Timing:
        """Return the times since then."""
        return Timing(time.perf_counter() - self._clock, time.process_time() - self._processor)


def prepared(seconds: float) -> tuple[HumanMotion, RobotMotion, Robot]:
    """Return an infant that kicks on its back, its motion on MIMo, and the robot."""
    robot = load_robot("mimo")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "infant.bvh"
        infant, rendering = make("infant_kicking", seconds=seconds, fps=FPS), RENDERINGS["bvh"]
        rendering.write(path, record(infant, rendering.point_set(infant.body), Corruption()))
        human = read_human(path)
    return human, track(human, robot, TrackOptions()), robot


def simulated(path: Path, motion: RobotMotion, robot: Robot, senses: str) -> Timing:
    """Simulate a motion to a file and return how long it took, its second time, when all is loaded."""
    options = SimulationOptions(senses=parse_senses(senses), mobile=True, toys=True)
    simulate_to_file(path, motion, robot, options)
    watch = Stopwatch()
    simulate_to_file(path, motion, robot, options)
    return watch.read()


def memory_of(motion: RobotMotion, senses: str) -> float:
    """Return the largest memory [MB] of a process that simulates a motion."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_simulate_and_weigh, (motion, senses))


def _simulate_and_weigh(motion: RobotMotion, senses: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        options = SimulationOptions(senses=parse_senses(senses))
        simulate_to_file(Path(folder) / "rollout.npz", motion, load_robot(motion.robot), options)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def say(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def eyes(path: Path, motion: RobotMotion, robot: Robot, size: str) -> None:
    """Print what eyes take of a processor's time; the last rollout stays in the file."""
    bare, length = simulated(path, motion, robot, ""), (motion.frame_count - 1) / motion.fps
    say("| senses | × real time (processor) | both eyes [ms of processor] | kB |")
    say("| --- | --- | --- | --- |")
    say(f"| none | {length / bare.processor:.1f} | | |")
    for extra in (":depth=true:parts=true", ":age=3", ""):
        spent = simulated(path, motion, robot, f"eyes:size={size}{extra}")
        pictures = Rollout.load(path).pictures
        count = len(pictures["eyes/left"])
        weight = sum(len(each.packed) for each in pictures.values()) / 1000.0 / count
        one = 1000.0 * (spent.processor - bare.processor) / count
        say(f"| eyes{extra} | {length / spent.processor:.1f} | {one:.1f} | {weight:.0f} |")


def film(path: Path, human: HumanMotion, robot: Robot) -> float:
    """Print and return how many pictures a second are filmed."""
    rollout = Rollout.load(path)
    render_show(path.with_name("warm.mp4"), rollout, robot, human, fps=1.0)
    watch = Stopwatch()
    render_show(path.with_name("show.mp4"), rollout, robot, human)
    spent, count = watch.read(), rollout.frame_count
    say(f"Film of 4 views of 320 x 240 and joints: {count / spent.clock:.1f} pictures/s by the clock, ")
    say(f"{count / spent.processor:.1f} by this process's time, without ffmpeg's")
    return count / spent.clock


def main() -> int:
    """Run everything; return 1 where a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=6.0, help="of the motion (6)")
    parser.add_argument("--size", default="320x240", help="of the eyes' pictures (320x240)")
    options = parser.parse_args()
    human, motion, robot = prepared(options.seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rollout.npz"
        eyes(path, motion, robot, options.size)
        say()
        fps = film(path, human, robot)
    senses = f"eyes:size={options.size}"
    short, long = (memory_of(prepared(times * options.seconds)[1], senses) for times in (1, 4))
    say()
    say(f"Memory: {short:.0f} MB for {options.seconds:g} s, {long:.0f} MB for four times as long")
    return int(fps < LEAST_FPS or long > MOST_GROWTH * short)


if __name__ == "__main__":
    sys.exit(main())
