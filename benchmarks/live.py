"""Live driving: latency at 120 Hz, closeness to the offline method, faults, and the way through the human.

    python benchmarks/live.py latency --minutes 10 --robot g1      # packet in to command out, one core
    python benchmarks/live.py closeness                            # live against `track`, clip by clip
    python benchmarks/live.py faults                               # limits and recovery, fault by fault
    python benchmarks/live.py human                                # --via human on ARMAR-III

How it is counted. Latency: from a packet sent to its command received, in another process (``live_latency``).
Processor time is that of the engine for a command, which a busy machine changes less. Closeness: median
angle between directions of all segments of the robot, live and offline, both in the frame of the robot's
trunk, after calibration (1 s) and start (1 s). Faults: the largest ratio of any joint's speed and
acceleration to its limit, by how much any joint is beyond its range, and after a fault the time until all
joints stay within 0.1 rad of an undisturbed run.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from live_latency import RATE, Timed, judge, latency, looped_walk, say, spread

from understudy.capture import read_capture
from understudy.evaluate.penetration import find_self_contact
from understudy.live.engine import Command, LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.session import LiveSession
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.sink import SinkThread
from understudy.live.sources.recording import RecordingSource
from understudy.motion import Recording, RobotMotion
from understudy.motion.landmarks import SEGMENTS
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_take

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
CLIPS = ("cmu/02_01.bvh", "cmu/07_01.bvh", "keraal/G3-Kinect-CTK-P1T1-Unknown-C-0.txt")
ROBOTS = ("g1", "nao", "qtrobot")
RECOVERED = 0.1
"""Angle [rad] within which joints have recovered."""

ALIKE, SOON, OFTEN = 1.0, 0.5, 120.0
"""What is asked for: degrees between live and offline in the median, time [s] of recovery, commands a second
through the human."""

ROUNDING = 1e-6
"""Share by which limits may be exceeded, as numbers are rounded."""


def main() -> None:
    """Run the part that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=("latency", "closeness", "faults", "human"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--robot", default=None)
    options = parser.parse_args()
    parts: dict[str, Callable[[argparse.Namespace], None]] = {
        "latency": latency,
        "closeness": closeness,
        "faults": faults,
        "human": by_human,
    }
    parts[options.part](options)


def sightings(recording: Recording) -> list[Sighting]:
    """Return the frames of a recording."""
    points = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    return [
        Sighting(
            frame / recording.fps,
            recording.names,
            points[frame],
            None if recording.rotations is None else recording.rotations[frame],
        )
        for frame in range(recording.frame_count)
    ]


def driven(
    robot: Robot, recording: Recording, frames: Sequence[Sighting], options: LiveOptions
) -> tuple[np.ndarray, np.ndarray, LiveEngine]:
    """Return poses (T, Q), for each the frame that it answers, and the engine."""
    engine = LiveEngine(robot, StreamFacts("recording", placed=recording, rate=recording.fps), options)
    poses, numbers = [], []
    for number, frame in enumerate(frames):
        for command in engine.feed(frame):
            poses.append(command.q)
            numbers.append(number)
    return np.array(poses), np.array(numbers), engine


def in_trunk(robot: Robot, q: np.ndarray, fps: float) -> dict[str, np.ndarray]:
    """Return segment → directions (T, 3) in the frame of the trunk, of all segments that a robot has."""
    body = human_from_robot(robot, q, fps)
    up, left = body.direction("trunk"), body.direction("shoulder_line")
    back = (
        rot.conjugate(rot.from_axes(None, left[0], up[0]))
        if up[1].all()
        else np.tile(rot.IDENTITY, (len(q), 1))
    )
    shown = {name: body.direction(name) for name in SEGMENTS}
    return {name: rot.rotate(back, each[0]) for name, each in shown.items() if each[1].all()}


def depth(robot: Robot, q: np.ndarray, fps: float) -> float:
    """Return how deep [m] parts of a robot are in each other at the most."""
    motion = RobotMotion(robot.name, "live", robot.joints, q, fps, np.zeros(len(q), dtype=np.int64))
    return float(np.nan_to_num(find_self_contact(robot, motion).depth).max())


def closeness(options: argparse.Namespace) -> None:
    """Compare live with offline, clip by clip."""
    say("median angle between live and offline directions, and at 90 % of all")
    medians = []
    for clip in CLIPS:
        recording, take = read_capture(SHARED / "motions" / clip), read_take(SHARED / "motions" / clip)
        for name in (options.robot,) if options.robot else ROBOTS:
            robot = load_robot(name)
            offline = retarget(take.human, robot)
            q, numbers, _ = driven(robot, recording, sightings(recording), LiveOptions(calibrate=1.0))
            settled = numbers > numbers[0] + recording.fps
            one = in_trunk(robot, q[settled], recording.fps)
            other = in_trunk(robot, offline.q[numbers[settled]], recording.fps)
            angles = {part: np.degrees(rot.angle_between(one[part], other[part])) for part in one}
            pooled = np.concatenate(list(angles.values()))
            worst = max(angles, key=lambda part: float(np.median(angles[part])))
            depths = [
                1e3 * depth(robot, each, recording.fps) for each in (q[settled], offline.q[numbers[settled]])
            ]
            medians.append(float(np.median(pooled)))
            found = f"{np.median(pooled):5.2f}°  {np.percentile(pooled, 90):5.2f}°"
            say(
                f"  {clip.split('/')[-1]:38s} {name:8s} {found}"
                f"  ({settled.sum()} frames; worst segment {worst} {np.median(angles[worst]):.2f}°; "
                f"parts {depths[0]:.1f} mm deep, offline {depths[1]:.1f} mm)"
            )

    judge(f"median within {ALIKE:g}°: {max(medians):.2f}° at the most", max(medians) <= ALIKE)


def disturbed(recording: Recording) -> dict[str, tuple[list[Sighting], int]]:
    """Return fault → frames, and the first one after it."""
    frames, fps = sightings(recording), recording.fps
    first = round(2.6 * fps)

    def changed(count: int, change: Callable[[np.ndarray], np.ndarray]) -> tuple[list[Sighting], int]:
        new = list(frames)
        for index in range(first, min(first + count, len(new))):
            new[index] = replace(new[index], points=change(np.array(new[index].points)))
        return new, first + count

    second, forever = round(fps), len(frames)
    moved = np.array([1.0, 0.0, 0.0])
    pairs = [
        (recording.names.index(own[0]), recording.names.index(recording.landmark_points[f"{name[:-2]}_r"][0]))
        for name, own in recording.landmark_points.items()
        if name.endswith("_l")
    ]

    mirrored, until = list(frames), first + round(0.2 * fps)
    for index in range(first, until):
        points, turns = np.array(frames[index].points), np.array(frames[index].rotations)
        for left, right in pairs:
            points[[left, right]], turns[[left, right]] = points[[right, left]], turns[[right, left]]
        mirrored[index] = replace(frames[index], points=points, rotations=turns)

    mixed = list(frames)
    for index in range(first, len(mixed) - 3, 7):
        mixed[index], mixed[index + 2] = mixed[index + 2], mixed[index]
    others = [replace(frame, points=frame.points + [1.5, 0.5, 0.0], person="other") for frame in frames]
    teleported, _ = changed(forever, lambda points: points + moved)
    return {
        "lost for 1 s": changed(second, lambda points: np.full_like(points, np.nan)),
        "all jump by 1 m for 0.1 s": changed(round(0.1 * fps), lambda points: points + moved),
        "all jump by 1 m for good": (teleported, first),
        "a wrist jumps by 1 m, 0.1 s": changed(
            round(0.1 * fps), lambda points: _with_jump(points, recording, moved)
        ),
        "a fifth of points NaN, 1 s": changed(second, _with_holes(np.random.default_rng(1))),
        "left and right swapped, 0.2 s": (mirrored, until),
        "reordered and doubled": ([frame for frame in mixed for _ in range(2)], 0),
        "two people": ([frame for pair in zip(frames, others, strict=True) for frame in pair], 0),
    }


def _with_jump(points: np.ndarray, recording: Recording, moved: np.ndarray) -> np.ndarray:
    points[recording.names.index(recording.landmark_points["wrist_r"][0])] += moved
    return points


def _with_holes(generator: np.random.Generator) -> Callable[[np.ndarray], np.ndarray]:
    def holes(points: np.ndarray) -> np.ndarray:
        points[generator.random(len(points)) < 0.2] = np.nan
        return points

    return holes


def faults(options: argparse.Namespace) -> None:
    """Disturb a stream in every way, and look at limits and recovery."""
    recording = looped_walk()
    recording = replace(
        recording,
        points=np.concatenate([recording.points] * 2)[:720],
        valid=np.concatenate([recording.valid_mask] * 2)[:720],
        rotations=None if recording.rotations is None else np.concatenate([recording.rotations] * 2)[:720],
    )
    how = LiveOptions(calibrate=1.0)
    shares, recoveries = [], []
    for name in (options.robot,) if options.robot else ROBOTS:
        robot = load_robot(name)
        calm, calm_numbers, _ = driven(robot, recording, sightings(recording), how)
        joints = len(robot.joints)
        say(f"{name}: largest speed, acceleration (shares of the limit), beyond range [rad], recovery [s]")
        for fault, (frames, after) in disturbed(recording).items():
            q, _, engine = driven(robot, recording, frames, how)
            kept = limit_use(robot, q)
            shares.append(kept)
            off = np.abs(q[-len(calm) :, -joints:] - calm[:, -joints:]).max(axis=1)
            late = (
                np.flatnonzero((off > RECOVERED) & (calm_numbers >= after))
                if after
                else np.zeros(0, dtype=int)
            )
            recovery = (calm_numbers[late[-1]] + 1 - after) / RATE if len(late) else 0.0
            recoveries.append(recovery)
            say(
                f"  {fault:32s} {kept[0]:.6f}  {kept[1]:.6f}  {kept[2]:.1e}  {recovery:5.2f}"
                f"   {engine.counts.late} late, {engine.counts.of_others} of others"
            )
        q, told = stalled(robot, recording, how)
        kept = limit_use(robot, q)
        shares.append(kept)
        say(f"  {'a sink stops reading':32s} {kept[0]:.6f}  {kept[1]:.6f}  {kept[2]:.1e}          {told}")
    speed, change, beyond = np.max(shares, axis=0)
    is_kept = max(speed, change) <= 1.0 + ROUNDING and beyond <= ROUNDING
    judge("speed, acceleration and range never exceeded", is_kept)
    judge(f"recovery within {SOON:g} s: {max(recoveries):.2f} s at the most", max(recoveries) <= SOON)


def limit_use(robot: Robot, q: np.ndarray) -> tuple[float, float, float]:
    """Return the largest speed and acceleration as shares of limits, and the way beyond ranges [rad]."""
    joints = len(robot.joints)
    path = np.concatenate([[robot.home[-joints:]] * 2, q[:, -joints:]])
    speed = np.diff(path, axis=0) * RATE
    change = np.diff(speed, axis=0) * RATE
    beyond = max((path - robot.upper).max(), (robot.lower - path).max(), 0.0)
    return (
        float(np.abs(speed / robot.velocity).max()),
        float(np.abs(change / robot.acceleration).max()),
        float(beyond),
    )


class Stalled:
    """A sink that stops reading after its first command, or one that counts them."""

    takes_all = False

    def __init__(self, name: str, stalls: bool) -> None:
        """Have got nothing."""
        self.name, self._stalls, self.poses = name, stalls, list[np.ndarray]()
        self.takes_all = not stalls

    def prepare(self, robot: Robot) -> None:
        """Need nothing."""

    def begin(self, fps: float) -> None:
        """Begin."""

    def send(self, command: Command) -> None:
        """Take a command, for ever where it stalls."""
        self.poses.append(command.q)
        if self._stalls:
            time.sleep(3600.0)

    def close(self) -> dict[str, object]:
        """End."""
        return {}


def stalled(robot: Robot, recording: Recording, how: LiveOptions) -> tuple[np.ndarray, str]:
    """Return what a robot is commanded beside a sink that stops reading, and what became of both."""
    well, stuck = Stalled("well", False), Stalled("stuck", True)
    engine = LiveEngine(robot, StreamFacts("recording", placed=recording, rate=recording.fps), how)
    source = RecordingSource(recording, waits=False)
    about = LiveSession(source, engine, [SinkThread(stuck), SinkThread(well)]).run()
    return np.array(well.poses), f"{about['commands']} commands, {len(well.poses)} reached the other sink"


def by_human(options: argparse.Namespace) -> None:
    """Measure the way through the fitted human."""
    robot = load_robot(options.robot or "armar3")
    recording = looped_walk()
    engine = Timed(
        robot, StreamFacts("recording", placed=recording, rate=RATE), LiveOptions(calibrate=2.0, via="human")
    )
    for frame in sightings(recording):
        engine.feed(frame)
    own = 1e3 * np.array(engine.times)
    say(
        f"{robot.name} via the human: {spread(own)} of processor time a command, "
        f"{1e3 / own.mean():.0f} a second on one core"
    )
    judge(f"{OFTEN:g} commands a second", 1e3 / own.mean() >= OFTEN)


if __name__ == "__main__":
    main()
