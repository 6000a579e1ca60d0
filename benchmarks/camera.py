"""Live driving from pictures: picture to command, limits, and memory, by a film that is played in real time.

    python benchmarks/camera.py FILM [--minutes 10] [--robots nao g1]

A picture's latency is from when it was decoded to when its command was handed on: tracking, the way between
the processes, and the solver. Pictures that came while the tracker was busy are dropped. Limits are the
largest ratio of any joint's speed and acceleration to its own. Needs a tracker (`understudy camera setup`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from live_latency import resident

from understudy.live.engine import LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.recorder import CommandRecorder
from understudy.live.session import LiveSession
from understudy.live.sources.camera import CameraSource
from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot

SHARES = {"median": 50.0, "p95": 95.0, "p99": 99.0}
SETTLED = 30.0
"""Time [s] after which memory is compared with that at the end."""


def ratios(robot: Robot, motion: RobotMotion) -> tuple[float, float]:
    """Return the largest ratios of speed and of acceleration of a joint to its limit."""
    joints = motion.q[:, -len(motion.joints) :]
    steps = np.diff(joints, axis=0) * motion.fps
    bends = np.diff(steps, axis=0) * motion.fps
    return float((np.abs(steps) / robot.velocity).max()), float((np.abs(bends) / robot.acceleration).max())


def drive(film: Path, name: str, seconds: float) -> None:
    """Drive a robot for so long, and print what came of it."""
    robot = load_robot(name)
    source = CameraSource(str(film), is_film=True, loop=True)
    memory: list[tuple[float, int]] = []
    done = threading.Event()

    def watch() -> None:
        begun = time.monotonic()
        while not done.wait(1.0):
            memory.append((time.monotonic() - begun, resident()))

    threading.Thread(target=watch, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "commanded.npz"
        engine = LiveEngine(robot, source.facts, LiveOptions())
        session = LiveSession(source, engine, (), None, CommandRecorder(path, robot))
        session.run(seconds)
        done.set()
        speed, acceleration = ratios(robot, RobotMotion.load(path))
    late = session.latency
    sizes = [size for when, size in memory if when > SETTLED] or [size for _, size in memory]
    grown = sizes[-1] - sizes[0]
    sys.stdout.write(
        f"{name}: {seconds / 60:.1f} min, {source.counts.received} pictures, {late.count} with a "
    )
    shares = ", ".join(f"{what} {late.percentile(at):.1f} ms" for what, at in SHARES.items())
    sys.stdout.write(
        f"command of their own; {shares}\n  speed {speed:.3f} and acceleration {acceleration:.3f} of "
    )
    sys.stdout.write(
        f"their limits at most; memory {sizes[-1] / 1048576:.0f} MiB, {grown / 1048576:+.1f} MiB "
    )
    sys.stdout.write(f"after the first {SETTLED:g} s\n")
    sys.stdout.flush()


def main() -> int:
    """Drive every robot, and print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("film", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--robots", nargs="+", default=["nao", "g1"])
    options = parser.parse_args()
    for name in options.robots:
        drive(options.film, name, 60.0 * options.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
