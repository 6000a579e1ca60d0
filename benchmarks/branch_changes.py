"""Changes of IK branch that no continuous motion avoids, and p99 of regret without these.

    python benchmarks/branch_changes.py worst.json [--robots icub qtrobot] [--clips 13_29 kinect]
                                        [--fine 2.0 1.0] [--time-margin 1.0 0.3]

The bar is: no limb's regret over 30° and p99 ≤ 10°, other than during a change of IK branch that no
continuous motion avoids (arms that circle past a joint's range); each of those is listed, ≤ 0.4 s long, and
smooth. ``worst_frames.py`` counts p99 over all frames, which is stricter. Here changes are proven that no
motion avoids, whatever its speed, and p99 is counted beside them. The rule, set before there were figures:

1. In every frame, postures whose regret is 10° or less are within boxes in the joints' ranges; see
   ``posture_boxes.py``. Trunk and waist are where the shipped motion has them.
2. Time is cut into short intervals; what is within the bar at any time of one is within its boxes, see
   ``forced_changes.py``.
3. Boxes that touch by a face, edge or corner belong together. What a continuous motion reaches begins with
   all boxes, and goes on with all those of the next interval that belong together with one of them. Where
   nothing is left, one change is forced; then all boxes are the beginning once more. So changes are counted
   in disjoint stretches of time, each of which then begins as late as it can. Frames in which nothing is
   known of the limb, or in which it has no posture within the bar at all, force nothing.
4. A stretch of frames in which the shipped motion's regret is over 10° (stretches at most 0.05 s apart are
   one) is exempt if it is 0.4 s long at most, has a frame in common with a forced change that exempts no
   other stretch, a joint of the limb turns by more than 30° between 0.15 s before and after it, and no joint
   of the limb is over its limits of velocity and acceleration in it. Stretches and changes are taken as they
   come, each change exempts one stretch at most, and all exempt ones are listed.
5. p99 otherwise is that of all frames which are not in exempt stretches; so is the largest regret.

Only 1 s before and after frames is looked at in which regret is over 8°, with boxes of 2°, or larger ones
where there are very many. Boxes hold more than what is within the bar, so that a change that is not proven
may still be forced: finer ones prove more. So 0.3 s before and after stretches that lack nothing else to be
exempt, boxes of 1° are tried as well, apart from where changes are proven already.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips whose p99 is missed there are looked at. Prints
two tables in Markdown: all limbs that miss the bar, and all changes that are exempt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from forced_changes import forced_changes
from limb_speed_bound import LOOKED_AT, AskedLimb, asked_limbs
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from posture_boxes import COARSE, make_boxes
from worst_frames import EPISODE, LONGEST_CHANGE, P99_BAR, joined

from understudy.evaluate.limits import rate_excess
from understudy.motion import HumanMotion
from understudy.motion.stretches import stretches_around
from understudy.robots import Robot

FINE = (2.0, 1.0)
"""Sides of the smallest boxes at most [°], at first and where more is to be proven."""
MANY = (100_000, 1_000_000)
"""Boxes of an interval from which on they stay larger than that, for time and for memory."""
MARGINS = (1.0, 0.3)
"""Time [s] before and after the worst frames that is looked at, at first and then."""
AROUND, BRANCH_TURN = 0.15, 30.0
"""Time [s] around a stretch within which a joint that changes IK branch turns by so much [°]."""


@dataclass(frozen=True, eq=False)
class Course:
    """How a limb's joints move.

    Attributes:
        joints: Their names.
        positions: (T, J) [rad].
        velocity, acceleration: (J,) limits [rad/s], [rad/s²].
        fps: Frames a second [1/s].
    """

    joints: tuple[str, ...]
    positions: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    fps: float

    def turns(self, first: int, last: int) -> np.ndarray:
        """Return by how much (J,) [°] joints turn in and around a stretch of frames."""
        around = round(AROUND * self.fps)
        return np.degrees(np.ptp(self.positions[max(0, first - around) : last + around + 1], axis=0))

    def is_change(self, first: int, last: int) -> bool:
        """Return whether a stretch of frames is short, smooth, and a joint turns far in and around it."""
        is_short = (last - first + 1) / self.fps <= LONGEST_CHANGE
        return is_short and self.turns(first, last).max() > BRANCH_TURN and self.is_smooth(first, last)

    def is_smooth(self, first: int, last: int) -> bool:
        """Return whether all joints keep to their limits in a stretch of frames."""
        limits = (self.velocity, self.acceleration)
        over = [
            rate_excess(self.positions, self.fps, order, limit)[first : last + 1]
            for order, limit in enumerate(limits, start=1)
        ]
        return not np.any(np.nan_to_num(over) > 0.0)


@dataclass(frozen=True)
class Change:
    """A change of IK branch that no motion avoids, as the shipped motion performs it.

    Attributes:
        first, last: Its frames over the bar, both included.
        regret: Largest in it [°].
        joint, turn: The joint that turns farthest in and around it, and by how much [°].
        forced: First and last frame of the stretch in which every motion has to be over the bar.
    """

    first: int
    last: int
    regret: float
    joint: str
    turn: float
    forced: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Counted:
    """A limb's regret with and without changes of IK branch that no motion avoids; angles in degrees.

    Attributes:
        p99: Over all frames.
        forced: First and last frames of stretches in which a change is forced.
        exempt: Changes that do not count.
        frames: Number of frames that do not count.
        otherwise: p99 over all others.
        largest: Regret in any of the others.
    """

    p99: float
    forced: list[tuple[int, int]]
    exempt: list[Change]
    frames: int
    otherwise: float
    largest: float

    @property
    def is_met(self) -> bool:
        """Whether regret is within the bar, but for changes that no motion avoids."""
        return self.otherwise <= P99_BAR and self.largest <= EPISODE


def main() -> int:
    """Print p99 of every clip's limbs without changes that no motion avoids, and these changes."""
    parser = choosing_parser("Changes of IK branch that no continuous motion avoids.")
    parser.add_argument("--fine", type=float, nargs=2, default=FINE, help="[°] sides of the smallest boxes")
    parser.add_argument("--time-margin", type=float, nargs=2, default=MARGINS, help="[s] beside them")
    asked = parser.parse_args()
    head = ["clip", "robot", "limb", "p99 of all frames", "forced changes", "exempt", "frames exempt"]
    write_head([*head, "p99 otherwise", "largest otherwise", "bar"])
    changes: list[list[str]] = []
    met = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = count_limbs(row.human, row.robot, asked.fine, asked.time_margin)
        met += bool(found) and all(own.is_met for own in found.values())
        for limb, own in found.items():
            write_row([row.clip, row.robot.name, limb, *_cells(own)])
            listed = [_listed(change, row.human.fps) for change in own.exempt]
            changes += [[row.clip, row.robot.name, limb, *cells] for cells in listed]
        if not found:
            unknown = ["not a product of turns", *["–"] * 4, "missed"]
            write_row([row.clip, row.robot.name, row.limb, f"{row.p99:.1f}°", *unknown])
    sys.stdout.write(f"{met} of {looked_at} meet the bar but for changes that no motion avoids\n\n")
    head = [
        "clip",
        "robot",
        "limb",
        "start",
        "length",
        "largest regret",
        "joint",
        "turns by",
        "forced within",
    ]
    write_head(head)
    for cells in changes:
        write_row(cells)
    return 0


