"""What a knee or an elbow misses at least because its motor is too slow, whatever the method.

    python benchmarks/hinge_speed_bound.py worst.json [--robots hrp4 icub] [--clips 143_01 kinect]

How far a limb is bent, the angle φ between its upper and its lower segment, is set by one hinge on most
robots: that is looked for, and by how much all other joints of the limb change φ, ε, is measured in random
postures. Segments that miss the person's by θ_upper and θ_lower leave
|φ_robot − φ_person| ≤ θ_upper + θ_lower ≤ √2 E with E = √(θ_upper² + θ_lower²). So in a frame in which

    |φ_robot − φ_person| > √2 (10° + reach) + ε + h/2

the limb's regret is over 10°, where h is the distance of places at which the hinge is looked at. Of all
courses of that hinge within its range, its largest speed and its largest acceleration, the one with the
fewest such frames is found by dynamic programming over places and steps, without any torso, feet, or other
joint. A course is rounded to the nearest places, by which a step changes by 1 place at most, and a change of
step by 2; both are granted. Where even the best course has more such frames than a 99th percentile leaves, no
motion of this robot has a p99 of 10° or less. What speed alone leaves is found as well.

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
"""Between places of a hinge at most [°]."""
FINE = 12.0
"""Places at least by which a hinge may change its step: what rounding grants is small beside that."""
POSTURES = 2000
LOOSE = 3.0
"""Largest ε [°] of a hinge that counts as setting a limb's bend."""


@dataclass(frozen=True, eq=False)
class Bend:
    """The hinge that sets how far a limb is bent.

    Attributes:
        joint: Its name.
        speed: The largest [rad/s].
        acceleration: The largest [rad/s²].
        gap: h [rad], between two places.
        bends: (P,) [°] the limb's bend φ at places all over the hinge's range.
        loose: ε [°], by which other joints change that.
    """

    joint: str
    speed: float
    acceleration: float
    gap: float
    bends: np.ndarray
    loose: float

    def steps(self, fps: float) -> tuple[int, int]:
        """Return by how many places it moves in a frame at most, and by how many its step changes."""
        return int(self.speed / fps / self.gap) + 1, int(self.acceleration / fps**2 / self.gap) + 2


@dataclass(frozen=True)
class Fewest:
    """What a limb's hinge misses at least.

    Attributes:
        by_speed: Frames over the bar of the best course within the largest speed.
        by_acceleration: And within the largest acceleration.
        allowed: How many a p99 leaves.
        joint: The hinge.
    """

    by_speed: int
    by_acceleration: int
    allowed: int
    joint: str

    @property
    def is_out_of_reach(self) -> bool:
        """Whether no course has a p99 within the bar."""
        return self.by_acceleration > self.allowed


def main() -> int:
    """Print what the hinges of every clip's limbs miss at least."""
    asked = choosing_parser("What slow knees and elbows miss at least.").parse_args()
    head = ["clip", "robot", "p99", "limb", "hinge", "by speed", "and acceleration", "allowed", "p99 ≤ 10°"]
    write_head(head)
    proven = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = fewest_missed(row.human, row.robot)
        if not found:
            continue
        limb = max(found, key=lambda name: found[name].by_acceleration / max(found[name].allowed, 1))
        least = found[limb]
        proven += least.is_out_of_reach
        verdict = "out of reach" if least.is_out_of_reach else "not excluded"
        counts = [str(count) for count in (least.by_speed, least.by_acceleration, least.allowed)]
        write_row([row.clip, row.robot.name, f"{row.p99:.1f}°", limb, least.joint, *counts, verdict])
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def fewest_missed(human: HumanMotion, robot: Robot) -> dict[str, Fewest]:
    """Return limb → the fewest frames over the bar."""
    reach = limb_reach(human, track(human, robot), robot)
    found = {}
    for limb in shared_limbs(human, robot):
        bend = find_bend(robot, limb, human.fps)
        if bend is None or limb not in reach:
            continue
        upper, lower = (human.direction(segment)[0] for segment in LIMBS[limb])
        person = np.degrees(rot.angle_between(upper, lower))
        known = np.isfinite(reach[limb])
        slack = np.sqrt(2.0) * (P99_BAR + np.degrees(np.nan_to_num(reach[limb])))
        slack += bend.loose + 0.5 * np.degrees(bend.gap)
        over = known[:, None] & (np.abs(bend.bends - person[:, None]) > slack[:, None])
        most, change = bend.steps(human.fps)
        total = int(known.sum())
        # np.percentile is at least the value at this place of those in order.
        allowed = total - int(np.floor(0.99 * (total - 1))) - 1
        found[limb] = Fewest(fewest(over, most), fewest_braking(over, most, change), allowed, bend.joint)
    return found


