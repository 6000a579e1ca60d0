"""Robustness: every capture in the shared folder, as it is and in variants made by program, on two robots.

    python benchmarks/robustness.py [--robots g1 nao] [--method track] [--frames 240] [--files 02_01]
                                    [--variants hopping] [--long] [--json robust.json]

Of every capture that can be read (films are left out) the first ``--frames`` frames are taken. Variants: cut
(the middle third), mirrored, backwards, hopping (0.3 s in the air on parabolas of 5 cm, every 0.8 s), lying
(turned by 90° about x), sitting (lowered by half a leg), crawling (turned by 80° about y), in the air at the
first or the last five frames, without contacts, and one, two and three frames. Who lies, sits or crawls has
no contacts. ``--long`` adds ten minutes at 120 Hz, 72,000 frames of 02_01 played to and fro.

How things are counted, one retargeting of one variant on one robot at a time:

* a traceback is an exception other than ``UnderstudyError``; one of those is a refusal, which says why in a
  sentence and is no miss;
* not finite is a result with coordinates that are not finite;
* left unsaid are frames whose ending is not converged, where no sentence told of frames; those that were told
  of are listed as said;
* over are frames in which any joint is over its limit of position, velocity or acceleration, by more than
  1e-6 of its range or of that limit.

Bar: none of these. Prints a table in Markdown, a line for each miss, and exits with 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from understudy.errors import UnderstudyError
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.ending import Ending
from understudy.motion.terrain import LEVEL
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot
from understudy.robots.assumed_speeds import as_retargeted
from understudy.spatial import rotations as rot
from understudy.takes import read_take

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
SUFFIXES = (".bvh", ".c3d", ".trc", ".txt", ".json", ".xml", ".csv", ".npz")
METHODS = ("track", "simultaneous", "two-step")
TOLERANCE = 1e-6
"""Excess over a limit that does not count, relative to it."""
HOP_HEIGHT, HOP_TIME, HOP_EVERY = 0.05, 0.3, 0.8
"""Height [m] of a hop, how long it takes, and time from one to the next [s]."""
AIRBORNE = 5
"""Frames in the air at the beginning or the end of a clip."""
LYING_HEIGHT = 0.05
"""Height [m] of the lowest landmark of a body that lies on the floor."""
LEG = 0.8
"""Length [m] of the legs of a person whose legs are not known."""
LONG_CLIP, LONG_FRAMES, LONG_FPS = "02_01", 72_000, 120.0
COLUMNS = (
    *("file", "robot", "variants", "refused", "tracebacks", "not finite", "left unsaid (said)"),
    *("over position", "velocity", "acceleration", "met"),
)
ASKED = ("asked", "", "", "", "0", "0", "0", "0", "0", "0", "all")


@dataclass(frozen=True)
class Outcome:
    """What became of one variant on one robot.

    Attributes:
        file, variant, robot: What was retargeted.
        frames: T.
        seconds: Time that it took [s].
        refusal: The sentence with which it was refused, empty where it was not.
        problem: The last line of a traceback and where it comes from, empty where there is none.
        not_finite: Whether coordinates were not finite.
        unsaid, said: Frames that did not converge, without and with a sentence about it.
        over: Frames over limits of position, velocity and acceleration.
    """

    file: str
    variant: str
    robot: str
    frames: int
    seconds: float = 0.0
    refusal: str = ""
    problem: str = ""
    not_finite: bool = False
    unsaid: int = 0
    said: int = 0
    over: tuple[int, int, int] = (0, 0, 0)

    @property
    def met(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.problem or self.not_finite or self.unsaid or any(self.over))


def main() -> int:
    """Retarget every variant of every file and print what went wrong."""
    parser = argparse.ArgumentParser(description="Every capture and its variants: what goes wrong.")
    parser.add_argument("--robots", nargs="+", default=["g1", "nao"])
    parser.add_argument("--method", default="track", choices=METHODS)
    parser.add_argument("--frames", type=int, default=240, help="of each capture, at the most")
    parser.add_argument("--files", nargs="+", help="parts of the names of files")
    parser.add_argument("--variants", nargs="+", default=VARIANTS, choices=VARIANTS)
    parser.add_argument("--long", action="store_true", help="ten minutes of a walk, before all else")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    robots = [load_robot(name) for name in asked.robots]
    found: list[Outcome] = []
    # Memory never sinks again in a process, so that the long clip comes first.
    if asked.long:
        walk = long_walk(asked.motions / "cmu" / f"{LONG_CLIP}.bvh")
        found += [long_run(walk, robot, asked.method) for robot in robots]
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    _write(ASKED)
    for path in captures(asked.motions, asked.files):
        try:
            human = read_take(path).human
        except UnderstudyError as error:
            sys.stderr.write(f"left out: {error}\n")
            continue
        human = human.section(0, min(asked.frames, human.frame_count))
        for robot in robots:
            rows = [outcome(path.name, name, human, robot, asked.method) for name in asked.variants]
            found += rows
            _write(_cells(rows))
    for row in found:
        if not row.met:
            sys.stdout.write(f"- {row.file}, {row.variant}, {row.robot}: {_missed(row)}\n")
    if asked.json:
        rows = [asdict(row) | {"method": asked.method, "met": row.met} for row in found]
        asked.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    met = sum(row.met for row in found)
    sys.stdout.write(f"met {met} of {len(found)}\n")
    return 0 if met == len(found) else 1


def captures(folder: Path, parts: Iterable[str] | None = None) -> list[Path]:
    """Return the captures in a folder, those whose names have one of these parts."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    return [path for path in found if not parts or any(part in path.name for part in parts)]


