"""A robot's fingers open and close with the person's, frame by frame: ``retarget.fingers`` without a clip.

Nothing after a frame is known: noise is filtered as it comes, which is late by some 50 ms, and whether
fingers are shown moving, or are the stiff ones that many skeletons carry, shows only when they move. Until
then they rest.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.anatomy.fingers import FINGERS, LEAST_PLAY, REST, closure, hand_angles
from understudy.motion import HumanMotion
from understudy.retarget.fingers import CUTOFF
from understudy.robots.fingers import finger_joints
from understudy.robots.robot import Robot

Key = tuple[str, str]
"""``fingers`` or ``thumb``, and the side."""


class LiveFingers:
    """Tells where a robot's finger joints should be.

    Args:
        robot: The robot.
        human: The calibrated person, which shows what of hands the stream has.
        fps: Frames a second [1/s].
    """

    def __init__(self, robot: Robot, human: HumanMotion, fps: float) -> None:
        """Let hands rest."""
        joints = finger_joints(robot)
        first = len(robot.home) - len(robot.joints)
        self._columns = np.array([first + robot.joints.index(each.joint) for each in joints], dtype=np.int64)
        self._opened = np.array([each.opened for each in joints])
        self._closed = np.array([each.closed for each in joints])
        self._keys: list[Key] = [(each.part, each.side) for each in joints]
        self._home = np.array(robot.home)
        self._share = 1.0 - math.exp(-2.0 * math.pi * CUTOFF / fps)
        shown = {key for key, angle in hand_angles(human).items() if np.isfinite(angle).any()}
        self._is_shown = bool(joints) and bool(shown)
        self._angles: dict[Key, float] = {}
        self._play: dict[Key, tuple[float, float]] = {}
        self._closures: dict[Key, float] = {}

    def __len__(self) -> int:
        """Return how many joints the robot's fingers have."""
        return len(self._columns)

    def step(self, human: HumanMotion) -> np.ndarray:
        """Return the coordinates (Q,) of a pose in which the fingers are as the person's, all else at home.

        Args:
            human: The person of one frame.
        """
        if self._is_shown:
            for key, angle in hand_angles(human).items():
                if math.isfinite(angle[0]):
                    self._note(key, float(angle[0]))
        pose = np.array(self._home)
        wanted = [self._closures.get(key, self._closures.get((FINGERS, key[1]), REST)) for key in self._keys]
        pose[self._columns] = self._opened + np.array(wanted) * (self._closed - self._opened)
        return pose

    def _note(self, key: Key, angle: float) -> None:
        """Follow an angle [rad], and believe it once it has changed by more than stiff fingers do."""
        last = self._angles.get(key, angle)
        self._angles[key] = smooth = last + self._share * (angle - last)
        low, high = self._play.get(key, (smooth, smooth))
        self._play[key] = low, high = min(low, smooth), max(high, smooth)
        if high - low >= LEAST_PLAY:
            wanted = float(closure(key[0], np.array(smooth)))
            before = self._closures.get(key, REST)
            # Where they turn out to move only now, they come from rest.
            self._closures[key] = before + self._share * (wanted - before)
