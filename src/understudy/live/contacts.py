"""When heels and toes carry weight, frame by frame, as ``human.contacts`` tells it of a whole clip.

A whole clip shows that a laboratory's floor is tilted by a degree, which after two metres is as much as a
foot is lifted. Live the height of the ground follows the feet that rest on it, within a few centimetres.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np

from understudy.human.contacts import DEFAULT_THRESHOLDS, MIN_DWELL_FRAMES
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.speed import SPEED_WINDOW, speed_scale

FOLLOWED = 0.06
"""Leg lengths by which a resting foot may be off the ground and still tells its height."""

DOWN, UP = 0.05, 0.25
"""Times [s] in which the ground comes down to a foot below it, and up to the lowest one that rests."""

RESTING = 0.3
"""Speed [m/s] of an adult's foot below which it rests."""


class LiveContacts:
    """Tells contacts of one frame after the other.

    Args:
        heights: Landmarks of the feet → their heights [m] in stance.
        leg: Leg length [m].
        fps: Frames a second [1/s].

    Attributes:
        ground: Height [m] of the ground under the person above the calibrated floor.
    """

    def __init__(self, heights: Mapping[str, float], leg: float, fps: float) -> None:
        """Begin with no foot on the floor."""
        self._fps, self._leg, self._bounds = fps, leg, DEFAULT_THRESHOLDS
        self._landmarks = [
            name if (name := contact) in heights else contact.replace("heel", "ankle") for contact in CONTACTS
        ]
        self._heights = np.array([heights.get(name, np.nan) for name in self._landmarks])
        limits = np.array([self._bounds.heights(contact) for contact in CONTACTS])
        self._enter, self._leave = limits[:, 0], limits[:, 1]
        self._dwell = max(MIN_DWELL_FRAMES, round(self._bounds.dwell * fps))
        self._past: deque[np.ndarray] = deque(maxlen=max(1, round(SPEED_WINDOW * fps)) + 1)
        self._on = np.zeros(len(CONTACTS), dtype=bool)
        self._since = np.zeros(len(CONTACTS), dtype=np.int64)
        self.ground = 0.0

    def forget(self) -> None:
        """Know neither speeds nor contacts any more, as after a gap."""
        self._past.clear()
        self._on[:] = False
        self._since[:] = self._dwell

    def move(self, shift_w: np.ndarray) -> None:
        """Have the person have been elsewhere (3,) [m] all along."""
        for places in self._past:
            places += shift_w

    def step(self, human: HumanMotion) -> np.ndarray:
        """Return (4,) bool, weight on ``CONTACTS``, of a motion of one frame above the ground."""
        if not self._leg > 0.0:
            return self._on
        names = (*self._landmarks, "mid_hips")
        places = np.full((len(names), 3), np.nan)
        for row, name in enumerate(names):
            points, known = human.landmark(name)
            if known[0]:
                places[row] = points[0]
        self._past.append(places)
        elapsed = (len(self._past) - 1) / self._fps
        way = np.sqrt(((places - self._past[0]) ** 2).sum(axis=1))
        speed = way / elapsed if elapsed > 0.0 else np.where(np.isnan(way), np.nan, 0.0)
        hips = places[-1, 2] / self._leg
        bounds, scale = self._bounds, speed_scale(self._leg)
        above = (places[:-1, 2] - self._heights) / self._leg
        if elapsed > 0.0:
            self._follow_ground(above, speed[:-1] < RESTING * scale)
        enters = (
            (above < self._enter)
            & (speed[:-1] < bounds.enter_speed * scale + bounds.enter_share * speed[-1])
            & ~(hips < bounds.enter_pelvis)
        )
        leaves = (
            (above > self._leave)
            | (speed[:-1] > bounds.leave_speed * scale + bounds.leave_share * speed[-1])
            | (hips < bounds.leave_pelvis)
        )
        change = (self._since >= self._dwell) & np.where(self._on, leaves, enters)
        if elapsed == 0.0:
            change = enters & ~self._on
        self._on = self._on ^ change
        self._since = np.where(change, 1, self._since + 1)
        return self._on.copy()

    def _follow_ground(self, above: np.ndarray, rests: np.ndarray) -> None:
        """Let the ground follow the lowest foot that rests; ``above`` (4,) [leg lengths] is its height."""
        near = rests & (np.abs(above) < FOLLOWED)
        if near.any():
            off = float(above[near].min())
            self.ground += self._leg * off / (max(DOWN if off < 0.0 else UP, 1.0 / self._fps) * self._fps)