def outcome(file: str, variant: str, human: HumanMotion, robot: Robot, method: str) -> Outcome:
    """Return what becomes of a variant of a person on a robot."""
    human = VARIANTS[variant](human)
    row = Outcome(file, variant, robot.name, human.frame_count)
    sentences: list[str] = []
    begun = time.perf_counter()
    try:
        motion = retarget(human, robot, method, say=sentences.append)
    except UnderstudyError as error:
        bad = "not finite" in str(error)
        return replace(row, refusal="" if bad else str(error), not_finite=bad)
    # Whatever is raised is what is counted here.
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return replace(row, problem=f"{type(error).__name__}: {error} ({place})")
    row = replace(row, seconds=time.perf_counter() - begun)
    left = int((motion.status != Ending.CONVERGED).sum())
    told = any("frame" in sentence for sentence in sentences)
    return replace(
        row,
        not_finite=not bool(np.isfinite(motion.q).all()),
        unsaid=0 if told else left,
        said=left if told else 0,
        over=over_limits(motion, as_retargeted(robot, motion)),
    )


def over_limits(motion: RobotMotion, robot: Robot) -> tuple[int, int, int]:
    """Return frames with a joint over its limit of position, velocity and acceleration."""
    at = motion.joint_positions
    width = robot.upper - robot.lower
    slack = TOLERANCE * np.where(np.isfinite(width), width, 1.0)
    outside = (at < robot.lower - slack) | (at > robot.upper + slack)
    fast = np.abs(np.diff(at, axis=0)) * motion.fps > (1.0 + TOLERANCE) * robot.velocity
    jolting = np.abs(np.diff(at, 2, axis=0)) * motion.fps**2 > (1.0 + TOLERANCE) * robot.acceleration
    position, velocity, acceleration = (int(over.any(axis=1).sum()) for over in (outside, fast, jolting))
    return position, velocity, acceleration


def long_walk(path: Path) -> HumanMotion:
    """Return ten minutes of a walk to and fro, without a jump where it turns back."""
    human = read_take(path).human
    there = np.arange(human.frame_count)
    return replace(picked(human, np.resize(np.concatenate([there, there[::-1]]), LONG_FRAMES)), fps=LONG_FPS)


def long_run(walk: HumanMotion, robot: Robot, method: str) -> Outcome:
    """Return what becomes of a long walk, and write how long a frame takes and how much memory."""
    outcome(LONG_CLIP, "as is", walk.section(0, 300), robot, method)
    row = outcome(f"{LONG_CLIP}, ten minutes", "as is", walk, robot, method)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(
        f"{row.file} on {row.robot}: {row.frames:,} frames, {1e3 * row.seconds / row.frames:.2f} ms each, "
        f"peak of memory {peak:,.0f} MB\n\n"
    )
    return row


def picked(human: HumanMotion, frames: np.ndarray) -> HumanMotion:
    """Return these frames of a person, in this order; objects and what was fitted are left out."""
    return replace(
        plain(human),
        landmarks=human.landmarks[frames],
        valid=human.valid_mask[frames],
        contacts=human.contact_mask[frames],
        frames={name: values[frames] for name, values in human.frames.items()},
    )