def fewest(over: np.ndarray, most: int) -> int:
    """Return how few frames a course is ``over`` (T, P) in that moves by so many places a frame at most."""
    counts = over[0].astype(np.int64)
    for row in over[1:]:
        counts = minimum_filter1d(counts, 2 * most + 1, mode="nearest") + row
    return int(counts.min())


def fewest_braking(over: np.ndarray, most: int, change: int) -> int:
    """Return how few frames a course is ``over`` (T, P) in whose steps differ by so many places at most, too.

    Args:
        over: Whether a frame is over the bar at a place.
        most: Places that a step has at most.
        change: Places by which it differs from the one before at most.
    """
    frames, size = over.shape
    never = np.int16(frames + 1)
    # Of courses that came to a place (P,) by a step (2 most + 1,), the one that was over least often so far.
    counts = np.tile(over[0].astype(np.int16), (2 * most + 1, 1))
    room = np.full((2 * most + 1, size + 2 * most), never)
    # Row s of this are the places from which a step s leads to all places: one place less for every row.
    came_from = np.lib.stride_tricks.as_strided(
        room.reshape(-1)[2 * most :], counts.shape, (room.strides[0] - room.strides[1], room.strides[1])
    )
    for row in over[1:]:
        # Steps are few; from any one to those that are near enough to it.
        minimum_filter1d(
            counts,
            2 * change + 1,
            axis=0,
            output=room[:, most : most + size],
            mode="constant",
            cval=float(never),
        )
        np.add(came_from, row, out=counts)
        np.minimum(counts, never, out=counts)
    return int(counts.min())


def find_bend(robot: Robot, limb: str, fps: float) -> Bend | None:
    """Return the hinge that sets a limb's bend, None where no single one does.

    Args:
        robot: The robot.
        limb: The limb.
        fps: Frames a second [1/s], for which places are fine enough.
    """
    columns = limb_columns(robot, limb)
    first = len(robot.home) - len(robot.joints)
    rng = np.random.default_rng(0)
    random = np.tile(robot.home, (POSTURES, 1))
    random[:, columns] = rng.uniform(
        robot.lower[columns - first], robot.upper[columns - first], (POSTURES, len(columns))
    )
    bends, best, looseness = _bends(robot, limb, random), None, LOOSE
    for column in columns.tolist():
        places, own = _swept(robot, limb, column, STEP)
        loose = float(np.abs(np.interp(random[:, column], places, own) - bends).max())
        if loose <= looseness:
            best, looseness = column, loose
    if best is None:
        return None
    speed, acceleration = (float(values[best - first]) for values in (robot.velocity, robot.acceleration))
    places, own = _swept(robot, limb, best, min(STEP, np.degrees(acceleration) / fps**2 / FINE))
    gap = float(places[1] - places[0])
    return Bend(robot.joints[best - first], speed, acceleration, gap, own, looseness)


def _swept(robot: Robot, limb: str, column: int, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Return places (P,) [rad] of a hinge over its range, at most so far [°] apart, and bends (P,) [°]."""
    joint = column - (len(robot.home) - len(robot.joints))
    low, high = robot.lower[joint], robot.upper[joint]
    places = np.linspace(low, high, int(np.ceil(np.degrees(high - low) / step)) + 1)
    swept = np.tile(robot.home, (len(places), 1))
    swept[:, column] = places
    return places, _bends(robot, limb, swept)


def _bends(robot: Robot, limb: str, q: np.ndarray) -> np.ndarray:
    """Return how far (T,) [°] a limb is bent in poses (T, Q)."""
    poses = pose_robot(robot, q)
    vectors = [robot_vector(robot, poses, segment) for segment in LIMBS[limb]]
    upper, lower = (vector for vector in vectors if vector is not None)
    return np.degrees(rot.angle_between(upper, lower))


if __name__ == "__main__":
    sys.exit(main())
