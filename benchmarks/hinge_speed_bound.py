"""What a knee or an elbow misses at least because its motor is too slow, whatever the method.

    python benchmarks/hinge_speed_bound.py worst.json [--robots hrp4 icub] [--clips 143_01 kinect]

How far a limb is bent, the angle φ between its upper and its lower segment, is set by one hinge on most
robots: that is looked for, and by how much all other joints of the limb change φ, ε, is measured in random
postures. Segments that miss the person's by θ_upper and θ_lower leave
|φ_robot − φ_person| ≤ θ_upper + θ_lower ≤ √2 E with E = √(θ_upper² + θ_lower²). So in a frame in which

    |φ_robot − φ_person| > √2 (10° + reach) + ε + ⅛°

the limb's regret is over 10° (⅛°: the hinge is looked at in steps of ¼°). Of all courses of that hinge within
its range and its largest speed, the one with the fewest such frames is found by dynamic programming, without
any limit of acceleration, torso, feet, or other joint. Where even that one has more of them than a 99th
percentile leaves, no motion of this robot has a p99 of 10° or less.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips whose p99 is missed there are looked at. Prints
a table in Markdown, in every row the limb that is nearest to being excluded.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from scipy.ndimage import minimum_filter1d
from worst_causes import limb_reach
from worst_frames import P99_BAR

from understudy.evaluate.limbs import LIMBS, shared_limbs
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.reach_problem import limb_columns
from understudy.evaluate.torso import robot_vector
from understudy.motion import HumanMotion
from understudy.retarget import track
from understudy.robots import Robot
from understudy.spatial import rotations as rot

STEP = 0.25
"""Between places of a hinge [°]."""
POSTURES = 2000
LOOSE = 3.0
"""Largest ε [°] of a hinge that counts as setting a limb's bend."""


@dataclass(frozen=True, eq=False)
class Bend:
    """The hinge that sets how far a limb is bent.

    Attributes:
        joint: Its name.
        speed: The largest [rad/s].
        bends: (P,) [°] the limb's bend φ at places all over the hinge's range.
        loose: ε [°], by which other joints change that.
    """

    joint: str
    speed: float
    bends: np.ndarray
    loose: float


def main() -> int:
    """Print what the hinges of every clip's limbs miss at least."""
    asked = choosing_parser("What slow knees and elbows miss at least.").parse_args()
    write_head(["clip", "robot", "p99", "limb", "hinge", "frames over at least", "allowed", "p99 ≤ 10°"])
    proven = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = fewest_missed(row.human, row.robot)
        if not found:
            continue
        limb = max(found, key=lambda name: found[name][0] / max(found[name][1], 1))
        count, allowed, joint = found[limb]
        proven += count > allowed
        verdict = "out of reach" if count > allowed else "not excluded"
        p99 = f"{row.p99:.1f}°"
        write_row([row.clip, row.robot.name, p99, limb, joint, str(count), str(allowed), verdict])
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def fewest_missed(human: HumanMotion, robot: Robot) -> dict[str, tuple[int, int, str]]:
    """Return limb → the fewest frames over the bar, how many a p99 leaves, and the hinge."""
    reach = limb_reach(human, track(human, robot), robot)
    found = {}
    for limb in shared_limbs(human, robot):
        bend = find_bend(robot, limb)
        if bend is None or limb not in reach:
            continue
        upper, lower = (human.direction(segment)[0] for segment in LIMBS[limb])
        person = np.degrees(rot.angle_between(upper, lower))
        known = np.isfinite(reach[limb])
        slack = np.sqrt(2.0) * (P99_BAR + np.degrees(np.nan_to_num(reach[limb]))) + bend.loose + 0.5 * STEP
        over = known[:, None] & (np.abs(bend.bends - person[:, None]) > slack[:, None])
        most = int(np.degrees(bend.speed) / human.fps / STEP) + 1
        total = int(known.sum())
        # np.percentile is at least the value at this place of those in order.
        allowed = total - int(np.floor(0.99 * (total - 1))) - 1
        found[limb] = fewest(over, most), allowed, bend.joint
    return found


def fewest(over: np.ndarray, most: int) -> int:
    """Return how few frames a course is ``over`` (T, P) in that moves by so many places a frame at most."""
    counts = over[0].astype(np.int64)
    for row in over[1:]:
        counts = minimum_filter1d(counts, 2 * most + 1, mode="nearest") + row
    return int(counts.min())


def find_bend(robot: Robot, limb: str) -> Bend | None:
    """Return the hinge that sets a limb's bend, None where no single one does."""
    columns = limb_columns(robot, limb)
    first = len(robot.home) - len(robot.joints)
    rng = np.random.default_rng(0)
    random = np.tile(robot.home, (POSTURES, 1))
    random[:, columns] = rng.uniform(
        robot.lower[columns - first], robot.upper[columns - first], (POSTURES, len(columns))
    )
    bends, best = _bends(robot, limb, random), None
    for column in columns.tolist():
        low, high = robot.lower[column - first], robot.upper[column - first]
        places = np.linspace(low, high, int(np.ceil(np.degrees(high - low) / STEP)) + 1)
        swept = np.tile(robot.home, (len(places), 1))
        swept[:, column] = places
        own = _bends(robot, limb, swept)
        loose = float(np.abs(np.interp(random[:, column], places, own) - bends).max())
        if loose <= LOOSE and (best is None or loose < best.loose):
            best = Bend(robot.joints[column - first], float(robot.velocity[column - first]), own, loose)
    return best


def _bends(robot: Robot, limb: str, q: np.ndarray) -> np.ndarray:
    """Return how far (T,) [°] a limb is bent in poses (T, Q)."""
    poses = pose_robot(robot, q)
    vectors = [robot_vector(robot, poses, segment) for segment in LIMBS[limb]]
    upper, lower = (vector for vector in vectors if vector is not None)
    return np.degrees(rot.angle_between(upper, lower))


if __name__ == "__main__":
    sys.exit(main())