def plain(human: HumanMotion) -> HumanMotion:
    """Return a person without objects, touches and a fitted body, which a variant would have to change."""
    return replace(
        human,
        objects={},
        touches=None,
        coordinates=None,
        coordinate_names=(),
        residuals=None,
        lengths={},
        length_errors={},
    )


def cut(human: HumanMotion) -> HumanMotion:
    """Return the middle third."""
    third = human.frame_count // 3
    return human.section(third, max(2 * third, third + 1))


def backwards(human: HumanMotion) -> HumanMotion:
    """Return a person who does everything in the opposite order."""
    return picked(human, np.arange(human.frame_count)[::-1])


def hopping(human: HumanMotion) -> HumanMotion:
    """Return a person who hops again and again."""
    since = np.arange(human.frame_count) / human.fps % HOP_EVERY - (HOP_EVERY - HOP_TIME)
    share = np.clip(since / HOP_TIME, 0.0, 1.0)
    lifted = raised(human, HOP_HEIGHT * 4.0 * share * (1.0 - share))
    return without_contacts(lifted, since > 0.0)


def lying(human: HumanMotion) -> HumanMotion:
    """Return a person who lies on a side."""
    return laid_down(human, "x", 90.0)


def crawling(human: HumanMotion) -> HumanMotion:
    """Return a person who faces the floor."""
    return laid_down(human, "y", 80.0)


def sitting(human: HumanMotion) -> HumanMotion:
    """Return a person whose hips are as low as those of one who sits, floor or not."""
    lower = np.full(human.frame_count, -0.5 * human.sizes.get("leg", LEG))
    return without_contacts(raised(human, lower))


def laid_down(human: HumanMotion, axis: str, degrees: float) -> HumanMotion:
    """Return a person turned about an axis of the world and laid on the floor."""
    turn = rot.from_axis_angle(np.array([float(axis == name) for name in "xyz"]), np.deg2rad(degrees))
    landmarks = human.landmarks @ rot.as_matrix(turn).T
    heights = np.where(human.valid_mask, landmarks[..., 2], np.inf)
    landmarks[..., 2] += LYING_HEIGHT - heights.min()
    frames = {name: rot.multiply(turn, turns) for name, turns in human.frames.items()}
    return without_contacts(replace(plain(human), landmarks=landmarks, frames=frames, terrain=LEVEL))


def raised(human: HumanMotion, heights: np.ndarray) -> HumanMotion:
    """Return a person raised by heights (T,) [m]."""
    landmarks = human.landmarks.copy()
    landmarks[..., 2] += heights[:, None]
    return replace(plain(human), landmarks=landmarks)


def without_contacts(human: HumanMotion, frames: np.ndarray | slice = slice(None)) -> HumanMotion:
    """Return a person who stands on nothing in some frames, by default in all."""
    contacts = human.contact_mask.copy()
    contacts[frames] = False
    return replace(human, contacts=contacts)


VARIANTS: Mapping[str, Callable[[HumanMotion], HumanMotion]] = {
    "as is": lambda human: human,
    "cut": cut,
    "mirrored": HumanMotion.mirror,
    "backwards": backwards,
    "hopping": hopping,
    "lying": lying,
    "sitting": sitting,
    "crawling": crawling,
    "in the air at first": lambda human: without_contacts(human, slice(None, AIRBORNE)),
    "in the air at last": lambda human: without_contacts(human, slice(-AIRBORNE, None)),
    "without contacts": without_contacts,
    "one frame": lambda human: human.section(0, 1),
    "two frames": lambda human: human.section(0, 2),
    "three frames": lambda human: human.section(0, 3),
}
"""Name of a variant → what makes it of a person."""


def _cells(rows: list[Outcome]) -> list[str]:
    unsaid, said = sum(row.unsaid for row in rows), sum(row.said for row in rows)
    return [
        rows[0].file,
        rows[0].robot,
        str(len(rows)),
        str(sum(bool(row.refusal) for row in rows)),
        str(sum(bool(row.problem) for row in rows)),
        str(sum(row.not_finite for row in rows)),
        f"{unsaid} ({said})",
        *(str(sum(row.over[order] for row in rows)) for order in range(3)),
        f"{sum(row.met for row in rows)} of {len(rows)}",
    ]


def _missed(row: Outcome) -> str:
    if row.problem or row.not_finite:
        return row.problem or "not finite"
    return f"{row.unsaid} frames left unsaid, over position, velocity, acceleration in {row.over} frames"


def _write(cells: Iterable[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
