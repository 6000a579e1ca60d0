"""What parts in the way cost at least, whatever the method.

    python benchmarks/parts_bound.py worst.json [--robots g1 qtrobot] [--clips kinect]
                                     [--fine 0.03] [--deepest 5] [--neck] [--frames]

What is within a robot's reach is found without its parts in the way of each other: an arm behind a head may
be within reach only inside of it. Parts must not be more than 5 mm deep in each other either, so here is
asked, frame by frame, whether a limb has any posture within its joints' ranges whose regret is 10° or less
and that keeps it out of trunk, head and pelvis, and its own parts out of each other. Waist and neck are where
the shipped motion has them; with ``--neck`` any posture of the neck is granted as well, and what more joints
move than can be asked is left out. Other limbs, parts that further joints of the limb move, such as hands,
the floor, speed and neighbouring frames do not count.

The joints' ranges are divided into boxes. With L and ε as in ``limb_speed_bound.py``, found by forward
kinematics here (``limb_chain.py``), a box with sides of h at most has no such posture in it if in its middle

    E > 10° + reach + h/2 L + √2 ε,   or   depth > 5 mm + m

of any pair of geoms, where m is how far the one moves against the other within the box at most, and what
MuJoCo's depths may be off by (``parts_depth.py``). All others are cut in half in every joint until none is
left: then the frame is over 10° in every motion that keeps parts apart. Where the middle of a box is such a
posture itself, it is not; where boxes are left that are as fine as asked for, that is not known.

Frames are looked at in which the shipped motion's regret is over 8°. Where more are over 10° in every motion
than a 99th percentile leaves, no motion of this robot whose trunk moves so has a p99 of 10° or less.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips whose p99 is missed there are looked at, and of
these all limbs that miss it. Prints a table in Markdown.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import product

import numpy as np
from limb_chain import find_chain, find_neck
from limb_speed_bound import LOOKED_AT, MissedLimb, missed_limbs
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from parts_depth import INEXACT, LimbParts
from posture_boxes import COARSE
from worst_frames import P99_BAR

from understudy.motion import HumanMotion
from understudy.robots import Robot

DEEPEST = 5.0
"""Depth [mm] up to which parts may be in each other."""
FINEST = 0.03
"""Sides of the smallest boxes at most [°]."""
MANY = 300_000
"""Boxes from which on a frame is given up, for time."""
MOST_HINGES = 5
"""Hinges of limb and neck together whose ranges are divided."""
AT_ONCE = 2000
"""Boxes whose middles are looked at before it is asked whether one of them will do."""


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of a limb in one frame.

    Attributes:
        q: (Q,) the robot's pose, in which the limb's own hinges do not matter.
        wanted: Directions (3,) of the upper and the lower segment, in the frame that the limb hangs from.
        most: [rad] the error up to which regret is within the bar.
        deepest: [m] the depth up to which parts may be in each other.
    """

    q: np.ndarray
    wanted: list[np.ndarray]
    most: float
    deepest: float


@dataclass(frozen=True, eq=False)
class Answer:
    """Whether a limb has a posture within the bar that keeps parts apart.

    Attributes:
        posture: (J,) [rad] one that does, None where none was found.
        error: Its error E [rad].
        depth: How deep it is in other parts [m].
        left: How many boxes were left over that may hold one; with a posture, those looked at last.
    """

    posture: np.ndarray | None
    error: float
    depth: float
    left: int

    @property
    def is_excluded(self) -> bool:
        """Whether no posture does."""
        return self.posture is None and self.left == 0


@dataclass(frozen=True, eq=False)
class Cost:
    """What parts in the way cost a limb.

    Attributes:
        missed: What is asked of it.
        answers: Frame → answer, of frames that were looked at.
    """

    missed: MissedLimb
    answers: dict[int, Answer]

    @property
    def least(self) -> int:
        """In how many frames every motion is over the bar that keeps parts apart."""
        return sum(answer.is_excluded for answer in self.answers.values())

    @property
    def is_out_of_reach(self) -> bool:
        """Whether no motion has a p99 within the bar."""
        return self.least > self.missed.allowed