def _cells(own: Counted) -> list[str]:
    return [
        f"{own.p99:.1f}°",
        *(str(count) for count in (len(own.forced), len(own.exempt), own.frames)),
        f"{own.otherwise:.1f}°",
        f"{own.largest:.1f}°",
        "met" if own.is_met else "missed",
    ]


def _listed(change: Change, fps: float) -> list[str]:
    return [
        f"{change.first / fps:.2f} s (frame {change.first})",
        f"{(change.last - change.first + 1) / fps:.2f} s",
        f"{change.regret:.1f}°",
        change.joint,
        f"{change.turn:.0f}°",
        f"{change.forced[0] / fps:.2f} to {change.forced[1] / fps:.2f} s",
    ]


def count_limbs(
    human: HumanMotion,
    robot: Robot,
    fine: Sequence[float] = FINE,
    margins: Sequence[float] = MARGINS,
) -> dict[str, Counted]:
    """Return limb → its regret with and without changes that no motion avoids, where its p99 is missed.

    Args:
        human: The person's motion.
        robot: The robot.
        fine: Sides [°] of the smallest boxes at most, at first and where more is to be proven.
        margins: Time [s] before and after the worst frames that is looked at, at first and then.
    """
    found = {}
    for limb, asked in asked_limbs(human, robot):
        indices = np.array([robot.joints.index(name) for name in asked.limb.joints])
        positions = asked.motion.joint_positions[:, indices]
        limits = robot.velocity[indices], robot.acceleration[indices]
        course = Course(asked.limb.joints, positions, *limits, human.fps)
        forced = find_forced(asked, course, fine, margins)
        found[limb] = count(asked.regret, np.isfinite(asked.most), forced, course)
    return found


