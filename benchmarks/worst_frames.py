"""The worst frames of every clip on five robots, where medians look away.

    python benchmarks/worst_frames.py [--robots g1 nao] [--clips 02_01 walk] [--json worst.json] [--jobs 2]

``track`` as it is shipped performs eight CMU clips, the two built-in ones and the Kinect and Vicon takes of
KERAAL. Clips of the first group are there to tune by, those of the second are held out: look at their
figures, do not tune by them.

How things are counted:

* Regret of a limb in a frame is its error √(θ_upper² + θ_lower²), less the least one that any pose within
  the robot's joint ranges has with the torso as near to the person's as it can be (see
  ``understudy.evaluate.reach``). Of the limbs of a clip the worst counts, in the maximum as in the 99th
  percentile, over all frames in which the limb was captured. No frame is left out.
* An episode is a stretch in which a limb's regret is over 30°; stretches at most 0.05 s apart are one. It is
  a change of IK branch where a joint of the limb moves by more than 60° between 0.3 s before and after it.
  Beside it stands in which share of it a joint of the limb is at its speed limit: there the motors were too
  slow, whatever the method; it counts all the same.
* Heading is the angle over the floor between the person's foot and the robot's in frames in which the person
  stands on heel and toe: the median, of the worse foot.
* Over a limit is a frame in which any joint is outside its range, or faster, or speeds up or slows down more
  than its motor allows, each counted for itself. Not converged is a frame that the solver left otherwise.
* Symmetric is a frame in which the mirrored person's robot, mirrored back, points every upper arm, forearm,
  thigh and shin within 2° of where the person's robot does.

Bars: no regret over 30° but in changes of IK branch that take 0.4 s at most; p99 ≤ 10°; heading ≤ 4°; 99 % of
frames symmetric. Prints tables in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path

import numpy as np

from understudy.evaluate import evaluate
from understudy.evaluate.joints import rate
from understudy.evaluate.reach_problem import limb_columns
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.motion.landmarks import LIMB_SEGMENTS, SEGMENTS
from understudy.motion.sides import FLIP, other_side
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.robots.source import robot_body
from understudy.spatial import rotations as rot
from understudy.takes import read_human

ROBOTS = ("g1", "hrp4", "nao", "icub", "qtrobot")
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
_CMU, _KERAAL = Path("cmu"), Path("keraal")

TUNING = {f"cmu {name}": _CMU / f"{name}.bvh" for name in ("02_01", "13_29", "54_01", "86_01")} | {
    f"kinect {name}": _KERAAL / f"G3-Kinect-{name}-P1T1-Unknown-C-0.txt" for name in ("CTK", "ELK")
}
HELD_OUT = (
    {f"cmu {name}": _CMU / f"{name}.bvh" for name in ("07_01", "16_01", "120_01", "143_01")}
    | {f"vicon {name}": _KERAAL / f"G3-Vicon-{name}-P1T1-Unknown-C-0.txt" for name in ("CTK", "ELK")}
    | {f"built-in {name}": Path(f"{name}.bvh") for name in ("walk", "infant_kicking")}
)
GROUPS = {"tuning": TUNING, "held out": HELD_OUT}

EPISODE = 30.0
"""Regret [°] from which on a limb is elsewhere."""
LONGEST_GAP = 0.05
"""Time [s] up to which two stretches are one episode."""
AROUND, BRANCH_TURN = 0.3, 60.0
"""Time [s] around an episode within which a joint that changes IK branch turns by so much [°]."""
LONGEST_CHANGE = 0.4
"""Time [s] that a change of IK branch may take."""
FULL_SPEED = 0.999
"""Share of its speed limit from which on a joint is at it."""
P99_BAR, HEADING_BAR = 10.0, 4.0
SAME_DIRECTION, SYMMETRY_BAR = 2.0, 0.99


@dataclass(frozen=True)
class Episode:
    """A stretch in which a limb is elsewhere.

    Attributes:
        limb: The limb.
        frame: Its first frame.
        start, length: [s].
        regret: Largest in it [°].
        joint, turn: The joint of the limb that moves farthest in and around it, and by how much [°].
        speed, acceleration: Largest of the limb's joints in it [rad/s], [rad/s²].
        at_speed_limit: Share of its frames in which a joint of the limb is as fast as it may be.
        is_allowed: Whether it is a change of IK branch that is short enough.
    """

    limb: str
    frame: int
    start: float
    length: float
    regret: float
    joint: str
    turn: float
    speed: float
    acceleration: float
    at_speed_limit: float
    is_allowed: bool

    @property
    def is_branch_change(self) -> bool:
        """Whether a joint of the limb turns so far that it changes IK branch."""
        return self.turn > BRANCH_TURN


@dataclass(frozen=True)
class Outcome:
    """What a robot made of a clip; angles in degrees, NaN where nothing applies."""

    group: str
    clip: str
    robot: str
    frames: int
    seconds: float
    regret: float
    limb: str
    frame: int
    p99: float
    p99_limb: str
    median: float
    heading: float
    over_position: int
    over_velocity: int
    over_acceleration: int
    not_converged: int
    symmetric: float
    episodes: tuple[Episode, ...]

    def missed(self) -> list[str]:
        """Return which bars are missed."""
        found = {
            "regret": any(not episode.is_allowed for episode in self.episodes),
            "p99": self.p99 > P99_BAR,
            "heading": self.heading > HEADING_BAR,
            "symmetry": self.symmetric < SYMMETRY_BAR,
        }
        return [name for name, is_missed in found.items() if is_missed]


def main() -> int:
    """Let every robot perform every clip and print the worst of it."""
    options = _arguments()
    tasks = [
        (group, clip, robot)
        for group, clips in GROUPS.items()
        for clip in clips
        if options.clips is None or any(word in clip for word in options.clips)
        for robot in options.robots
    ]
    outcomes: list[Outcome] = []
    group = ""
    for outcome in _perform_all(tasks, options.motions, options.jobs):
        if outcome.group != group:
            group = outcome.group
            sys.stdout.write(f"\n## Clips: {group}\n\n")
            _write(_HEAD)
            _write(["---"] * len(_HEAD))
        _write(_cells(outcome))
        outcomes.append(outcome)
    for group in GROUPS:
        _write_episodes(group, [outcome for outcome in outcomes if outcome.group == group])
    for group in GROUPS:
        _write_summary(group, [outcome for outcome in outcomes if outcome.group == group])
    if options.json:
        listed = [_plain(outcome) for outcome in outcomes]
        options.json.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    met = not any(outcome.missed() for outcome in outcomes)
    sys.stdout.write("\nall bars met\n" if met else "\na bar is missed\n")
    return 0 if met else 1


def _plain(outcome: Outcome) -> dict[str, object]:
    """Return all figures for JSON, which knows no NaN."""
    heading = outcome.heading if np.isfinite(outcome.heading) else None
    return asdict(outcome) | {"heading": heading, "missed": outcome.missed()}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The worst frames of every clip on some robots.")
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    parser.add_argument("--clips", nargs="+", help="words in the names of clips, such as 02_01 or kinect")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    parser.add_argument("--json", type=Path, help="file to write all figures and episodes to")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser.parse_args()


def _perform_all(tasks: Sequence[tuple[str, str, str]], motions: Path, jobs: int) -> Iterable[Outcome]:
    work = partial(_perform, motions)
    if jobs < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, tasks)


def _perform(motions: Path, task: tuple[str, str, str]) -> Outcome:
    """Let a robot perform a clip and its mirror image."""
    group, clip, name = task
    human, robot = read(motions, GROUPS[group][clip]), load(name)
    motion = track(human, robot)
    evaluation = evaluate(human, motion, robot)
    regret = {m.name.removeprefix("regret/"): np.degrees(m.series) for m in evaluation.family("regret")}
    worst = max(regret, key=lambda limb: np.nanmax(regret[limb]))
    p99 = {limb: float(np.nanpercentile(values, 99.0)) for limb, values in regret.items()}
    slowest = max(p99, key=lambda limb: p99[limb])
    headings = [m.summary["median"] for m in evaluation.family("feet") if "heading" in m.name]
    known = [np.degrees(value) for value in headings if np.isfinite(value)]
    return Outcome(
        group=group,
        clip=clip,
        robot=name,
        frames=human.frame_count,
        seconds=human.frame_count / human.fps,
        regret=float(np.nanmax(regret[worst])),
        limb=worst,
        frame=int(np.nanargmax(regret[worst])),
        p99=p99[slowest],
        p99_limb=slowest,
        median=max(float(np.nanmedian(values)) for values in regret.values()),
        heading=float(max(known, default=np.nan)),
        over_position=_frames_over(evaluation, "position"),
        over_velocity=_frames_over(evaluation, "velocity"),
        over_acceleration=_frames_over(evaluation, "acceleration"),
        not_converged=round(evaluation["solving/not_converged"].summary["frames"]),
        symmetric=symmetric_share(human, motion, robot),
        episodes=tuple(
            episode
            for limb, values in regret.items()
            for episode in find_episodes(limb, values, motion, robot)
        ),
    )


def _frames_over(evaluation: Evaluation, kind: str) -> int:
    over = [
        metric.series > 0.0
        for metric in evaluation.family("limits")
        if metric.name.removesuffix("_slides") == f"limits/{kind}"
    ]
    return int(np.logical_or.reduce(over).sum())


@lru_cache(maxsize=2)
def read(motions: Path, path: Path) -> HumanMotion:
    """Return the motion of a clip, given as ``GROUPS`` names it."""
    if path.parent == Path():
        with resources.as_file(resources.files("understudy.data").joinpath(str(path))) as file:
            return read_human(file)
    return read_human(motions / path)


@lru_cache(maxsize=len(ROBOTS))
def load(name: str) -> Robot:
    """Return a robot of the catalogue."""
    return load_robot(name)


def find_episodes(limb: str, regret: np.ndarray, motion: RobotMotion, robot: Robot) -> list[Episode]:
    """Return the stretches in which a limb's regret (T,) [°] is over the bar."""
    frames = np.flatnonzero(np.nan_to_num(regret) > EPISODE)
    if not len(frames):
        return []
    columns = limb_columns(robot, limb)
    indices = columns - (motion.q.shape[1] - len(robot.joints))
    joints = [robot.joints[index] for index in indices]
    positions = motion.q[:, columns]
    speed, change = (np.abs(rate(positions, motion.fps, order)) for order in (1, 2))
    is_fast = np.any(speed >= FULL_SPEED * robot.velocity[indices], axis=1)
    around, episodes = round(AROUND * motion.fps), []
    for first, last in joined(frames, motion.fps):
        window = positions[max(0, first - around) : last + around + 1]
        turns = np.degrees(np.ptp(window, axis=0))
        length = (last - first + 1) / motion.fps
        episodes.append(
            Episode(
                limb=limb,
                frame=first,
                start=first / motion.fps,
                length=length,
                regret=float(regret[first : last + 1].max()),
                joint=joints[int(turns.argmax())],
                turn=float(turns.max()),
                speed=float(np.nan_to_num(speed[first : last + 1]).max()),
                acceleration=float(np.nan_to_num(change[first : last + 1]).max()),
                at_speed_limit=float(is_fast[first : last + 1].mean()),
                is_allowed=bool(turns.max() > BRANCH_TURN and length <= LONGEST_CHANGE),
            )
        )
    return episodes


