"""What one joint of an arm or a leg misses at least because its motor is too slow, whatever the others do.

    python benchmarks/joint_speed_bound.py worst.json [--robots icub hrp4] [--clips vicon kinect]
                                           [--fine 1.0] [--time-margin 0.3]

``limb_speed_bound.py`` asks all joints of a limb at once, which leaves no room for their accelerations;
``hinge_speed_bound.py`` knows them, but asks knees and elbows alone. Here every joint of a limb is asked by
itself, and the others are granted any posture in any frame. At which places of that joint the limb's regret
can be 10° or less at all is found by searching boxes of postures, see ``joint_places.py``: finer ones exclude
more. Of all courses of the joint within its range, its
largest speed and its largest acceleration, the one with the fewest frames elsewhere is found by dynamic
programming. An arm that has to change its IK branch, and a shoulder that has to cross its range for that, are
what this excludes.

Parts in the way, feet and other limbs do not count; trunk and waist are where the shipped motion has them.
Only stretches are looked at in which the shipped motion's regret is over 8°, some time before and after them
included: what is over in disjoint stretches adds up. Where more frames are over than a 99th percentile
leaves, no motion of this robot whose trunk moves so has a p99 of 10° or less.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips whose p99 is missed there are looked at. Prints
a table in Markdown, in every row the joint that is nearest to being excluded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
from hinge_speed_bound import FINE, STEP, Fewest, fewest, fewest_braking
from joint_places import places_without
from limb_speed_bound import LOOKED_AT, AskedLimb, asked_limbs
from missed_clips import choosing_parser, missed_clips, write_head, write_row

from understudy.motion import HumanMotion
from understudy.motion.stretches import stretches_around
from understudy.robots import Robot

FINEST = 1.0
"""Sides of the smallest ones at most [°]."""
MARGIN = 0.3
"""Time [s] before and after the worst frames that is looked at."""


def main() -> int:
    """Print what single joints of every clip's limbs miss at least."""
    parser = choosing_parser("What slow joints of arms and legs miss at least.")
    parser.add_argument("--fine", type=float, default=FINEST, help="[°] sides of the smallest boxes")
    parser.add_argument("--time-margin", type=float, default=MARGIN, help="[s] beside the worst frames")
    asked = parser.parse_args()
    head = ["clip", "robot", "p99", "limb", "joint", "frames over 10°", "by speed", "and acceleration"]
    write_head([*head, "allowed", "p99 ≤ 10°"])
    proven = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = fewest_missed(row.human, row.robot, asked.fine, asked.time_margin)
        if not found:
            continue
        limb = max(found, key=lambda name: found[name][1].by_acceleration / max(found[name][1].allowed, 1))
        shipped, least = found[limb]
        proven += least.is_out_of_reach
        verdict = "out of reach" if least.is_out_of_reach else "not excluded"
        counts = [str(count) for count in (shipped, least.by_speed, least.by_acceleration, least.allowed)]
        write_row([row.clip, row.robot.name, f"{row.p99:.1f}°", limb, least.joint, *counts, verdict])
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def fewest_missed(
    human: HumanMotion, robot: Robot, fine: float = FINEST, margin: float = MARGIN
) -> dict[str, tuple[int, Fewest]]:
    """Return limb → frames over the bar as shipped, and at least by the joint that forces most of them.

    Args:
        human: The person's motion.
        robot: The robot.
        fine: Sides [°] of the smallest boxes at most.
        margin: Time [s] before and after the worst frames that is looked at.
    """
    found = {}
    for limb, asked in asked_limbs(human, robot):
        indices = [robot.joints.index(name) for name in asked.limb.joints]
        totals = np.zeros((len(indices), 2), dtype=np.int64)
        for over in _stretches(asked, human.fps, margin, fine):
            for total, index, (places, own) in zip(totals, indices, over, strict=True):
                speed, acceleration = robot.velocity[index], robot.acceleration[index]
                total += fewest_of_joint(places, own, speed / human.fps, acceleration / human.fps**2)
        worst = int(totals[:, 1].argmax())
        by_speed, by_acceleration = totals[worst].tolist()
        least = Fewest(by_speed, by_acceleration, asked.allowed, asked.limb.joints[worst])
        found[limb] = asked.shipped, least
    return found


def _stretches(
    asked: AskedLimb, fps: float, margin: float, fine: float
) -> Iterator[list[tuple[np.ndarray, np.ndarray]]]:
    """Yield of every joint the ends of its intervals, and where regret must be over the bar, per stretch."""
    limb = asked.limb
    for first, stop in stretches_around(asked.regret > LOOKED_AT, round(margin * fps)):
        found = []
        for joint, (low, high) in enumerate(zip(limb.low, limb.high, strict=True)):
            over = [
                places_without(
                    limb,
                    joint,
                    [one[frame] for one in asked.wanted],
                    float(asked.most[frame]),
                    np.radians(fine),
                )
                for frame in range(first, stop)
            ]
            found.append((np.linspace(low, high, len(over[0]) + 1), np.array(over)))
        yield found


def fewest_of_joint(ends: np.ndarray, over: np.ndarray, step: float, change: float) -> tuple[int, int]:
    """Return in how few frames a course is over the bar, within its speed, and its acceleration as well.

    Args:
        ends: (P + 1,) [rad] of the intervals of a joint's range.
        over: (T, P) in which of them it is over.
        step: [rad] the largest from frame to frame.
        change: [rad] of that at most.
    """
    width = ends[-1] - ends[0]
    places = np.linspace(ends[0], ends[-1], int(np.ceil(width / min(np.radians(STEP), change / FINE))) + 1)
    gap = float(places[1] - places[0])
    # A course that is rounded to a place may be in any interval within half a gap of it.
    last = len(ends) - 2
    low, high = (
        np.clip(np.searchsorted(ends, places + off, side="right") - 1, 0, last)
        for off in (-0.5 * gap, 0.5 * gap)
    )
    total = np.concatenate([np.zeros((len(over), 1), dtype=np.int64), np.cumsum(over, axis=1)], axis=1)
    is_over = total[:, high + 1] - total[:, low] == high + 1 - low
    most = int(step / gap) + 1
    return fewest(is_over, most), fewest_braking(is_over, most, int(change / gap) + 2)


if __name__ == "__main__":
    sys.exit(main())
