"""Self-touches of infants kept on robots of other sizes: precision and recall before and after.

    python benchmarks/touch.py [--robots mimo,dummy,icub,fetus] [--held-out] [--grown]

Infants of several ages perform scripted moves: a hand goes to mouth, chest, knee, foot or the other hand,
feet come together, and near misses stay apart. A robot's touches are counted against the script, not against
what was found in the motion, with ``touches=off`` and ``keep``; see docs/touch.md for the rule. Errors of
directions are medians over all limbs and frames, and over limbs that touch while they do. With ``--grown``
every infant is performed by the robot grown to its age. Prints a table in Markdown, and exits with 1 where a
bar is missed.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from understudy.anatomy.touch_detection import find_touches
from understudy.evaluate.penetration import find_self_contact
from understudy.evaluate.touch import NO_TOUCHES, TouchCount, count_touches, robot_touches
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.motion.touches import PAIRS, Touches
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.synth.motions.scripted_touch import MOVES, make_scripted_touch

ROBOTS = ("mimo", "dummy", "icub", "fetus")

AGES = (3.0, 9.0)
MOVES_LOOKED_AT = (
    *("hand_to_mouth", "hand_to_hand", "hand_to_knee", "foot_to_foot"),
    *("near_mouth", "near_chest", "near_hand"),
)
"""Ages [months] and moves that were looked at while the method was made."""

HELD_OUT_AGES = (1.0, 12.0)
HELD_OUT_MOVES = ("hand_to_chest", "hand_to_foot", "near_foot")
"""Ages and moves that were not."""


BAR, ANGLE_BAR = 0.95, 3.0
"""Precision and recall of frames at least, and extra median direction error [deg] at most."""


def cases(held_out: bool) -> list[tuple[float, str]]:
    """Return ages [months] and moves."""
    if not held_out:
        return [(age, move) for age in AGES for move in MOVES_LOOKED_AT]
    new_ages = [(age, move) for age in HELD_OUT_AGES for move in MOVES]
    return new_ages + [(age, move) for age in AGES for move in HELD_OUT_MOVES]


def direction_errors(human: HumanMotion, motion: RobotMotion, robot: Robot) -> np.ndarray:
    """Return angles (S, T) [deg] between the person's limb segments and the robot's."""
    body = human_from_robot(robot, motion.q, motion.fps)
    return np.degrees(
        [rot.angle_between(human.direction(s)[0], body.direction(s)[0]) for s in LIMB_SEGMENTS]
    )  # fmt: skip


def moving_limbs(touches: Touches, frames: int, fps: float) -> np.ndarray:
    """Return (S, T) where a limb segment belongs to a part that touches."""
    chosen = np.zeros((len(LIMB_SEGMENTS), frames), dtype=bool)
    for pair in touches.pairs:
        for row, segment in enumerate(LIMB_SEGMENTS):
            limb = "arm hand" if segment.startswith(("upper_arm", "forearm")) else "leg foot"
            if any(part[-2:] == segment[-2:] and part[:-2] in limb.split() for part in pair):
                chosen[row] |= touches.mask(pair, frames, fps)
    return chosen


class Tally:
    """What came of one robot with one setting."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.frames: TouchCount = NO_TOUCHES
        self.touches: TouchCount = NO_TOUCHES
        self.errors: list[np.ndarray] = []
        self.touching: list[np.ndarray] = []
        self.depths: list[np.ndarray] = []

    def add(self, human: HumanMotion, touches: Touches, motion: RobotMotion, robot: Robot) -> None:
        """Count one clip."""
        frames, whole = count_touches(touches, robot_touches(motion, robot), motion.fps)
        self.frames += frames
        self.touches += whole
        errors = direction_errors(human, motion, robot)
        self.errors.append(errors.ravel())
        self.touching.append(errors[moving_limbs(touches, motion.frame_count, motion.fps)])
        self.depths.append(find_self_contact(robot, motion).depth)

    @property
    def error(self) -> float:
        """Median error [deg] of all limbs in all frames."""
        return float(np.median(np.concatenate(self.errors)))

    def row(self) -> list[str]:
        """Return the figures of a row."""
        counts = (self.frames.precision, self.frames.recall, self.touches.precision, self.touches.recall)
        touching = np.median(np.concatenate(self.touching))
        depth = 1e3 * np.percentile(np.concatenate(self.depths), 99.0)
        angles = f"{self.error:.2f}°", f"{touching:.1f}°", f"{depth:.1f} mm"
        return [*(f"{value:.3f}" for value in counts), *angles]


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--robots", default=",".join(ROBOTS))
    parser.add_argument("--held-out", action="store_true", help="ages and moves that tuned nothing")
    parser.add_argument("--grown", action="store_true", help="robots grown to the infants' ages")
    options = parser.parse_args()
    people: dict[tuple[float, str], tuple[HumanMotion, Touches]] = {}
    found = NO_TOUCHES
    for age, move in cases(options.held_out):
        scripted = make_scripted_touch(move, performer_body(age=age / 12.0))
        human = human_from_recording(record(scripted.motion, LANDMARK_SET, Corruption()).recording())
        people[age, move] = human, scripted.touches
        detected = find_touches(human)
        masks = {pair: detected.mask(pair, human.frame_count, human.fps) for pair in PAIRS}
        found += count_touches(scripted.touches, masks, human.fps)[0]
    sys.stdout.write(
        f"{len(people)} clips; found in the person's motion: precision {found.precision:.3f}, "
        f"recall {found.recall:.3f} of frames\n\n"
        "| robot | touches | frames: precision | recall | touches: precision | recall "
        "| all limbs off by | touching limbs | depth, 99 % |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
    )
    met = True
    for name in options.robots.split(","):
        tallies = {mode: Tally() for mode in ("off", "keep")}
        for mode, tally in tallies.items():
            for (age, _), (human, touches) in people.items():
                robot = load_robot(f"{name}@{age:g}months" if options.grown else name)
                tally.add(human, touches, track(human, robot, TrackOptions(touches=mode)), robot)
            sys.stdout.write(f"| {name} | {mode} | " + " | ".join(tally.row()) + " |\n")
            sys.stdout.flush()
        kept = tallies["keep"]
        met &= min(kept.frames.precision, kept.frames.recall) >= BAR
        met &= kept.error - tallies["off"].error <= ANGLE_BAR
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