def joined(frames: np.ndarray, fps: float) -> list[tuple[int, int]]:
    """Return first and last of every stretch of frames (N,), rising; those a short time apart are one."""
    parts = np.split(frames, np.flatnonzero(np.diff(frames) > LONGEST_GAP * fps + 1) + 1)
    return [(int(part[0]), int(part[-1])) for part in parts if len(part)]


def symmetric_share(human: HumanMotion, motion: RobotMotion, robot: Robot) -> float:
    """Return the share of frames in which the mirrored person's robot is the mirror image of the person's."""
    image = track(human.mirror(), robot)
    apart = limbs_apart(robot, motion.q, image.q)
    return float((np.max(list(apart.values()), axis=0) <= SAME_DIRECTION).mean())


def limbs_apart(robot: Robot, q: np.ndarray, image: np.ndarray) -> dict[str, np.ndarray]:
    """Return segment of a limb → angle (T,) [°] between it in poses (T, Q) and in their mirror images."""
    names = tuple(robot.landmarks)
    own, other = (
        dict(zip(names, np.moveaxis(robot_body(robot, poses, names)[0], 1, 0), strict=True))
        for poses in (q, image)
    )
    found = {}
    for segment in LIMB_SEGMENTS:
        if robot.segment(segment) is not None:
            start, end = SEGMENTS[segment]
            mirrored = (other[other_side(end)] - other[other_side(start)]) * FLIP
            found[segment] = np.degrees(rot.angle_between(own[end] - own[start], mirrored))
    return found


