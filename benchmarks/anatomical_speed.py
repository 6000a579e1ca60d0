"""How fast anatomical angles are read off, and sent to the robots of the infant study, on one core.

    python benchmarks/anatomical_speed.py [--frames 100000]

Processor time is counted, so that other work on the machine does not matter much.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

from understudy.anatomy import ANGLES, anatomical_angles
from understudy.motion import HumanMotion
from understudy.retarget import geometric
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot

REPEATS = 3
ASKED = 200_000
"""Frames a second that the study asks for."""
ROBOTS = ("dummy", "icub", "mimo", "fetus")
POSES = 2000


def main() -> int:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="How fast anatomical angles are read off.")
    parser.add_argument("--frames", type=int, default=100_000)
    frames = parser.parse_args().frames
    human = _moving_infant(frames)
    rows = [("what", "asked", "measured"), ("---", "---", "---")]
    rate = frames / _seconds(lambda: anatomical_angles(human))
    rows.append((f"all {len(ANGLES)} angles", f"≥ {ASKED:,} frames/s", f"{rate:,.0f} frames/s"))
    for name in ROBOTS:
        robot = load_robot(name)
        rate = frames / _seconds(lambda robot=robot: geometric(human, robot))
        rows.append((f"`geometric` on {name}", "", f"{rate:,.0f} frames/s"))
    sys.stdout.write("\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n")
    return 0


def _moving_infant(frames: int) -> HumanMotion:
    """Return the infant figure in as many poses, all its joints moving."""
    dummy = load_robot("dummy")
    generator = np.random.default_rng(0)
    q = np.tile(dummy.home, (POSES, 1))
    low, high = np.clip(dummy.lower, -0.5, 2.0), np.clip(dummy.upper, -0.5, 2.0)
    q[:, 7:] = generator.uniform(low, high, (POSES, len(low)))
    few = human_from_robot(dummy, q, 25.0)
    again = np.arange(frames) % POSES
    return HumanMotion(few.names, few.landmarks[again], few.fps, sizes=few.sizes)


def _seconds(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
