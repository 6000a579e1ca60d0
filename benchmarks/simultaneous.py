"""Human, morphing and robot as one problem: limits, reconstruction and time.

    python benchmarks/simultaneous.py                     the paper's three motions on hrp4
    python benchmarks/simultaneous.py --clip 02_01 --robot g1   a CMU clip of ../shared/motions on a robot
    python benchmarks/simultaneous.py --residuals [--clip …]    root residuals of track and of this

For each: the mean distance between captured and reconstructed points when all is one problem, when morphing
comes first and limits second, and with the human of 31 degrees of freedom; what MuJoCo says of the robot's
motion (see ``understudy.evaluate.physical_checks``), the ZMP by accelerations as they are between frames, and
by those below 10 Hz, where a step from one foot to the other is blurred; frames that did not converge; and
processor time a captured frame of everything, the fit and the start by ``track`` included, without loading
kernels, which a short piece does beforehand.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from understudy.evaluate.physical_checks import physical_checks
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.ending import Ending
from understudy.retarget.simultaneous.method import simultaneous
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.takes import read_take

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "motions" / "cmu"
PERFORMERS = {"twist_lift": 1.60, "bend": 1.68, "turn_handle": 1.74}
"""The paper's motions and how tall those were who did them [m]."""

FPS = 100.0

WARM_UP = 0.5
"""Time [s] of the first motion that is solved beforehand, so that no row has kernels to load or compile."""

WAYS = {
    "one problem": SimultaneousOptions(),
    "in sequence": SimultaneousOptions(order="sequential"),
    "31 DoF": SimultaneousOptions(human="31"),
}

COLUMNS = (
    *("motion", "robot", "way", "mean error", "over limits", "slide", "in the floor", "in itself"),
    *("ZMP inside", "below 10 Hz", "residual", "not converged", "ms a frame"),
)

Subject = tuple[str, HumanMotion, Recording | None]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--clip", action="append", default=[], help="a CMU clip instead of the paper's motions"
    )
    parser.add_argument("--robot", default="hrp4")
    parser.add_argument("--way", action="append", choices=tuple(WAYS), help="only these ways")
    parser.add_argument("--residuals", action="store_true", help="compare root residuals instead")
    parser.add_argument("--keep", type=Path, help="folder for the motions")
    options = parser.parse_args()
    robot = load_robot(options.robot)
    if options.residuals:
        residuals(robot, options.clip)
        return
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    ways = {way: WAYS[way] for way in options.way or WAYS}
    is_first = True
    for name, human, recording in subjects(options.clip):
        for way, asked in ways.items():
            if is_first:
                measure(human[0.0:WARM_UP], None, robot, asked)
            row, motion = measure(human, recording, robot, asked)
            _write([name, robot.name, way, *row])
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                motion.save(options.keep / f"{name}-{robot.name}-{way.replace(' ', '-')}.npz")
        is_first = False


def residuals(robot: Robot, clips: list[str]) -> None:
    """Print the median over stance of the root residual, and the ZMP's share, of three methods."""
    ways = {
        "track": None,
        "simultaneous": SimultaneousOptions(),
        "full dynamics": SimultaneousOptions(physics="full"),
    }
    _write(["motion", "robot", *(f"{way}: residual, ZMP inside" for way in ways)])
    _write(["---"] * (2 + len(ways)))
    for name, human, recording in subjects(clips):
        cells = []
        for options in ways.values():
            motion = (
                track(human, robot) if options is None else simultaneous(human, robot, options, recording)
            )
            seen = physical_checks(motion, robot)
            cells.append(f"{100.0 * seen.root_residual:.1f} %, {100.0 * seen.zmp_share:.1f} %")
        _write([name, robot.name, *cells])


def subjects(clips: list[str]) -> Iterator[Subject]:
    """Yield names and motions with their captures."""
    for clip in clips:
        take = read_take(SHARED / f"{clip}.bvh")
        yield clip, take.human, take.recording
    if not clips:
        from understudy.human import human_from_recording

        for motion, height in PERFORMERS.items():
            performed = make(motion, fps=FPS, body=performer_body(height=height))
            capture = record(performed, LANDMARK_SET, Corruption()).recording()
            yield motion, human_from_recording(capture), capture


def measure(
    human: HumanMotion, recording: Recording | None, robot: Robot, options: SimultaneousOptions
) -> tuple[list[str], RobotMotion]:
    """Return a row of the table, and the motion."""
    start = time.process_time()
    motion = simultaneous(human, robot, options, recording)
    spent = time.process_time() - start
    assert motion.reconstruction is not None
    seen, smoothed = physical_checks(motion, robot, cutoff=np.inf), physical_checks(motion, robot)
    over = sum(each.frames for each in (seen.position, seen.velocity, seen.acceleration))
    row = [
        f"{1000.0 * motion.reconstruction.mean_error:.1f} mm",
        f"{over}",
        f"{1000.0 * seen.slide:.2f} mm",
        f"{1000.0 * seen.floor_depth:.1f} mm",
        f"{1000.0 * seen.self_depth:.1f} mm",
        f"{100.0 * seen.zmp_share:.1f} %",
        f"{100.0 * smoothed.zmp_share:.1f} %",
        f"{100.0 * seen.root_residual:.1f} %",
        f"{(motion.status != Ending.CONVERGED).sum()}",
        f"{1000.0 * spent / human.frame_count:.1f}",
    ]
    return row, motion


def _write(row: Sequence[str]) -> None:
    sys.stdout.write("| " + " | ".join(row) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