_HEAD = (
    *("clip", "robot", "largest regret", "p99", "median", "> 30°: not allowed", "heading"),
    *("over position, velocity, acceleration", "not converged", "symmetric", "missed"),
)


def _cells(outcome: Outcome) -> list[str]:
    refused = sum(not episode.is_allowed for episode in outcome.episodes)
    return [
        outcome.clip,
        outcome.robot,
        f"{outcome.regret:.1f}° {outcome.limb} at {outcome.frame}",
        f"{outcome.p99:.1f}° {outcome.p99_limb}",
        f"{outcome.median:.1f}°",
        f"{len(outcome.episodes)}: {refused}" if outcome.episodes else "0",
        _degrees(outcome.heading),
        f"{outcome.over_position}, {outcome.over_velocity}, {outcome.over_acceleration} of {outcome.frames}",
        str(outcome.not_converged),
        f"{100.0 * outcome.symmetric:.1f} %",
        ", ".join(outcome.missed()) or "–",
    ]


def _write_episodes(group: str, outcomes: list[Outcome]) -> None:
    listed = [(outcome, episode) for outcome in outcomes for episode in outcome.episodes]
    if not listed:
        return
    sys.stdout.write(f"\n## Episodes of more than {EPISODE:g}°: {group}\n\n")
    head = (
        "clip",
        "robot",
        "limb",
        "start",
        "length",
        "regret",
        "IK branch",
        "speed",
        "at its limit",
        "acceleration",
        "allowed",
    )
    _write(head)
    _write(["---"] * len(head))
    for outcome, episode in listed:
        branch = "changes" if episode.is_branch_change else "stays"
        _write(
            (
                outcome.clip,
                outcome.robot,
                episode.limb,
                f"{episode.start:.2f} s (frame {episode.frame})",
                f"{episode.length:.2f} s",
                f"{episode.regret:.1f}°",
                f"{branch}: {episode.joint} by {episode.turn:.0f}°",
                f"{episode.speed:.1f} rad/s",
                f"{100.0 * episode.at_speed_limit:.0f} %",
                f"{episode.acceleration:.0f} rad/s²",
                "yes" if episode.is_allowed else "no",
            )
        )