def main() -> int:
    """Print in how many frames of every clip's limbs parts are in the way of every motion."""
    parser = choosing_parser("What parts in the way cost at least.")
    parser.add_argument("--fine", type=float, default=FINEST, help="[°] sides of the smallest boxes")
    parser.add_argument("--deepest", type=float, default=DEEPEST, help="[mm] parts may be in each other")
    parser.add_argument("--neck", action="store_true", help="grant the neck any posture, too")
    parser.add_argument("--frames", action="store_true", help="list what was found in every frame")
    asked = parser.parse_args()
    write_head(["clip", "robot", "limb", "frames over 10°", "at least", "allowed", "p99 ≤ 10°"])
    proven = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = find_costs(row.human, row.robot, asked.fine, asked.deepest, asked.neck)
        for limb, cost in found.items():
            counts = [str(count) for count in (cost.missed.shipped, cost.least, cost.missed.allowed)]
            verdict = "out of reach" if cost.is_out_of_reach else "not excluded"
            write_row([row.clip, row.robot.name, limb, *counts, verdict])
            for frame, answer in cost.answers.items() if asked.frames else ():
                sys.stdout.write(f"  {frame}: {_told(cost.missed, frame, answer)}\n")
        proven += any(cost.is_out_of_reach for cost in found.values())
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def _told(missed: MissedLimb, frame: int, answer: Answer) -> str:
    """Return in words what was found in a frame."""
    shipped = f"{missed.regret[frame]:.1f}° as shipped"
    if answer.posture is None:
        return f"{shipped}, " + ("excluded" if answer.is_excluded else f"{answer.left} boxes left")
    regret = np.degrees(answer.error - missed.most[frame]) + P99_BAR
    places = ", ".join(f"{place:.1f}" for place in np.degrees(answer.posture))
    return f"{shipped}, {regret:.1f}° and {1e3 * answer.depth:.1f} mm deep with joints at {places}°"


def find_costs(
    human: HumanMotion,
    robot: Robot,
    fine: float = FINEST,
    deepest: float = DEEPEST,
    grants_neck: bool = False,
) -> dict[str, Cost]:
    """Return limb → what parts in the way cost it, of limbs that are chains of hinges.

    Args:
        human: The person's motion.
        robot: The robot.
        fine: Sides [°] of the smallest boxes at most.
        deepest: Depth [mm] up to which parts may be in each other.
        grants_neck: Whether the neck may have any posture, too.
    """
    found = {}
    for limb, missed in missed_limbs(human, robot):
        chain = find_chain(robot, limb)
        if chain is None:
            continue
        neck = find_neck(robot, limb, MOST_HINGES - len(chain.columns)) if grants_neck else None
        parts, answers = LimbParts(robot, limb, chain, neck), {}
        for frame in np.flatnonzero(missed.regret > LOOKED_AT).tolist():
            wanted, most = [one[frame] for one in missed.wanted], float(missed.most[frame])
            asked = Asked(missed.motion.q[frame], wanted, most, 1e-3 * deepest)
            answers[frame] = find_posture(parts, asked, np.radians(fine))
        found[limb] = Cost(missed, answers)
    return found


def find_posture(parts: LimbParts, asked: Asked, fine: float) -> Answer:
    """Return a posture of a limb within the bar that keeps parts apart, or that there is none.

    Args:
        parts: The limb's geoms, and those in its way.
        asked: What is asked of it.
        fine: Sides [rad] of the smallest boxes at most.
    """
    chain, own = parts.chain, len(parts.chain.columns)
    hinges = [chain] if parts.neck is None else [chain, parts.neck]
    low, high = (np.concatenate([getattr(each, end) for each in hinges]) for end in ("low", "high"))
    counts = np.ceil((high - low) / np.radians(COARSE)).astype(np.int64)
    cells = np.stack(np.unravel_index(np.arange(counts.prod()), counts), axis=1)
    halves = np.array(list(product((0, 1), repeat=len(counts))))
    while True:
        sides = (high - low) / counts
        middles = low + (cells + 0.5) * sides
        errors = chain.errors(middles[:, :own], asked.wanted)
        # Where the error is least, a posture that will do is found soonest.
        order = np.argsort(errors)[: int((errors <= asked.most + chain.slack(sides[:own])).sum())]
        cells, middles, errors = cells[order], middles[order], errors[order]
        is_left = np.zeros(len(cells), dtype=bool)
        for first in range(0, len(cells), AT_ONCE):
            rows = slice(first, first + AT_ONCE)
            is_left[rows], depths = _look(parts, asked, middles[rows], sides)
            will_do = (errors[rows] + np.sqrt(2.0) * chain.loose <= asked.most) & (depths <= asked.deepest)
            if will_do.any():
                one = int(will_do.argmax())
                return Answer(middles[rows][one], float(errors[rows][one]), float(depths[one]), len(cells))
        cells = cells[is_left]
        if len(cells) == 0 or sides.max() <= fine or len(cells) > MANY:
            return Answer(None, np.nan, np.nan, len(cells))
        cells, counts = (2 * cells[:, None] + halves).reshape(-1, len(counts)), 2 * counts


def _look(
    parts: LimbParts, asked: Asked, middles: np.ndarray, sides: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return which boxes (N,) may hold a posture that keeps parts apart, and depths (N,) in their middles.

    Args:
        parts: A limb's geoms, and those in its way.
        asked: What is asked of it.
        middles: (N, J) [rad].
        sides: (J,) [rad].
    """
    touches, bar = parts.touches(asked.q, middles), asked.deepest + INEXACT
    deep = touches.deeper_than(bar)
    moves = parts.moves(deep.geoms, middles[deep.rows], sides)
    is_left = np.ones(len(middles), dtype=bool)
    is_left[deep.rows[deep.depth > bar + moves]] = False
    return is_left, touches.deepest(len(middles))


if __name__ == "__main__":
    sys.exit(main())
