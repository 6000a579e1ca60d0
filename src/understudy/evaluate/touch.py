"""Touch: whether a robot touches itself when and where the person does.

A robot's parts touch where their surfaces are within ``TOUCHING`` limb lengths of each other, by MuJoCo's
distances of the real geoms. A frame in which two parts of the robot touch is right where the person's touch
within ``TOLERANCE`` of it, and a frame in which the person's touch is found where the robot's do within that
time. A touch as a whole is right, or found, where any of its frames is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anatomy.touch_detection import touches_of
from understudy.motion import HumanMotion, Metric, RobotMotion
from understudy.motion.stretches import stretches
from understudy.motion.touches import PAIRS, STEP, Pair, Touches
from understudy.robots.limb_length import limb_length
from understudy.robots.robot import Robot
from understudy.robots.touching_parts import TOUCHING, PartDistances

TOLERANCE = 0.1
"""Time [s] by which a touch may be early or late."""


@dataclass(frozen=True)
class TouchCount:
    """How many of a robot's touches are right, and how many of a person's were found.

    Attributes:
        right, made: Of the robot's.
        found, wanted: Of the person's.
    """

    right: int
    made: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        """Share of the robot's touches that are the person's, NaN where it has none."""
        return self.right / self.made if self.made else float("nan")

    @property
    def recall(self) -> float:
        """Share of the person's touches that the robot has, NaN where there are none."""
        return self.found / self.wanted if self.wanted else float("nan")

    def __add__(self, other: TouchCount) -> TouchCount:
        """Return the counts of two motions together."""
        return TouchCount(
            self.right + other.right,
            self.made + other.made,
            self.found + other.found,
            self.wanted + other.wanted,
        )


NO_TOUCHES = TouchCount(0, 0, 0, 0)


def touch_metrics(human: HumanMotion, motion: RobotMotion, robot: Robot) -> tuple[Metric, ...]:
    """Return ``touch/precision`` and ``touch/recall`` [1], of frames and of touches as a whole.

    There are none where nobody asked for touches: the person's are not stated, and the motion was not made
    to keep them.
    """
    if human.touches is None and all(name != STEP for name, _ in motion.provenance.steps):
        return ()
    wanted, made = touches_of(human), robot_touches(motion, robot)
    frames, events = count_touches(wanted, made, motion.fps)
    about = {"frames_made": float(frames.made), "frames_wanted": float(frames.wanted)}
    return (
        Metric("touch/precision", "1", {"frames": frames.precision, "touches": events.precision} | about),
        Metric("touch/recall", "1", {"frames": frames.recall, "touches": events.recall} | about),
    )


def robot_touches(motion: RobotMotion, robot: Robot) -> dict[Pair, np.ndarray]:
    """Return pair of parts → (T,) in which frames a robot's parts touch; only pairs that it has."""
    measure, near = PartDistances(robot), TOUCHING * limb_length(robot)
    found = {pair: np.zeros(motion.frame_count, dtype=bool) for pair in measure.pairs}
    for frame, q in enumerate(motion.q):
        measure.pose(q)
        for pair, holds in found.items():
            holds[frame] = measure.between(pair, near) is not None
    return found


def count_touches(wanted: Touches, made: dict[Pair, np.ndarray], fps: float) -> tuple[TouchCount, TouchCount]:
    """Return the counts of frames, and of touches as a whole.

    Args:
        wanted: The person's touches; those of parts that the robot lacks are left out.
        made: Pair of parts → (T,) in which frames the robot's touch.
        fps: Frames a second [1/s].
    """
    frames, events = NO_TOUCHES, NO_TOUCHES
    few = round(TOLERANCE * fps)
    for pair in PAIRS:
        if pair not in made:
            continue
        own = made[pair]
        theirs = wanted.mask(pair, len(own), fps)
        right, found = own & _widened(theirs, few), theirs & _widened(own, few)
        frames += TouchCount(int(right.sum()), int(own.sum()), int(found.sum()), int(theirs.sum()))
        events += TouchCount(
            sum(bool(right[start:stop].any()) for start, stop in stretches(own)),
            len(stretches(own)),
            sum(bool(found[start:stop].any()) for start, stop in stretches(theirs)),
            len(stretches(theirs)),
        )
    return frames, events


def _widened(holds: np.ndarray, by: int) -> np.ndarray:
    """Return (T,) where something holds at most so many frames before or after."""
    return np.convolve(holds, np.ones(2 * by + 1))[by : by + len(holds)] > 0.5