def _write_summary(group: str, outcomes: list[Outcome]) -> None:
    if not outcomes:
        return
    sys.stdout.write(f"\n## Robots: {group}\n\n")
    for robot in dict.fromkeys(outcome.robot for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.robot == robot]
        episodes = [episode for outcome in own for episode in outcome.episodes]
        worst, slow = max(own, key=lambda item: item.regret), max(own, key=lambda item: item.p99)
        heading = max((item.heading for item in own if np.isfinite(item.heading)), default=np.nan)
        least = min(own, key=lambda item: item.symmetric)
        over = [sum(getattr(item, f"over_{kind}") for item in own) for kind in _OVER]
        missed = sorted({name for item in own for name in item.missed()})
        refused = sum(not episode.is_allowed for episode in episodes)
        sys.stdout.write(
            f"* {robot}: largest {worst.regret:.1f}° ({worst.clip}, {worst.limb}), p99 {slow.p99:.1f}° "
            f"({slow.clip}), {len(episodes)} episodes ({refused} not allowed, "
            f"{sum(e.length for e in episodes):.1f} s), heading {_degrees(heading)}, over limits {over[0]}, "
            f"{over[1]}, {over[2]}, not converged {sum(item.not_converged for item in own)}, symmetric "
            f"{100.0 * least.symmetric:.1f} % ({least.clip}): {', '.join(missed) or 'all bars met'}\n"
        )


_OVER = ("position", "velocity", "acceleration")


def _degrees(angle: float) -> str:
    return f"{angle:.1f}°" if np.isfinite(angle) else "–"


def _write(cells: Sequence[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