def find_forced(
    asked: AskedLimb, course: Course, fine: Sequence[float], margins: Sequence[float]
) -> list[tuple[int, int]]:
    """Return first and last frames of disjoint stretches in which a change of IK branch is forced, rising.

    Args:
        asked: The limb.
        course: How its joints move.
        fine: Sides [°] of the smallest boxes at most, at first and where more is to be proven.
        margins: Time [s] before and after the worst frames that is looked at, at first and then.
    """
    boxes, most = make_boxes(asked.limb, np.radians(COARSE)), asked.most.copy()
    found: list[tuple[int, int]] = []
    is_worst = asked.regret > LOOKED_AT
    for side, margin, many in zip(fine, margins, MANY, strict=True):
        for start, stop in stretches_around(is_worst, round(margin * course.fps)):
            wanted = [own[start:stop] for own in asked.wanted]
            own = forced_changes(boxes, wanted, most[start:stop], course.fps, np.radians(side), many)
            found += [(start + first, start + last) for first, last in own]
        is_worst = np.zeros(len(most), dtype=bool)
        for first, last in joined(np.flatnonzero(asked.regret > P99_BAR), course.fps):
            is_proven = any(one[0] <= last and first <= one[1] for one in found)
            is_worst[first : last + 1] = course.is_change(first, last) and not is_proven
        # What is not known forces nothing, so that changes have no frame in common.
        for first, last in found:
            most[first : last + 1] = np.inf
    return sorted(found)


def count(regret: np.ndarray, is_known: np.ndarray, forced: list[tuple[int, int]], course: Course) -> Counted:
    """Return what regret (T,) [°] is, in known frames (T,), with and without changes that are forced."""
    exempt = exempt_changes(regret, forced, course)
    counts = is_known.copy()
    for change in exempt:
        counts[change.first : change.last + 1] = False
    least = np.maximum(regret, 0.0)
    return Counted(
        p99=float(np.percentile(least[is_known], 99.0)),
        forced=forced,
        exempt=exempt,
        frames=int(is_known.sum() - counts.sum()),
        otherwise=float(np.percentile(least[counts], 99.0)),
        largest=float(least[counts].max()),
    )


def exempt_changes(regret: np.ndarray, forced: list[tuple[int, int]], course: Course) -> list[Change]:
    """Return the stretches over the bar that are changes which no motion avoids, short and smooth.

    Args:
        regret: (T,) [°].
        forced: First and last frames of disjoint stretches in each of which a change is forced, rising.
        course: How the limb's joints move.
    """
    found: list[Change] = []
    left = list(forced)
    for first, last in joined(np.flatnonzero(regret > P99_BAR), course.fps):
        own = next((one for one in left if one[0] <= last and first <= one[1]), None)
        if own is None or not course.is_change(first, last):
            continue
        left.remove(own)
        turns = course.turns(first, last)
        most, joint = float(regret[first : last + 1].max()), course.joints[int(turns.argmax())]
        found.append(Change(first, last, most, joint, float(turns.max()), own))
    return found


if __name__ == "__main__":
    sys.exit(main())
